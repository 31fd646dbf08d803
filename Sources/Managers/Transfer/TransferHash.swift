import CXXHash

/// Hashes of the ledger.
enum TransferHash {
  /// XXH3, 64 bits, of the UTF-8: sixteen lower-case hex digits.
  static func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { digits(XXH3_64bits($0.baseAddress, $0.count)) }
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { digits(XXH3_64bits($0.baseAddress, $0.count)) }
  }

  static func hex(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    digits(XXH3_64bits(bytes.baseAddress, bytes.count))
  }

  /// The digits of a hash as the number that they are: no piece of memory of their own.
  struct Digits: Sendable {
    private let number: UInt64
    private let isEmpty: Bool

    /// Takes what `hex` gave, or an empty text.
    init(_ text: String) {
      isEmpty = text.isEmpty
      number = UInt64(text, radix: 16) ?? 0
    }

    var text: String { isEmpty ? "" : TransferHash.digits(number) }
  }

  private static func digits(_ hash: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { digits in
      var rest = hash
      for place in (0..<16).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest & 15)
        digits[place] = digit < 10 ? 48 + digit : 87 + digit
        rest >>= 4
      }
      return 16
    }
  }
}

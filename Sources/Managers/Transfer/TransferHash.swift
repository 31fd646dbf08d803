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

  private static func digits(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

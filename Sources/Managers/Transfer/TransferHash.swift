import CXXHash

/// Hashes of the ledger.
enum TransferHash {
  /// XXH3, 64 bits, of the UTF-8: sixteen lower-case hex digits.
  static func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { hex(UnsafeRawBufferPointer($0)) }
  }

  static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    let digits = String(XXH3_64bits(bytes.baseAddress, bytes.count), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

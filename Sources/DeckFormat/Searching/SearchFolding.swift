import CUTF8Proc
import Glibc

/// Makes texts comparable for searching: capitals, accents and the kind of blank left aside.
public enum SearchFolding {
  /// UTF-8 in, UTF-8 out; runs of blanks and line ends become one blank.
  public static func fold(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.allSatisfy({ $0 < 0x80 }) else { return blanksJoined(foldedScalars(text)) }
    return blanksJoined(text.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 })
  }

  /// Appends the folded text: one pass over ASCII, for searching many texts at once.
  public static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let start = folded.count
    var pendingBlank = false
    for byte in text {
      if byte > 32, byte < 0x80 {
        if pendingBlank { folded.append(32) }
        pendingBlank = false
        folded.append(byte &- 65 < 26 ? byte | 0x20 : byte)
      } else if byte >= 0x80 {
        folded.removeLast(folded.count - start)
        folded += fold(Array(text)[...])
        return
      } else {
        pendingBlank = folded.count > start
      }
    }
  }

  private static func foldedScalars(_ text: ArraySlice<UInt8>) -> [UInt8] {
    // Repairs what is no UTF-8, which utf8proc would refuse.
    let valid = Array(String(decoding: text, as: UTF8.self).utf8)
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_STRIPMARK.rawValue
        | UTF8PROC_CASEFOLD.rawValue)
    var result: UnsafeMutablePointer<UInt8>?
    let count = valid.withUnsafeBufferPointer {
      utf8proc_map($0.baseAddress, utf8proc_ssize_t($0.count), &result, options)
    }
    guard count >= 0, let result else { return valid }
    defer { free(result) }
    return Array(UnsafeBufferPointer(start: result, count: count))
  }

  private static func blanksJoined(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if byte > 32 {
        result.append(byte)
      } else if let last = result.last, last != 32 {
        result.append(32)
      }
    }
    if result.last == 32 { result.removeLast() }
    return result
  }
}

import CUTF8Proc
import Glibc

/// Makes texts comparable for searching: capitals, accents and the kind of blank left aside.
public enum SearchFolding {
  /// UTF-8 in, UTF-8 out; runs of blanks and line ends become one blank.
  public static func fold(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.allSatisfy({ $0 < 0x80 }) else { return blanksJoined(foldedScalars(text)) }
    return blanksJoined(text.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 })
  }

  /// The folded form of a name: capitals and forms of composition aside, accents kept.
  public static func name(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    }
    return mapped(
      text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
  }

  /// The text in Unicode's composed form.
  public static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(
      decoding: mapped(text, UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue), as: UTF8.self)
  }

  private static func mapped(_ text: String, _ options: utf8proc_option_t.RawValue) -> [UInt8] {
    mapped(Array(text.utf8), utf8proc_option_t(options))
  }

  /// Changes with everything that changes what a text is folded to.
  public static var version: String {
    "1 utf8proc \(String(cString: utf8proc_version()))"
  }

  /// Appends the folded text: one pass, for searching many texts at once.
  ///
  /// Only what is not ASCII goes through the library, run by run: no letter, mark or blank of ASCII
  /// takes part in a composition that outlives the removal of marks, so runs stand alone.
  public static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let start = folded.count
    var pendingBlank = false
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte >= 0x80 {
        var end = place
        while end < text.count, text[end] >= 0x80 { end += 1 }
        if pendingBlank { folded.append(32) }
        let before = folded.count
        appendScalars(UnsafeRawBufferPointer(rebasing: text[place - 1..<end]), to: &folded)
        // Marks alone leave nothing, so that the blanks around them are one.
        if folded.count > before {
          pendingBlank = false
        } else if pendingBlank {
          folded.removeLast()
        }
        place = end
      } else if byte > 32 {
        if pendingBlank { folded.append(32) }
        pendingBlank = false
        folded.append(byte &- 65 < 26 ? byte | 0x20 : byte)
      } else {
        pendingBlank = folded.count > start
      }
    }
  }

  private static let options = utf8proc_option_t(
    UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_STRIPMARK.rawValue
      | UTF8PROC_CASEFOLD.rawValue)

  /// Appends a run without ASCII, folded.
  private static func appendScalars(_ run: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    // A scalar of two bytes or more becomes four at most.
    let room = run.count * 2 + 4
    let isDone = withUnsafeTemporaryAllocation(of: utf8proc_int32_t.self, capacity: room + 1) {
      buffer in
      let count = utf8proc_decompose(
        run.bindMemory(to: UInt8.self).baseAddress, utf8proc_ssize_t(run.count),
        buffer.baseAddress, utf8proc_ssize_t(room), options)
      guard count >= 0, count <= room else { return false }
      let size = utf8proc_reencode(buffer.baseAddress, count, options)
      guard size >= 0 else { return false }
      folded.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<size])
      return true
    }
    if !isDone { folded += foldedScalars(Array(run)[...]) }
  }

  private static func foldedScalars(_ text: ArraySlice<UInt8>) -> [UInt8] {
    // Repairs what is no UTF-8, which utf8proc would refuse.
    mapped(Array(String(decoding: text, as: UTF8.self).utf8), options)
  }

  private static func mapped(_ valid: [UInt8], _ options: utf8proc_option_t) -> [UInt8] {
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

import DeckFormat
import StudyDomain

/// How the value of a field is written below a note of a type.
enum FieldBlock {
  /// What follows `- Name:`.
  static func value(_ text: String, _ isHTML: Bool, isFenced: Bool) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return "" }
    // A mark inside could pair with one in a later note.
    let hasLines = bytes.contains(UInt8(ascii: "\n"))
    let hasMarks = hasLines && Self.hasMarks(bytes)
    if isFenced || Flattened.isBlank(first) || Flattened.isBlank(last) || hasMarks {
      let fence = String(repeating: "`", count: max(3, longestRun(bytes) + 1))
      return "\n  \(fence)\(isHTML ? "html" : "text")\n\(indented(text))\n  \(fence)"
    }
    return hasLines ? "\n\(indented(text))" : " \(text)"
  }

  /// Whether a text has a mark of a fence or a comment.
  private static func hasMarks(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let marks: [StaticString] = ["```", "~~~", "<!--", "-->"]
      return bytes.indices.contains { place in
        "`~<-".utf8.contains(bytes[place]) && marks.contains { FieldText.has($0, bytes, place) }
      }
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  private static func longestRun(_ bytes: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for byte in bytes {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

extension NoteContent {
  /// Of the fields, their names and marks included; neither tags nor ids count.
  var fieldHash: String {
    var text: [UInt8] = []
    for (place, field) in fields.enumerated() {
      if place > 0 { text.append(0x1F) }
      text += field.name.utf8
      text.append(0x1E)
      if field.isHTML { text += "html".utf8 }
      text.append(0x1E)
      text += field.value.utf8
    }
    return TransferHash.hex(text)
  }
}

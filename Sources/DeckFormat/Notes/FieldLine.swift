/// A line `- Name (html): value` of a note of a type.
struct FieldLine {
  var name: Range<Int>
  var isHTML: Bool
  /// What follows the colon and one blank.
  var value: Range<Int>

  init?(_ bytes: Bytes, _ line: Range<Int>) {
    guard bytes.matches("- ", at: line.lowerBound, end: line.upperBound) else { return nil }
    let start = line.lowerBound + 2
    guard let colon = bytes[start..<line.upperBound].firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    var name = bytes.trimmingBlanks(start..<colon)
    isHTML = false
    if name.count > 7, bytes.matches(" (html)", at: name.upperBound - 7, end: name.upperBound) {
      isHTML = true
      name = bytes.trimmingBlanks(name.lowerBound..<name.upperBound - 7)
    }
    guard !name.isEmpty, Self.length(bytes, name) <= 60 else { return nil }
    self.name = name
    var value = colon + 1
    if value < line.upperBound, bytes[value] == ASCII.space { value += 1 }
    self.value = value..<line.upperBound
  }

  /// Characters, by the bytes that begin one.
  private static func length(_ bytes: Bytes, _ range: Range<Int>) -> Int {
    bytes[range].count { $0 & 0xC0 != 0x80 }
  }
}

/// Reads the fields of a note of a type.
enum FieldReader {
  static func read(_ bytes: Bytes, _ lines: ArraySlice<Line>, html: Bool) -> [NoteContent.Field] {
    var fields: [NoteContent.Field] = []
    var line = lines.startIndex
    while line < lines.endIndex {
      guard lines[line].kind != .opaque, let head = FieldLine(bytes, lines[line].range) else {
        line += 1
        continue
      }
      var end = line + 1
      while end < lines.endIndex,
        lines[end].kind == .opaque || FieldLine(bytes, lines[end].range) == nil
      {
        end += 1
      }
      fields.append(
        NoteContent.Field(
          name: bytes.text(head.name), value: value(bytes, head.value, lines[(line + 1)..<end]),
          isHTML: head.isHTML || html))
      line = end
    }
    return fields
  }

  /// The value on the field's line and the lines below it, without their indentation.
  ///
  /// A fence of the kind `text` or `html` that is all of the value holds it to the byte.
  private static func value(
    _ bytes: Bytes, _ first: Range<Int>, _ more: ArraySlice<Line>
  ) -> String {
    var rest = more
    while rest.last?.kind == .blank { rest.removeLast() }
    guard !rest.isEmpty else { return bytes.text(bytes.trimmingBlanks(first)) }
    if bytes.trimmingBlanks(first).isEmpty, let exact = fenced(bytes, rest) { return exact }
    return text(
      bytes,
      (bytes.trimmingBlanks(first).isEmpty ? [] : [first]) + rest.map { dedented(bytes, $0.range) })
  }

  /// The content of a fence that is the whole value.
  private static func fenced(_ bytes: Bytes, _ lines: ArraySlice<Line>) -> String? {
    guard lines.count >= 2, let head = lines.first, let last = lines.last,
      let opening = fence(bytes, head), opening.hasInfo, let closing = fence(bytes, last),
      opening.isClosed(by: closing)
    else { return nil }
    let line = bytes.trimmingBlanks(head.range)
    let info = bytes.trimmingBlanks(line.lowerBound + opening.length..<line.upperBound)
    guard
      bytes.matches("text", at: info.lowerBound, end: info.upperBound) && info.count == 4
        || bytes.matches("html", at: info.lowerBound, end: info.upperBound) && info.count == 4
    else { return nil }
    let inner = lines.dropFirst().dropLast()
    // A fence inside that closes the first one: the value is Markdown that begins with a fence.
    for line in inner {
      if let mark = fence(bytes, line), opening.isClosed(by: mark) { return nil }
    }
    return text(bytes, inner.map { dedented(bytes, $0.range) })
  }

  /// The texts of lines, one below the other.
  private static func text(_ bytes: Bytes, _ lines: [Range<Int>]) -> String {
    var joined: [UInt8] = []
    joined.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    for (place, line) in lines.enumerated() {
      if place > 0 { joined.append(ASCII.lf) }
      joined.append(contentsOf: bytes[line])
    }
    return joined.withUnsafeBufferPointer { $0.text(0..<$0.count) }
  }

  private static func fence(_ bytes: Bytes, _ line: Line) -> Fence? {
    let range = dedented(bytes, line.range)
    return Fence(bytes, bytes.skippingBlanks(range)..<range.upperBound)
  }

  private static func dedented(_ bytes: Bytes, _ line: Range<Int>) -> Range<Int> {
    var start = line.lowerBound
    while start < line.upperBound, start < line.lowerBound + 2, bytes[start] == ASCII.space {
      start += 1
    }
    return start..<line.upperBound
  }
}

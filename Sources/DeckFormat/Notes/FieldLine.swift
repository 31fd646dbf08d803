/// A line `- Name (html): value` of a note of a type.
struct FieldLine {
  var name: Range<Int>
  var isHTML: Bool
  /// What follows the colon and one blank.
  var value: Range<Int>

  init?(_ bytes: Bytes, _ line: Range<Int>) {
    guard bytes.matches("- ", at: line.lowerBound, end: line.upperBound) else { return nil }
    let start = line.lowerBound + 2
    guard let colon = bytes.first(UInt8(ascii: ":"), in: start..<line.upperBound) else {
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
    let table = FieldTable()
    lines.withUnsafeBufferPointer { read(bytes, $0, html: html, into: table) }
    return table.texts
  }

  static func read(
    _ bytes: Bytes, _ lines: UnsafeBufferPointer<Line>, html: Bool, into table: FieldTable
  ) {
    table.removeAll()
    var head: FieldLine?
    var first = 0
    for (place, line) in lines.enumerated() {
      guard line.kind != .opaque, let next = FieldLine(bytes, line.range) else { continue }
      if let head { add(head, bytes, lines[first..<place], html, to: table) }
      (head, first) = (next, place + 1)
    }
    if let head { add(head, bytes, lines[first...], html, to: table) }
  }

  private static func add(
    _ head: FieldLine, _ bytes: Bytes, _ more: Slice<UnsafeBufferPointer<Line>>, _ html: Bool,
    to table: FieldTable
  ) {
    let start = table.values.count
    addValue(bytes, head.value, more, to: table.values)
    table.add(
      name: Bytes(rebasing: bytes[head.name]), isHTML: head.isHTML || html, from: start)
  }

  /// The value on the field's line and the lines below it, without their indentation.
  ///
  /// A fence of the kind `text` or `html` that is all of the value holds it to the byte.
  private static func addValue(
    _ bytes: Bytes, _ first: Range<Int>, _ more: Slice<UnsafeBufferPointer<Line>>,
    to out: ByteBuffer
  ) {
    var rest = more
    while rest.last?.kind == .blank { rest.removeLast() }
    let text = bytes.trimmingBlanks(first)
    guard !rest.isEmpty else { return out.append(bytes, text) }
    if text.isEmpty, let inner = fenced(bytes, rest) {
      for (place, line) in inner.enumerated() {
        if place > 0 { out.append(ASCII.lf) }
        out.append(bytes, dedented(bytes, line.range))
      }
      return
    }
    if !text.isEmpty { out.append(bytes, first) }
    for (place, line) in rest.enumerated() {
      if place > 0 || !text.isEmpty { out.append(ASCII.lf) }
      out.append(bytes, dedented(bytes, line.range))
    }
  }

  /// The content of a fence that is the whole value.
  private static func fenced(
    _ bytes: Bytes, _ lines: Slice<UnsafeBufferPointer<Line>>
  ) -> Slice<UnsafeBufferPointer<Line>>? {
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
    return inner
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

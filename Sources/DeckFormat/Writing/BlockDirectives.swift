/// The comments directly above a card in its block, to be changed line by line.
///
/// What is not asked for stays as it was written, other comments too.
public struct BlockDirectives {
  /// The bytes from the first line that is no comment.
  public let body: [UInt8]
  private var lines: [Line]
  private let lineEnd: [UInt8]

  private struct Line {
    /// With its line end.
    var bytes: [UInt8]
    /// The keys and values; nil for a comment that says nothing to us, and for blank lines.
    var parts: [(key: String, value: String)]?
  }

  /// Reads a block as a note's `byteRange` has it; `lineEnd` is for lines that are added.
  public init(block: [UInt8], lineEnd: [UInt8] = [10]) {
    self.lineEnd = lineEnd
    var lines: [Line] = []
    var start = 0
    block.withUnsafeBufferPointer { bytes in
      let scanned = LineScanner(bytes, 0..<bytes.count).lines
      for (place, line) in scanned.enumerated() {
        guard line.kind == .comment || line.kind == .blank else { break }
        let next = place + 1 < scanned.count ? Int(scanned[place + 1].start) : bytes.count
        lines.append(
          Line(
            bytes: Array(bytes[Int(line.start)..<next]),
            parts: Directive(comment: bytes, line.range).map { _ in
              Self.parts(bytes.text(line.range))
            }))
        start = next
      }
    }
    self.lines = lines
    body = Array(block[start...])
  }

  /// `<!-- a: b; c: d -->` as keys and values.
  private static func parts(_ comment: String) -> [(key: String, value: String)] {
    let inner = comment.drop { $0 == " " || $0 == "\t" }.dropFirst(4)
      .prefix { !$0.isNewline }
    guard let end = inner.firstRange(of: "-->") else { return [] }
    return inner[..<end.lowerBound].split(separator: ";").compactMap { part in
      let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      return (Self.trimmed(halves[0]), Self.trimmed(halves[1]))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    var end = start
    while let last = end.last, last.isWhitespace { end.removeLast() }
    return String(end)
  }

  // MARK: What they say

  /// The tags that the comments of this block give, in their order.
  public var tags: [String] { values(of: "tags").flatMap(Tags.words) }

  private func values(of key: String) -> [String] {
    lines.flatMap { $0.parts ?? [] }.filter { $0.key == key }.map(\.value)
  }

  // MARK: Changing

  public mutating func add(tags: [String]) {
    let new = tags.filter { !self.tags.contains($0) }
    guard !new.isEmpty else { return }
    if let place = lines.lastIndex(where: { $0.parts?.contains { $0.key == "tags" } ?? false }),
      let part = lines[place].parts?.lastIndex(where: { $0.key == "tags" })
    {
      let value = lines[place].parts?[part].value ?? ""
      let words = ([value] + new).filter { !$0.isEmpty }
      lines[place].parts?[part].value = words.joined(separator: " ")
      write(place)
    } else {
      addLine("tags", new.joined(separator: " "))
    }
  }

  public mutating func remove(tags: [String]) {
    for place in lines.indices {
      guard let parts = lines[place].parts else { continue }
      let kept = parts.compactMap { part -> (key: String, value: String)? in
        guard part.key == "tags" else { return part }
        let words = Tags.words(part.value)
        let left = words.filter { !tags.contains($0) }
        if left.count == words.count { return part }
        return left.isEmpty ? nil : (part.key, left.joined(separator: " "))
      }
      guard kept.map(\.value) != parts.map(\.value) || kept.count != parts.count else { continue }
      lines[place].parts = kept
      write(place)
    }
    lines.removeAll { $0.parts?.isEmpty ?? false }
  }

  /// Sets what a key says: `ask`, `html`.
  public mutating func set(_ key: String, to value: String) {
    for place in lines.indices.reversed() {
      guard let part = lines[place].parts?.lastIndex(where: { $0.key == key }) else { continue }
      lines[place].parts?[part].value = value
      return write(place)
    }
    addLine(key, value)
  }

  private mutating func addLine(_ key: String, _ value: String) {
    if let place = lines.lastIndex(where: { $0.parts != nil }) {
      lines[place].parts?.append((key, value))
      return write(place)
    }
    lines.append(Line(bytes: [], parts: [(key, value)]))
    write(lines.count - 1)
  }

  private mutating func write(_ place: Int) {
    let text = (lines[place].parts ?? []).map { "\($0.key): \($0.value)" }
      .joined(separator: "; ")
    lines[place].bytes = Array("<!-- \(text) -->".utf8) + lineEnd
  }

  /// The whole block again.
  public var block: [UInt8] { lines.flatMap(\.bytes) + body }

  // MARK: Tags

  /// Why a word cannot stand among the tags of a comment; nil when it can.
  public static func problem(withTag tag: String) -> String? {
    if tag.isEmpty { return "a tag needs letters" }
    let read = Tags.words(tag)
    guard read == [tag], !tag.contains(";"), !tag.contains("--"), !tag.contains("<"),
      !tag.contains(">"), !tag.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else { return "a tag is one word without blanks, commas, ';', '<', '>', '--' and a '#' first" }
    return nil
  }
}

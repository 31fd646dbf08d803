/// Cuts a template into tags and what stands between them; one pass, each byte looked at twice at
/// most.
struct TemplateScanner {
  enum Token {
    /// Comments of HTML too: nothing inside them is a tag.
    case text(Range<Int>)
    case open(name: String, isInverted: Bool)
    case close(String)
    case replacement(tag: String)
  }

  private let text: TemplateText
  private var position = 0
  private let opening: StaticString
  private let closing: StaticString
  private var waiting: Token?
  private var hasNoCommentEnd = false
  private var hasNoClosing = false

  /// What a template begins with to have other braces.
  private static let directive: StaticString = "{{=<% %>=}}"

  init(_ text: TemplateText) {
    self.text = text
    let start = text.trimmed(0..<text.count).lowerBound
    if text.has(Self.directive, at: start) {
      position = start + Self.directive.utf8CodeUnitCount
      (opening, closing) = ("<%", "%>")
    } else {
      (opening, closing) = ("{{", "}}")
    }
  }

  mutating func next() -> Token? {
    if let token = waiting {
      waiting = nil
      return token
    }
    let start = position
    while position < text.count {
      if text.has("<!--", at: position), let end = commentEnd() {
        position = end
      } else if text.has(opening, at: position), let (token, end) = tag() {
        defer { position = end }
        if start == position { return token }
        waiting = token
        return .text(start..<position)
      } else {
        position += 1
      }
    }
    return start < position ? .text(start..<position) : nil
  }

  private mutating func commentEnd() -> Int? {
    guard !hasNoCommentEnd else { return nil }
    if let end = text.first("-->", from: position + 4) { return end + 3 }
    hasNoCommentEnd = true
    return nil
  }

  private mutating func tag() -> (Token, end: Int)? {
    var start = position + opening.utf8CodeUnitCount
    guard !hasNoClosing, let end = text.first(closing, from: start) else {
      hasNoClosing = true
      return nil
    }
    while start < end, text.bytes[start] == UInt8(ascii: "{") { start += 1 }
    let inside = text.trimmed(start..<end)
    let after = end + closing.utf8CodeUnitCount
    guard let sign = inside.first.map({ text.bytes[$0] }) else {
      return (.replacement(tag: ""), after)
    }
    let name = text.string(
      text.trimmed((inside.lowerBound + 1)..<inside.upperBound))
    switch sign {
    case UInt8(ascii: "#"): return (.open(name: name, isInverted: false), after)
    case UInt8(ascii: "^"): return (.open(name: name, isInverted: true), after)
    case UInt8(ascii: "/"): return (.close(name), after)
    default: return (.replacement(tag: text.string(inside)), after)
    }
  }
}

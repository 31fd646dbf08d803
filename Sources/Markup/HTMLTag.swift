/// A tag as it stands between angle brackets.
struct HTMLTag {
  /// Lower case.
  let name: String
  let isEnd: Bool
  /// Written `<name/>`.
  let isEmpty: Bool
  private let attributes: Substring

  init(_ text: Substring) {
    var rest = text
    isEnd = rest.first == "/"
    if isEnd { rest = rest.dropFirst() }
    let end = rest.firstIndex { $0 == " " || $0 == "/" || $0.isNewline } ?? rest.endIndex
    name = rest[..<end].lowercased()
    isEmpty = rest.last == "/"
    attributes = rest[end...]
  }

  /// The last part of the path in `src`.
  var sourceName: String {
    guard let start = attributes.firstRange(of: "src=")?.upperBound else { return "" }
    let rest = attributes[start...]
    let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    let value =
      quote.map { quote in rest.dropFirst().prefix { $0 != quote } }
      ?? rest.prefix { $0 != " " && $0 != "/" }
    return value.split(separator: "/").last.map(String.init) ?? ""
  }

  static func emphasis(of name: String) -> Run.Emphasis {
    switch name {
    case "b", "strong": .strong
    case "i", "em", "cite", "var": .emphasised
    case "u", "ins": .underlined
    case "s", "del", "strike": .struck
    default: []
    }
  }
}

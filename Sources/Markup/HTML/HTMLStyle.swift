/// What the attributes of a tag say of its look.
struct HTMLStyle {
  private(set) var isHidden = false
  /// The deletion that is asked, in a text that was rendered.
  private(set) var isCloze = false
  /// `font-weight: normal`.
  private(set) var isLight = false
  /// Letters of `bius`: bold, italic, underlined, struck.
  private(set) var looks = ""
  /// The first letter of the side to which a cell's text goes.
  private(set) var side: Character?

  init(_ tag: HTMLTag) {
    // Most tags have no attributes.
    guard tag.source.contains(0x20) || tag.source.contains(0x0A) else { return }
    isHidden = tag.attribute("hidden") != nil
    if let classes = tag.attribute("class") {
      isCloze =
        classes.split(separator: " ").contains("cloze") && tag.attribute("data-shape") == nil
    }
    guard let style = tag.attribute("style") else { return }
    for declaration in style.lowercased().split(separator: ";").prefix(100) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      read(Self.trimmed(parts[0]), Self.trimmed(parts[1]))
    }
  }

  private mutating func read(_ property: String, _ value: String) {
    switch property {
    case "display": if value.hasPrefix("none") { isHidden = true }
    case "visibility": if value.hasPrefix("hidden") { isHidden = true }
    case "font-weight":
      if value.hasPrefix("bold") || (Int(value) ?? 0) >= 600 {
        looks.append("b")
      } else {
        isLight = true
      }
    case "font-style":
      if value.hasPrefix("italic") || value.hasPrefix("oblique") { looks.append("i") }
    case "text-decoration", "text-decoration-line":
      if value.contains("underline") { looks.append("u") }
      if value.contains("line-through") { looks.append("s") }
    case "text-align": side = value.first
    default: break
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\n" || $0 == "\t" }.reversed())
  }
}

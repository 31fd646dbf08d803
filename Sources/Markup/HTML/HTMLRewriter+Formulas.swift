extension HTMLRewriter {
  /// One way to write a formula.
  struct Formula {
    var opening: StaticString
    var closing: StaticString
    var isDisplayed: Bool

    static let all = [
      Formula(opening: "\\(", closing: "\\)", isDisplayed: false),
      Formula(opening: "\\[", closing: "\\]", isDisplayed: true),
      Formula(opening: "[latex]", closing: "[/latex]", isDisplayed: true),
      Formula(opening: "[$]", closing: "[/$]", isDisplayed: false),
      Formula(opening: "[$$]", closing: "[/$$]", isDisplayed: true),
      Formula(opening: "<anki-mathjax", closing: "</anki-mathjax>", isDisplayed: false),
    ]
    static let element = 5
  }

  /// The formula that begins at `position`.
  mutating func formula() -> (Formula, content: Range<Int>, end: Int)? {
    guard let index = Formula.all.indices.first(where: { has(Formula.all[$0].opening) }) else {
      return nil
    }
    return formula(index, from: position + Formula.all[index].opening.utf8CodeUnitCount)
  }

  /// The formula of a kind whose content begins at `start`; one never reaches beyond its block.
  mutating func formula(
    _ index: Int, from start: Int
  ) -> (Formula, content: Range<Int>, end: Int)? {
    guard start >= vainFormulas[index] else { return nil }
    let formula = Formula.all[index]
    var place = start
    while place < source.count {
      if source[place] == formula.closing.utf8Start[0], has(formula.closing, at: place) {
        return (formula, start..<place, place + formula.closing.utf8CodeUnitCount)
      }
      if source[place] == UInt8(ascii: "<"), endsFormula(at: place) { break }
      place += 1
    }
    vainFormulas[index] = place
    return nil
  }

  /// Whether the tag is more than a break or a look.
  private func endsFormula(at place: Int) -> Bool {
    var end = place + 1
    if end < source.count, source[end] == UInt8(ascii: "/") { end += 1 }
    let start = end
    while end < source.count, end - start < 12, Self.isName(source[end]) { end += 1 }
    let name = String(decoding: source[start..<end], as: UTF8.self).lowercased()
    guard let element = HTMLElement.of(name) else { return false }
    return element.isSpecial && element.name != "div"
      || element.role == .hidden
  }

  /// Writes a formula as the value of an attribute: its tags are gone, breaks are line ends.
  mutating func write(formula: Range<Int>) {
    var place = formula.lowerBound
    var start = place
    while place < formula.upperBound {
      guard source[place] == UInt8(ascii: "<"),
        let tag = HTMLTag(source[place..<formula.upperBound])
      else {
        place += 1
        continue
      }
      write(text: source[start..<place])
      writeMarks(of: tag.source[...])
      if tag.name == "br" || tag.isBlock { output.append(0x0A) }
      place += tag.source.count
      start = place
    }
    write(text: source[start..<formula.upperBound])
  }
}

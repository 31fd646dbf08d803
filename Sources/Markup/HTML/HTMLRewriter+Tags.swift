extension HTMLRewriter {
  // MARK: Start tags

  mutating func begin(_ tag: HTMLTag) {
    if tag.name == "anki-mathjax" { return beginFormula(tag) }
    guard var element = HTMLElement.of(tag.name) else { return }
    switch element.role {
    case .hidden:
      if tag.name == "svg" { output += "<img>".utf8 }
      return skipContent(of: tag.name)
    case .void: return writeVoid(element, tag)
    case .row, .cell, .rows:
      guard open.contains(where: { $0.role == .table }) else {
        // Without a table these only keep texts apart.
        output.append(0x20)
        return
      }
    default: break
    }
    closeImplied(by: element)
    let style = HTMLStyle(tag)
    if element.role == .formatting {
      // Pasted texts come in `<b style="font-weight:normal">`.
      if element.name == "b", style.isLight { element = HTMLElement(name: "span", role: .inline) }
    }
    let isFull =
      open.count >= Self.deepest
      || element.role == .formatting && formatting.count >= Self.mostFormatting
    guard !isFull else {
      dropped[element.name, default: 0] += 1
      if element.isSpecial { output += "<br>".utf8 }
      return
    }
    open.append(element)
    if element.role == .formatting { formatting.append(element.name) }
    output += "<\(element.name)".utf8
    writeAttributes(element, tag, style)
    output.append(UInt8(ascii: ">"))
  }

  private mutating func beginFormula(_ tag: HTMLTag) {
    guard let (_, content, end) = formula(Formula.element, from: position) else { return }
    let isBlock = tag.attribute("block").map { $0 != "false" } ?? false
    output += "<img k=\(isBlock ? "d" : "m") alt=\"".utf8
    write(formula: content)
    output += "\">".utf8
    position = end
  }

  private mutating func writeVoid(_ element: HTMLElement, _ tag: HTMLTag) {
    guard element.name == "img" else {
      if element.name != "wbr" { output += "<\(element.name)>".utf8 }
      if element.name == "hr" { closeImplied(by: HTMLElement(name: "hr", role: .block)) }
      return
    }
    let file = tag.attribute("src") ?? tag.attribute("data")
    if file == nil, tag.name != "img", tag.name != "image" { return }
    output += "<img".utf8
    if tag.name == "audio" || tag.name == "source" { output += " k=s".utf8 }
    if tag.name == "video" { output += " k=v".utf8 }
    if HTMLStyle(tag).isHidden { output += " h".utf8 }
    // A picture that is written out in place has no name.
    if let file, !file.hasPrefix("data:"), file.utf8.count < 1000 { write("src", file) }
    output.append(UInt8(ascii: ">"))
  }

  private mutating func writeAttributes(
    _ element: HTMLElement, _ tag: HTMLTag, _ style: HTMLStyle
  ) {
    if style.isHidden { output += " h".utf8 }
    switch element.name {
    case "a":
      if let target = tag.attribute("href"), !target.isEmpty, target.first != "#",
        !target.hasPrefix("javascript:"), target.utf8.count < 4000
      {
        write("href", target)
      }
    case "ol":
      if let start = tag.attribute("start").flatMap({ Int($0) }), abs(start) < 1_000_000 {
        write("start", String(start))
      }
    case "td", "th":
      if let columns = tag.attribute("colspan").flatMap({ Int($0) }), 2...20 ~= columns {
        write("colspan", String(columns))
      }
      if let side = style.side ?? tag.attribute("align")?.lowercased().first {
        write("t", "\(side)")
      }
    case "details": if tag.attribute("open") != nil { output += " open".utf8 }
    case "b", "i", "u", "s", "code": break
    default:
      if style.isCloze { output += " c".utf8 }
      if !style.looks.isEmpty { write("s", style.looks) }
    }
  }

  private mutating func write(_ name: StaticString, _ value: String) {
    output.append(0x20)
    output += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    output += "=\"".utf8
    write(shown: Array(value.utf8)[...])
    output.append(UInt8(ascii: "\""))
  }

  // MARK: Ends

  /// What a start tag closes without a word.
  private mutating func closeImplied(by element: HTMLElement) {
    switch element.role {
    case .block, .table: pop(to: { $0.name == "p" }, notBeyond: \.isTableBarrier)
    case .item:
      let isTerm = element.name != "li"
      pop(
        to: { isTerm ? $0.name == "dt" || $0.name == "dd" : $0.name == "li" },
        notBeyond: { $0.isSpecial && $0.role != .item && $0.name != "div" && $0.name != "p" })
      pop(to: { $0.name == "p" }, notBeyond: \.isTableBarrier)
    case .cell:
      pop(to: { $0.role == .cell }, notBeyond: { $0.role == .table || $0.role == .row })
    case .row: pop(to: { $0.role == .row }, notBeyond: { $0.role == .table })
    case .rows: pop(to: { $0.role == .rows }, notBeyond: { $0.role == .table })
    default:
      if Self.isRubyPart(element) { closeRubyPart() }
    }
  }

  private static func isRubyPart(_ element: HTMLElement) -> Bool {
    ["rt", "rp", "rb"].contains(element.name)
  }

  /// Outside of `ruby` the parser would let these stand in each other.
  private mutating func closeRubyPart() {
    guard
      let place = open.lastIndex(where: { Self.isRubyPart($0) || $0.name == "ruby" || $0.isSpecial }
      ),
      Self.isRubyPart(open[place])
    else { return }
    output += "</\(open[place].name)>".utf8
    open.removeSubrange(place...)
  }

  /// Forgets elements down to the innermost that is asked for; the parser does the same.
  @discardableResult
  private mutating func pop(
    to isEnd: (HTMLElement) -> Bool, notBeyond isBarrier: (HTMLElement) -> Bool
  ) -> Bool {
    var index = open.count - 1
    while index >= 0 {
      if isEnd(open[index]) {
        open.removeSubrange(index...)
        return true
      }
      if isBarrier(open[index]) { return false }
      index -= 1
    }
    return false
  }

  mutating func close(_ tag: HTMLTag) {
    guard let element = HTMLElement.of(tag.name) else { return }
    let name = element.name
    if name == "br" { output += "<br>".utf8 }
    if let count = dropped[name], count > 0 {
      dropped[name] = count - 1
      if element.isSpecial { output += "<br>".utf8 }
      return
    }
    switch element.role {
    case .void, .hidden: return
    case .formatting:
      // A look may end inside a block in which it did not begin.
      guard let place = open.lastIndex(where: { $0.name == name }) else {
        guard let place = formatting.lastIndex(of: name) else { return }
        formatting.remove(at: place)
        break
      }
      if let place = formatting.lastIndex(of: name) { formatting.remove(at: place) }
      if open[place...].contains(where: \.isSpecial) {
        open.remove(at: place)
      } else {
        open.removeSubrange(place...)
      }
    case .inline:
      guard pop(to: { $0.name == name }, notBeyond: \.isSpecial) else { return }
    case .table, .rows, .row, .cell:
      let isTable = element.role == .table
      guard pop(to: { $0.name == name }, notBeyond: { !isTable && $0.role == .table }) else {
        return
      }
    case .block, .item:
      guard pop(to: { $0.name == name }, notBeyond: \.isTableBarrier) else { return }
    }
    output += "</\(name)>".utf8
  }
}

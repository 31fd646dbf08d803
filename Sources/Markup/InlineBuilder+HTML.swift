extension InlineBuilder {
  /// Adds source of HTML: tags and comments, in a block text too.
  ///
  /// It is read when it is complete, as a tag may go on over any number of lines.
  mutating func addHTML(_ source: [UInt8]) {
    html.buffer += source
  }

  /// Reads the source so far; what is no tag or comment after all is shown.
  mutating func flushHTML() {
    guard !html.buffer.isEmpty else { return }
    let source = html.buffer
    html.buffer = []
    var rest = source[...]
    while let first = rest.first, !isFull {
      if let hidden = html.hiddenTag {
        skipHidden(hidden, in: source, &rest)
      } else if first != UInt8(ascii: "<") {
        let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        addHTMLText(rest[..<end])
        rest = rest[end...]
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = Self.end(of: rest.dropFirst(4), "-->") else { break }
        hide(rest[..<end])
        rest = rest[end...]
      } else if rest.starts(with: "<![CDATA[".utf8) {
        guard let end = Self.end(of: rest, "]]>") else { break }
        append(rest[..<end].dropFirst(9).dropLast(3))
        rest = rest[end...]
      } else if let tag = HTMLTag(rest) {
        apply(tag)
        rest = rest.dropFirst(tag.source.count)
      } else if Self.mayBeTag(rest) {
        break
      } else {
        append(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    append(rest.map { $0 == 0x0A ? 0x20 : $0 }[...])
  }

  /// Ends all that is open.
  mutating func finishHTML() {
    flushHTML()
    if html.isPreformatted { endPreformatted() }
    while let tag = html.tags.last { close(tag.name, isWritten: false) }
    closeContainers(downTo: 0)
  }

  private static func mayBeTag(_ text: ArraySlice<UInt8>) -> Bool {
    guard let next = text.dropFirst().first else { return true }
    return next == UInt8(ascii: "/") || 0x61...0x7A ~= next | 0x20
  }

  private static func end(of text: ArraySlice<UInt8>, _ closing: StaticString) -> Int? {
    let sign = Array(closing.description.utf8)
    var rest = text
    while let place = rest.firstIndex(of: sign[0]) {
      rest = rest[place...]
      if rest.starts(with: sign) { return place + sign.count }
      rest = rest.dropFirst()
    }
    return nil
  }

  // MARK: Text

  /// Skips to the end of a script or style sheet, or of the source.
  private mutating func skipHidden(
    _ name: String, in source: [UInt8], _ rest: inout ArraySlice<UInt8>
  ) {
    let start = rest.startIndex
    while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[place...]
      if rest.dropFirst().first == UInt8(ascii: "/"),
        rest.dropFirst(2).prefix(name.utf8.count).elementsEqual(name.utf8, by: { $0 | 0x20 == $1 })
      {
        guard let tag = HTMLTag(rest) else { break }
        hide(source[start..<place])
        close(name)
        rest = rest.dropFirst(tag.source.count)
        return
      }
      rest = rest.dropFirst()
    }
    hide(source[start...])
    rest = source[source.endIndex...]
  }

  /// The marks of clozes count where nothing is shown, too.
  private mutating func hide(_ text: ArraySlice<UInt8>) {
    html.isInComment = true
    append(text)
    html.isInComment = false
  }

  private mutating func addHTMLText(_ text: ArraySlice<UInt8>) {
    if html.isPreformatted {
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        // The line end after `<pre>` is none.
        if index > 0, index > 1 || !isAtLineStart || !found.isEmpty { addBreak() }
        append(Entities.decoded(line)[...])
      }
      return
    }
    // Blanks and line ends are one blank, none at the beginning of a line.
    var shown: [UInt8] = []
    var isAfterBlank = endsInBlank
    for byte in text {
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A
      if !isBlank { shown.append(byte) } else if !isAfterBlank { shown.append(0x20) }
      isAfterBlank = isBlank
    }
    append(Entities.decoded(shown[...])[...])
  }

  // MARK: Tags

  private mutating func apply(_ tag: HTMLTag) {
    spend(TextRoom.step)
    switch tag.name {
    case "br": addBreak()
    case "hr": if !isMuted { add(.rule) }
    case "img":
      addPicture(tag.attribute("src") ?? "")
    case "ul", "ol", "li", "table", "tr", "td", "th", "blockquote": applyContainer(tag)
    case "p", "h1", "h2", "h3", "h4", "h5", "h6":
      endPart()
      applyLook(tag)
    case "pre":
      if !tag.isEnd {
        endPart()
        applyLook(tag)
      } else if html.isPreformatted {
        endPreformatted()
      }
    case "rt":
      append([tag.isEnd ? UInt8(ascii: "]") : UInt8(ascii: "[")])
    default:
      if tag.isBlock, !isAtLineStart { addBreak() }
      if !tag.isEmpty { applyLook(tag) }
    }
  }

  private mutating func applyLook(_ tag: HTMLTag) {
    if tag.isEnd { return close(tag.name) }
    // Deeper than anybody writes; without a bound the cost could be quadratic.
    guard html.tags.count < 60 else { return }
    flush()
    var open = HTMLState.OpenTag(name: tag.name, start: found.count, part: parts.count)
    if tag.name == "a" { open.target = tag.attribute("href") }
    if !tag.isKnown {
      append(tag.source[...])
      flush()
      open.shown = String(decoding: tag.source, as: UTF8.self)
    }
    html.open(open)
  }

  private mutating func close(_ name: String, isWritten: Bool = true) {
    guard let place = html.tags.lastIndex(where: { $0.name == name }) else { return }
    flush()
    let tag = html.close(at: place)
    let start = tag.part == parts.count ? tag.start : 0
    switch name {
    case "sup": shift(since: start, .up)
    case "sub": shift(since: start, .down)
    default: if isWritten, let shown = tag.shown { removeRun(shown, at: start) }
    }
  }

  private mutating func endPreformatted() {
    let code = takeCode()
    while let place = html.tags.lastIndex(where: { $0.name == "pre" }) {
      _ = html.close(at: place)
    }
    if !code.isEmpty { parts.append(.block(.code(code, language: ""))) }
  }

  // MARK: Lists, tables, quotes

  private mutating func applyContainer(_ tag: HTMLTag) {
    guard !isMuted else { return }
    if tag.isEnd {
      if let place = html.containers.lastIndex(of: tag.name) { closeContainers(downTo: place) }
      return
    }
    switch tag.name {
    case "li":
      openParent(["ul", "ol"], otherwise: "ul")
    case "tr":
      openParent(["table"], otherwise: "table")
    case "td", "th":
      openParent(["table"], otherwise: "table", keeping: "tr")
      openParent(["tr"], otherwise: "tr")
    default: break
    }
    open(tag.name, start: tag.attribute("start").flatMap { Int($0) } ?? 1)
  }

  /// Closes down to the nearest of some containers, or opens one.
  private mutating func openParent(
    _ names: [String], otherwise name: String, keeping child: String? = nil
  ) {
    guard let place = html.containers.lastIndex(where: { names.contains($0) }) else {
      return open(name, start: 1)
    }
    let keeps = place + 1 < html.containers.count && html.containers[place + 1] == child
    closeContainers(downTo: place + (keeps ? 2 : 1))
  }

  private mutating func open(_ name: String, start: Int) {
    guard html.containers.count < 60 else { return }
    endPart()
    html.containers.append(name)
    switch name {
    case "ul": parts.append(.open(.list(start: nil, isTight: true)))
    case "ol": parts.append(.open(.list(start: start, isTight: true)))
    case "li": parts.append(.open(.item(isTicked: nil)))
    case "table": parts.append(.open(.table))
    case "tr": parts.append(.open(.row))
    case "blockquote": parts.append(.open(.quote))
    default: parts.append(.open(.cell))
    }
  }

  private mutating func closeContainers(downTo count: Int) {
    guard html.containers.count > count else { return }
    endPart()
    while html.containers.count > count {
      html.containers.removeLast()
      parts.append(.close)
    }
  }
}

/// Collects the runs of one paragraph, heading or cell.
struct InlineBuilder {
  var open: Unicode.Scalar = "\u{298B}"
  var close: Unicode.Scalar = "\u{298C}"
  var headingLevel = 1
  var language = ""
  private var found: [Inline] = []
  private var styles: [(emphasis: Run.Emphasis, kind: Run.Kind)] = [([], .text)]
  /// Emphasis that HTML tags switched on, by name.
  private var tags: [String] = []
  private var isCloze = false
  /// Inside `<script>` or `<style>`: nothing is shown until it ends.
  private var hiddenTag: String?
  /// An HTML comment that goes on in the next piece.
  private var isInComment = false
  private var picture: (source: String, found: [Inline])?

  /// Ends the part; blanks and breaks at both ends go.
  mutating func take() -> [Inline] {
    defer {
      found = []
      tags = []
      hiddenTag = nil
      isInComment = false
    }
    var result = found
    while case .lineBreak = result.last { result.removeLast() }
    while case .lineBreak = result.first { result.removeFirst() }
    if case .run(let run) = result.last, run.kind == .text {
      let trimmed = run.text.reversed().drop { $0 == " " || $0 == "\n" }
      result[result.count - 1] = .run(run.with(String(trimmed.reversed())))
    }
    return result.filter { $0 != .run(Run("")) }
  }

  /// Ends a block of code: its text, without the last line end.
  mutating func takeCode() -> String {
    var text = ""
    for case .run(let run) in found { text += run.text }
    found = []
    isCloze = false
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  // MARK: Styles

  mutating func push(_ emphasis: Run.Emphasis) {
    let outer = styles[styles.count - 1]
    styles.append((outer.emphasis.union(emphasis), outer.kind))
  }

  mutating func push(kind: Run.Kind) {
    styles.append((styles[styles.count - 1].emphasis, kind))
  }

  mutating func pop() {
    if styles.count > 1 { styles.removeLast() }
  }

  // MARK: Text

  mutating func addBreak() {
    if hiddenTag == nil { found.append(.lineBreak) }
  }

  /// Adds text; the marks of a cloze switch its style and show as brackets.
  mutating func add(_ text: String) {
    guard hiddenTag == nil else { return }
    var piece = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == open {
        append(piece)
        piece = String.UnicodeScalarView()
        isCloze = true
        piece.append("[")
      } else if scalar == close {
        piece.append("]")
        append(piece)
        piece = String.UnicodeScalarView()
        isCloze = false
      } else {
        piece.append(scalar)
      }
    }
    append(piece)
  }

  private mutating func append(_ piece: String.UnicodeScalarView) {
    guard !piece.isEmpty else { return }
    let style = styles[styles.count - 1]
    let emphasis = tags.reduce(style.emphasis) { $0.union(HTMLTag.emphasis(of: $1)) }
    let kind = tags.contains("code") || tags.contains("kbd") ? .code : style.kind
    let run = Run(String(piece), kind: kind, emphasis: emphasis, isCloze: isCloze)
    if case .run(let last) = found.last, last.looks(like: run) {
      found[found.count - 1] = .run(last.with(last.text + run.text))
    } else {
      found.append(.run(run))
    }
  }

  // MARK: Pictures

  mutating func beginPicture(_ source: String) {
    picture = (source, found)
    found = []
  }

  mutating func endPicture() {
    guard let (source, before) = picture else { return }
    let wasCloze = isCloze
    found = before
    picture = nil
    let name = source.split(separator: "/").last.map(String.init) ?? source
    push(kind: .picture)
    add("[picture: \(name)]")
    pop()
    isCloze = wasCloze
  }

  // MARK: HTML

  /// Adds a piece of HTML: one tag, or whole lines of a block.
  mutating func addHTML(_ html: String) {
    var rest = html[...]
    while let next = rest.first {
      if isInComment {
        guard let end = rest.firstRange(of: "-->") else { return }
        isInComment = false
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!--") {
        isInComment = true
        rest = rest.dropFirst(4)
      } else if next == "<", let end = rest.firstIndex(of: ">") {
        apply(HTMLTag(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.dropFirst().firstIndex(of: "<") ?? rest.endIndex
        let text = rest[..<end].map { $0.isNewline ? " " : String($0) }.joined()
        add(Entities.decoding(text))
        rest = rest[end...]
      }
    }
  }

  private mutating func apply(_ tag: HTMLTag) {
    if let hidden = hiddenTag {
      if tag.isEnd, tag.name == hidden { hiddenTag = nil }
      return
    }
    switch tag.name {
    case "script", "style": if !tag.isEnd { hiddenTag = tag.name }
    case "br": found.append(.lineBreak)
    case "p", "div", "li", "tr", "hr", "ul", "ol", "table":
      if case .lineBreak = found.last { return }
      if !found.isEmpty { found.append(.lineBreak) }
    case "img": add("[picture: \(tag.sourceName)]")
    default:
      if tag.isEnd {
        if let place = tags.lastIndex(of: tag.name) { tags.remove(at: place) }
      } else if !tag.isEmpty {
        tags.append(tag.name)
      }
    }
  }
}

extension Run {
  func with(_ text: String) -> Run {
    var run = self
    run.text = text
    return run
  }

  func looks(like other: Run) -> Bool {
    kind == other.kind && emphasis == other.emphasis && isCloze == other.isCloze
  }
}

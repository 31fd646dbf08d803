import DeckFormat
import Neighbours
import StudyDomain

/// A note of another program as a block of a deck file, read back to be sure of it.
struct NeighbourBlock: Hashable {
  var text: String
  /// In the order of the cards.
  var keys: [CardKey]
}

/// Writes notes of other programs in our own notation.
struct NeighbourBlockWriter {
  private let reader = DeckReader()

  /// The block of a note; nil when no text of ours would be read back as the same cards.
  ///
  /// `level` is that of the deepest section it may stand in, 0 for none: a heading in a text ends
  /// the card where it is no deeper than that.
  func block(
    _ note: NeighbourNote, tags: [String], id: String?, level: Int
  ) -> NeighbourBlock? {
    for body in bodies(note.content) {
      let head = directive(tags: tags, ask: note.ask, id: id)
      if let block = read(head + body.text, body, level) { return block }
    }
    return nil
  }

  private func directive(tags: [String], ask: AskMode?, id: String?) -> String {
    var parts: [String] = []
    if !tags.isEmpty { parts.append("tags: " + tags.joined(separator: " ")) }
    if let ask { parts.append("ask: \(ask.word)") }
    if let id { parts.append("id: \(id)") }
    return parts.isEmpty ? "" : "<!-- \(parts.joined(separator: "; ")) -->\n"
  }

  // MARK: Ways of writing

  /// A way of writing, and what must be read back.
  private struct Body {
    var text: String
    /// Nil, as are the fields, for a block that is taken as it is.
    var form: NoteForm?
    var fields: [String]?
    var cards: Int?
    var keys: [CardKey]?
  }

  /// The best first.
  private func bodies(_ content: NeighbourNote.Content) -> [Body] {
    switch content {
    case .block(let text, let keys):
      return [Body(text: text, cards: keys.count, keys: keys)]
    case .basic(let front, let back): return sides(front, back, isReversible: false)
    case .reversible(let front, let back): return sides(front, back, isReversible: true)
    case .cloze(let text, let extra): return [cloze(text, extra, cards: nil)]
    case .gaps(let pieces, let extra): return gaps(pieces, extra)
    case .html(let front, let back, let isReversible):
      if let one = FieldText.markdown(ofHTML: front), let other = FieldText.markdown(ofHTML: back) {
        return sides(one, other, isReversible: isReversible)
      }
      return isReversible ? [] : [typed(front, back, isHTML: true)]
    }
  }

  private func sides(_ front: String, _ back: String, isReversible: Bool) -> [Body] {
    let front = Flattened.trimmed(front)
    let back = Flattened.trimmed(back)
    let letters = isReversible ? ("T", "D") : ("Q", "A")
    let plain = Body(
      text: Self.part(letters.0, front) + "\n\n" + Self.part(letters.1, back),
      form: isReversible ? .term : .basic, fields: [front, back], cards: isReversible ? 2 : 1)
    return isReversible ? [plain] : [plain, typed(front, back, isHTML: false)]
  }

  private func cloze(_ text: String, _ extra: String, cards: Int?) -> Body {
    let text = Flattened.trimmed(text)
    let extra = Flattened.trimmed(extra)
    return Body(
      text: Self.part("C", text) + (extra.isEmpty ? "" : "\n\n" + Self.part("A", extra)),
      form: .cloze, fields: extra.isEmpty ? [text] : [text, extra], cards: cards)
  }

  /// Brackets where every gap is asked alone and no other bracket stands in the text; else numbers.
  private func gaps(_ pieces: [NeighbourNote.Piece], _ extra: String) -> [Body] {
    var bracketed = ""
    var numbered = ""
    var groups: Set<Int> = []
    var highest = 0
    var isPlain = true
    for case .gap(_, let group) in pieces { highest = max(highest, group ?? 0) }
    for piece in pieces {
      switch piece {
      case .text(let text):
        bracketed += text
        numbered += text
        if text.contains("[") || text.contains("]") { isPlain = false }
      case .gap(let text, let group):
        if group != nil || text.contains("[") || text.contains("]") { isPlain = false }
        if group == nil { highest += 1 }
        let number = group ?? highest
        groups.insert(number)
        bracketed += "[\(text)]"
        numbered += "{{c\(number)::\(text)}}"
      }
    }
    let numbers = cloze(numbered, extra, cards: groups.count)
    return isPlain ? [cloze(bracketed, extra, cards: groups.count), numbers] : [numbers]
  }

  /// `N: Basic`, which holds any text: the first field is asked, the other is the answer.
  private func typed(_ front: String, _ back: String, isHTML: Bool) -> Body {
    var text = "N: Basic"
    for (name, value) in [("Front", front), ("Back", back)] {
      let bytes = Array(value.utf8)
      let run = bytes.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
      let fence = String(repeating: "`", count: max(3, run + 1))
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }
      text += "\n- \(name)\(isHTML ? " (html)" : ""):"
      if !value.isEmpty {
        text +=
          "\n  \(fence)\(isHTML ? "html" : "text")\n\(lines.joined(separator: "\n"))\n  \(fence)"
      }
    }
    return Body(text: text, form: .note, fields: [front, back], cards: 1)
  }

  /// `Q: text`, lines that would open a card or end it escaped.
  private static func part(_ letter: String, _ text: String) -> String {
    guard !text.isEmpty else { return "\(letter):" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A list, a fence or a table begins on a line of its own.
    let isBlock = lines[0].utf8.first.map { "-*+`~|>#0123456789".utf8.contains($0) } ?? false
    let written = lines.enumerated().map { index, line in
      (index > 0 || isBlock) && opens(line) ? "\\\(line)" : String(line)
    }
    return "\(letter):\(isBlock && lines.count > 1 ? "\n\n" : " ")"
      + written.joined(separator: "\n")
  }

  private static func opens(_ line: Substring) -> Bool {
    let bytes = Array(line.utf8)
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), "QACTDN".utf8.contains(bytes[0]) {
      return true
    }
    return bytes.starts(with: "---".utf8) && bytes.dropFirst(3).allSatisfy(Flattened.isBlank)
  }

  // MARK: Reading back

  /// Behind it stands what would show a fence or a comment that nothing closes.
  private static let sentinel = """


    Q: sentinel

    A: text

    ```
    fence
    ```

    ~~~
    fence
    ~~~

    <!-- end -->
    """

  private func read(_ text: String, _ body: Body, _ level: Int) -> NeighbourBlock? {
    let block = Array(text.utf8)
    let section = level > 0 ? String(repeating: "#", count: min(level, 6)) + " section\n\n" : ""
    let bytes = Array(section.utf8) + block + Array(Self.sentinel.utf8)
    let deck = reader.read(bytes, path: "")
    guard deck.notes.count == 2, let note = deck.notes.first,
      body.form.map({ $0 == note.form }) ?? true,
      Int(note.offset) == section.utf8.count, Int(note.length) == block.count,
      deck.cards(of: deck.notes[1]).count == 1,
      note.cardCount > 0, body.cards.map({ $0 == Int(note.cardCount) }) ?? true
    else { return nil }
    let content = NoteContent(
      block: Array(bytes[note.byteRange]), note: note, noteTypes: reader.settings.noteTypes)
    if let fields = body.fields, content.fields.map(\.value) != fields { return nil }
    let keys = deck.cards(of: note).map(\.key)
    // What was pinned here on purpose has keys of its own.
    if let expected = body.keys, keys != expected, content.pinnedID == nil { return nil }
    return NeighbourBlock(text: text, keys: keys)
  }
}

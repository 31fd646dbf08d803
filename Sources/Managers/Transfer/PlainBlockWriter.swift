import AnkiExchange
import DeckFormat
import StudyDomain

/// Writes blocks of notes whose texts nothing can be read into.
///
/// What reading them would find is worked out from their fields. All others it leaves to
/// `NoteBlockWriter`, which reads what it wrote.
final class PlainBlockWriter {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private let notation: NoteNotation
  private let typeName: String
  private let draft: DraftNote
  private let words: NoteWords.Common?
  /// By field of the type: what stands before its value, for Markdown and for HTML.
  private let heads: [(markdown: [UInt8], html: [UInt8])]
  /// By field: what its hash begins with.
  private let hashHeads: [(markdown: [UInt8], html: [UInt8])]
  /// By template: the number of its cards in Anki.
  private let ordinals: [Int]
  private let opener: [UInt8]
  private let scratch = MarkdownScratch()
  private let second = MarkdownScratch()
  private var text: [UInt8] = []
  private var hashed: [UInt8] = []

  /// `asLetters` writes `Q:` and `A:` or `T:` and `D:`, else `N:`.
  init(_ writer: NoteBlockWriter, asLetters: Bool) {
    let type = writer.noteType
    typeName = writer.typeName
    notation = asLetters ? writer.notation : .typed
    let names = asLetters ? ["Front", "Back"] : type.fields
    draft = DraftNote(type: writer.typeName, fields: names, noteType: type)
    words =
      writer.showsTags
      ? nil
      : NoteWords.Common(
        form: writer.form(of: notation), typeName: asLetters ? nil : writer.typeName, type: type)
    heads = names.map { (Array("\n- \($0):".utf8), Array("\n- \($0) (html):".utf8)) }
    hashHeads = names.enumerated().map { place, name in
      let start = (place > 0 ? "\u{1F}" : "") + name + "\u{1E}"
      return (Array("\(start)\u{1E}".utf8), Array("\(start)html\u{1E}".utf8))
    }
    ordinals = type.templates.map { template in
      type.templates.firstIndex { $0.name == template.name } ?? 0
    }
    opener = Array("N: \(writer.typeName)".utf8)
  }

  enum Outcome {
    case block(NoteBlock)
    /// Letters cannot hold it.
    case notLetters
    /// Only reading tells what the block is.
    case doubtful
  }

  func block(_ note: NoteBlockWriter.Packed) -> Outcome {
    text.removeAll(keepingCapacity: true)
    hashed.removeAll(keepingCapacity: true)
    draft.begin()
    var (fields, tags) = (note.note.joinedFields, note.note.joinedTags)
    let isTyping: Bool =
      switch notation {
      case .basic(let isTyped), .term(let isTyped), .cloze(let isTyped): isTyped
      case .typed: false
      }
    guard tags.withUTF8({ addDirectives(tags: $0, asksToType: isTyping) }) else {
      return .doubtful
    }
    return fields.withUTF8 { fields in
      switch notation {
      case .basic: lettered(fields, note.cards, "Q", "A", isReversible: false)
      case .term: lettered(fields, note.cards, "T", "D", isReversible: true)
      case .typed: typed(fields)
      case .cloze: .doubtful
      }
    }
  }

  // MARK: Directives

  /// Adds the line above the card; false for tags that have to be changed for it.
  private func addDirectives(tags: Bytes, asksToType: Bool) -> Bool {
    var hasTags = false
    var place = 0
    while place < tags.count {
      guard tags[place] != UInt8(ascii: " ") else {
        place += 1
        continue
      }
      let start = place
      while place < tags.count, tags[place] != UInt8(ascii: " ") {
        guard Self.isSafeInTag(tags, place) else { return false }
        place += 1
      }
      let word = Bytes(rebasing: tags[start..<place])
      if Self.isEvent(word) { continue }
      append(hasTags ? " " : "<!-- tags: ")
      text.append(contentsOf: word)
      hasTags = true
    }
    if asksToType { append(hasTags ? "; ask: type" : "<!-- ask: type") }
    if hasTags || asksToType { append(" -->\n") }
    return true
  }

  /// Nothing that ends a tag or begins something else in a directive.
  private static func isSafeInTag(_ tags: Bytes, _ place: Int) -> Bool {
    let byte = tags[place]
    switch byte {
    case 0...0x20, 0x7F, 0xF4, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "#"):
      return false
    case UInt8(ascii: "-"): return place + 1 == tags.count || tags[place + 1] != byte
    // Ideographic blanks separate tags too.
    case 0xE3:
      return !(place + 2 < tags.count && tags[place + 1] == 0x80 && tags[place + 2] == 0x80)
    default: return true
    }
  }

  /// `marked` and `leech` are events.
  private static func isEvent(_ word: Bytes) -> Bool {
    guard word.count == 5 || word.count == 6 else { return false }
    let event: StaticString = word.count == 5 ? "leech" : "marked"
    return word.indices.allSatisfy { word[$0] | 0x20 == event.utf8Start[$0] }
  }

  // MARK: Blocks

  private func typed(_ fields: Bytes) -> Outcome {
    text += opener
    var start = 0
    for place in heads.indices {
      guard start <= fields.count else { return .doubtful }
      let end = Self.end(ofField: start, fields)
      let field = Bytes(rebasing: fields[start..<end])
      start = end + 1
      let markdown = FieldText.markdown(ofHTML: field, scratch)
      let value = markdown ?? field
      let head = markdown == nil ? heads[place].html : heads[place].markdown
      let hashHead = markdown == nil ? hashHeads[place].html : hashHeads[place].markdown
      text += head
      guard addValue(value) else { return .doubtful }
      hashed += hashHead
      hashed.append(contentsOf: value)
      draft.add(value, isHTML: markdown == nil)
    }
    guard let cards = draft.typedCards() else { return .doubtful }
    return block(cards, trimmed: 0) { ordinals[$0] }
  }

  private static func end(ofField start: Int, _ fields: Bytes) -> Int {
    fields[start...].firstIndex(of: 0x1F) ?? fields.count
  }

  /// Adds a value below a note of a type; false where its lines could be read as something else.
  private func addValue(_ value: Bytes) -> Bool {
    guard let first = value.first, let last = value.last else { return true }
    let signs = TextSigns(value)
    guard !signs.isOdd, !Flattened.isBlank(first), !Flattened.isBlank(last) else { return false }
    guard signs.hasLines else {
      append(" ")
      text.append(contentsOf: value)
      return true
    }
    guard !signs.mayHaveMarks, !value.indices.contains(where: { FieldText.has("-->", value, $0) })
    else { return false }
    append("\n")
    var place = 0
    while place < value.count {
      let end = value[place...].firstIndex(of: UInt8(ascii: "\n")) ?? value.count
      if place > 0 { append("\n") }
      if end > place {
        append("  ")
        text.append(contentsOf: value[place..<end])
      }
      place = end + 1
    }
    return true
  }

  private func lettered(
    _ fields: Bytes, _ cards: ArraySlice<AnkiCard>, _ front: StaticString, _ back: StaticString,
    isReversible: Bool
  ) -> Outcome {
    var ordinals = (first: false, second: false)
    for card in cards {
      switch card.ordinal {
      case 0: ordinals.first = true
      case 1: ordinals.second = true
      default: return .doubtful
      }
    }
    guard ordinals == (true, isReversible) else { return .doubtful }
    let end = Self.end(ofField: 0, fields)
    guard end < fields.count, Self.end(ofField: end + 1, fields) == fields.count else {
      return .doubtful
    }
    let texts = (Bytes(rebasing: fields[..<end]), Bytes(rebasing: fields[(end + 1)...]))
    let kept = (Self.trimmed(texts.0), Self.trimmed(texts.1))
    guard let question = FieldText.markdown(ofHTML: kept.0, scratch), !question.isEmpty,
      let answer = FieldText.markdown(ofHTML: kept.1, second)
    else { return .notLetters }
    guard addPart(front, question) else { return .doubtful }
    append("\n\n")
    guard addPart(back, answer) else { return .doubtful }
    draft.add(question, isHTML: false)
    draft.add(answer, isHTML: false)
    hashed += hashHeads[0].markdown
    hashed.append(contentsOf: question)
    hashed += hashHeads[1].markdown
    hashed.append(contentsOf: answer)
    guard let cards = draft.basicCards(isReversible: isReversible) else { return .doubtful }
    let trimmed =
      (kept.0.count == texts.0.count ? 0 : 1) + (kept.1.count == texts.1.count ? 0 : 1)
    return block(cards, trimmed: trimmed) { $0 }
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    var (start, end) = (0, text.count)
    while start < end, Flattened.isBlank(text[start]) { start += 1 }
    while end > start, Flattened.isBlank(text[end - 1]) { end -= 1 }
    return Bytes(rebasing: text[start..<end])
  }

  /// Adds a part of a card; false where one of its lines could be read as something else.
  private func addPart(_ letter: StaticString, _ part: Bytes) -> Bool {
    append(letter)
    append(":")
    guard let first = part.first, let last = part.last else { return true }
    let signs = TextSigns(part)
    guard !signs.isOdd, !Flattened.isBlank(first), !Flattened.isBlank(last) else { return false }
    if signs.hasLines {
      for place in part.indices.dropLast() where part[place] == UInt8(ascii: "\n") {
        guard Self.isSafeLine(part, place + 1) else { return false }
      }
    }
    append(" ")
    text.append(contentsOf: part)
    return true
  }

  /// A line begins with nothing that opens or ends a card, a fence, a comment or a heading.
  private static func isSafeLine(_ part: Bytes, _ start: Int) -> Bool {
    let next = start + 1 < part.count ? part[start + 1] : UInt8(ascii: "\n")
    switch part[start] {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return next != UInt8(ascii: ":")
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF,
      UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "*"):
      return true
    case UInt8(ascii: "\\"):
      return next != UInt8(ascii: "-") && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= next)
    default: return false
    }
  }

  private func block(
    _ cards: [DraftNote.Card], trimmed: Int, _ ordinal: (Int) -> Int
  ) -> Outcome {
    var keys = [Int: CardKey](minimumCapacity: cards.count)
    for card in cards { keys[ordinal(card.place)] = card.key }
    return .block(
      NoteBlock(
        text: String(decoding: text, as: UTF8.self), keys: keys,
        contentHash: TransferHash.hex(hashed), trimmed: trimmed,
        typeName: notation == .typed ? typeName : nil,
        words: words.map { NoteWords.Draft(cards, $0) }))
  }

  private func append(_ word: StaticString) {
    text.append(contentsOf: Bytes(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}

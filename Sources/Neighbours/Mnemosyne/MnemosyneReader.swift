import StudyDomain

/// Reads the XML of Mnemosyne 1, which later versions and other programs import too.
///
/// Days of a schedule count from `time_of_start`; a card `….inv` is the other direction of its
/// fellow, `….tr.1` the second card of one with three sides.
struct MnemosyneReader {
  private struct Item {
    var id = ""
    var line = 0
    var attributes: [String: String] = [:]
    var category = ""
    var question = ""
    var answer = ""
  }

  private var scanner: XMLScanner
  private var items: [Item] = []
  private var start: Int64?

  private init(_ bytes: [UInt8]) {
    scanner = XMLScanner(bytes)
  }

  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var reader = MnemosyneReader(bytes)
    let isWhole = reader.readItems()
    var deck = NeighbourDeck(path: path, format: .mnemosyne)
    if !isWhole {
      deck.problems.append(
        Problem(
          .error, path: path, message: "The file ends in the middle.",
          nextStep: "Export it again; the cards before that are taken."))
    }
    reader.makeNotes(&deck)
    return deck
  }

  /// False when the root is never closed.
  private mutating func readItems() -> Bool {
    var item: Item?
    var part: String?
    var text = ""
    while let event = scanner.next() {
      switch event {
      case .start("mnemosyne", let attributes, _):
        start = attributes["time_of_start"].flatMap { Int64($0) }
      case .start("item", let attributes, let line):
        item = Item(id: attributes["id"] ?? "", line: line, attributes: attributes)
      case .start(let name, _, _):
        part = name
        text = ""
      case .text(let more):
        if part != nil { text += more }
      case .end("item"):
        if let item { items.append(item) }
        item = nil
      case .end("mnemosyne"): return true
      case .end(let name):
        switch name {
        case "cat": item?.category = Trimmed.text(text)
        case "Q": item?.question = Trimmed.lines([text])
        case "A": item?.answer = Trimmed.lines([text])
        default: break
        }
        part = nil
      }
    }
    return false
  }

  private mutating func makeNotes(_ deck: inout NeighbourDeck) {
    var others: [String: Int] = [:]
    for (number, item) in items.enumerated() where item.id.hasSuffix(".inv") {
      others[String(item.id.dropLast(4))] = number
    }
    let ids = Set(items.map(\.id))
    for item in items {
      if item.id.hasSuffix(".inv"), ids.contains(String(item.id.dropLast(4))) { continue }
      guard !item.question.isEmpty else {
        deck.problems.append(
          Problem(
            .error, path: deck.path, line: item.line, message: "The card has no question.",
            nextStep: "It is left out; give it one in Mnemosyne and export again."))
        continue
      }
      let other = item.id.isEmpty ? nil : others[item.id].map { items[$0] }
      let front = Self.html(item.question)
      let back = Self.html(item.answer)
      let isPair = other.map { $0.question == item.answer && $0.answer == item.question } ?? false
      add(item, front, back, [item] + (isPair ? [other].compactMap { $0 } : []), &deck)
      if let other, !isPair {
        add(other, Self.html(other.question), Self.html(other.answer), [other], &deck)
      }
    }
  }

  private func add(
    _ item: Item, _ front: String, _ back: String, _ cards: [Item], _ deck: inout NeighbourDeck
  ) {
    var note = NeighbourNote(
      .html(front: front, back: back, isReversible: cards.count == 2), line: item.line)
    if !item.category.isEmpty, item.category != "<default>", item.category != "__UNTAGGED__" {
      // A tag of many levels, and one word.
      note.tags = [String(item.category.map { $0.isWhitespace ? "_" : $0 })]
    }
    let pasts = cards.map(past)
    if pasts.contains(where: { $0 != nil }) { note.pasts = pasts }
    deck.notes.append(note)
  }

  /// A line end in Mnemosyne is one on the screen.
  private static func html(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  /// Nil for a card that was never learned.
  private func past(_ item: Item) -> NeighbourPast? {
    func number(_ name: String) -> Int? {
      item.attributes[name].flatMap { Double($0) }.flatMap {
        $0.isFinite && abs($0) < 1_000_000 ? Int($0) : nil
      }
    }
    guard let start, let grade = number("gr"), grade >= 2, let last = number("l_rp"),
      let next = number("n_rp"), next > last, last >= 0
    else { return nil }
    let first = Int(start / 86_400)
    var schedule = NeighbourPast.Schedule(
      due: .day(StudyDay(first + next)), intervalDays: min(next - last, 36_500))
    schedule.last = .day(StudyDay(first + last))
    let ease = item.attributes["e"].flatMap { Double($0) } ?? 2.5
    schedule.ease = ease.isFinite ? min(max(ease, 1.3), 10) : 2.5
    schedule.reps = min(max(0, (number("ac_rp") ?? 0) + (number("rt_rp") ?? 0)), 999_999)
    schedule.lapses = min(max(0, number("lps") ?? 0), 999_999)
    return NeighbourPast(schedule: schedule)
  }
}

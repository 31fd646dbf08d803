import AnkiExchange
import FileStorage
import History
import StudyDomain

extension AnkiOriginals {
  /// The name of the file that belongs to a ledger.
  static func name(beside ledger: String) -> String {
    (ledger.hasSuffix(".json") ? String(ledger.dropLast(5)) : ledger) + suffix
  }

  /// What became of a card of a new note here.
  struct Outcome: Sendable {
    /// Here no text makes such a card.
    var isLost: Bool
    /// The newest event of its schedule.
    var lastEvent: EventName?
    var memory: MemoryState?
  }

  /// What their file begins with.
  static func writeHead(_ contents: PackageContents, to rows: inout JSONLine) {
    rows.array { row in
      row.put("anki rows")
      row.put(1)
      row.put(contents.firstDay)
    }
    rows.end()
  }

  /// Keeps the card at a place of the package, and its answers.
  static func writeCard(
    _ place: Int, _ outcome: Outcome, _ contents: PackageContents, to rows: inout JSONLine
  ) {
    row(of: contents.cards[place], outcome, contents).write(to: &rows)
    rows.end()
    let reviews = contents.reviews(ofCardAt: place)
    guard !reviews.isEmpty else { return }
    rows.array { row in
      row.put("log")
      row.put(contents.cards[place].id)
      row.put { LogText.append(reviews, to: &$0) }
    }
    rows.end()
  }

  /// Keeps what text and ledger do not say of a note; often nothing.
  static func writeNote(_ note: AnkiNote, to rows: inout JSONLine) {
    let hasBlanks = hasOuterBlanks(note.joinedFields)
    guard hasBlanks || !note.joinedTags.isEmpty else { return }
    var again = note
    again.tags = ImportPlan.tags(note) + ImportPlan.eventTags(note)
    let isPlain = again.joinedTags == note.joinedTags
    guard hasBlanks || !isPlain else { return }
    rows.array { row in
      row.put("note")
      row.put(note.guid)
      if isPlain { row.null() } else { row.put(note.joinedTags) }
      row.array { row in
        guard hasBlanks else { return }
        for field in note.fields {
          let before = field.utf8.prefix(while: Flattened.isBlank)
          row.put(String(Substring(before)))
          row.put(
            before.count == field.utf8.count
              ? "" : String(Substring(field.utf8.reversedSuffix(while: Flattened.isBlank))))
        }
      }
    }
    rows.end()
  }

  /// Whether a field begins or ends with a blank.
  private static func hasOuterBlanks(_ joinedFields: String) -> Bool {
    var text = joinedFields
    return text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return false }
      if Flattened.isBlank(first) || Flattened.isBlank(last) { return true }
      // Neither end is a mark between fields that has no neighbour.
      for place in 1..<max(1, bytes.count - 1) where bytes[place] == 0x1F {
        if Flattened.isBlank(bytes[place - 1]) || Flattened.isBlank(bytes[place + 1]) {
          return true
        }
      }
      return false
    }
  }

  private static func row(
    of card: AnkiCard, _ outcome: Outcome, _ contents: PackageContents
  ) -> Card {
    Card(
      card: card, deck: contents.decks[card.deckID]?.name ?? "Default",
      homeDeck: card.originalDeckID == 0
        ? nil : contents.decks[card.originalDeckID]?.name ?? "Default",
      lastEvent: outcome.lastEvent, memory: outcome.memory, isLost: outcome.isLost)
  }
}

extension AnkiOriginals.Card {
  /// Writes the line, without its end.
  fileprivate func write(to rows: inout JSONLine) {
    rows.array { row in
      row.put("card")
      row.put(card.id)
      row.put(card.noteID)
      row.put(deck)
      if let homeDeck { row.put(homeDeck) } else { row.null() }
      row.put(card.ordinal)
      row.put(card.modified)
      row.put(card.kind.rawValue)
      row.put(card.queue.rawValue)
      row.put(card.due)
      row.put(card.intervalDays)
      row.put(card.easePermille)
      row.put(card.repetitions)
      row.put(card.lapses)
      row.put(card.stepsLeft)
      row.put(card.originalDue)
      row.put(card.flags)
      if let position = card.originalPosition { row.put(position) } else { row.null() }
      for number in [card.stability, card.difficulty, card.desiredRetention, card.decay] {
        row.put(number)
      }
      if let last = card.lastReview { row.put(last) } else { row.null() }
      row.put(card.customData)
      if let lastEvent { row.put(lastEvent.text) } else { row.null() }
      row.put(memory?.stability)
      row.put(memory?.difficulty)
      row.put(isLost)
    }
  }
}

extension Substring.UTF8View {
  fileprivate func reversedSuffix(while isIn: (UInt8) -> Bool) -> Substring.UTF8View {
    var start = endIndex
    while start > startIndex, isIn(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

extension String.UTF8View {
  fileprivate func reversedSuffix(while isIn: (UInt8) -> Bool) -> Substring.UTF8View {
    self[...].reversedSuffix(while: isIn)
  }
}

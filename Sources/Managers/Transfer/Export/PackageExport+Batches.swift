import AnkiExchange
import StudyDomain

// Notes are prepared on all processors while those before them are taken in their order.
extension PackageExport {
  /// Notes that are prepared, and what is known of their cards.
  struct Batch: Sendable {
    var numbers: [Int]
    var rows: OriginalRows
    var pieces: [NotePreparer.Piece]
  }

  /// Begins to prepare notes from a place on, on other threads; nil behind the last.
  func prepare(
    from start: Int, _ count: Int, _ texts: inout ExportTexts
  ) -> Beside<Batch>? {
    guard start < notes.count else { return nil }
    let numbers = Array(notes[start..<min(start + count, notes.count)])
    let work = texts.work(for: numbers)
    var blank = blankShapes
    blank.typed = shapes.typed
    return Beside { [known, originals, preparer, blank] in
      var cards: [Int64] = []
      for number in numbers {
        known.forEachCardID(ofNote: number) { cards.append($0) }
        if !originals.lostCards.isEmpty, let note = known[number] {
          cards += originals.lostCards[note.id] ?? []
        }
      }
      let rows = try OriginalRows(originals, ofCards: cards)
      let pieces = work.inPieces { places, text in
        Result {
          var piece = NotePreparer.Piece()
          var shapes = blank
          piece.notes.reserveCapacity(places.count)
          for place in places {
            let note = try text(place).map {
              try preparer.prepare(numbers[place], $0, rows, &shapes, into: &piece.reviews)
            }
            piece.notes.append(note)
          }
          return piece
        }
      }
      return Batch(numbers: numbers, rows: rows, pieces: try pieces.map { try $0.get() })
    }
  }

  /// Takes prepared notes in their order while the next are prepared; those.
  ///
  /// Nothing is at work any more when it returns or throws, so that the main actor may give way.
  mutating func take(_ batch: Batch, while next: Beside<Batch>?) throws -> Batch? {
    do {
      var place = 0
      for piece in batch.pieces {
        for note in piece.notes {
          try add(batch.numbers[place], note, batch.rows, piece.reviews)
          place += 1
        }
      }
    } catch {
      _ = try? next?.value()
      throw error
    }
    return try next?.value()
  }
}

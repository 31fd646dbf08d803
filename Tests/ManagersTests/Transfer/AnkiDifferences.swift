import AnkiExchange
import Foundation
import Glibc
import Testing

/// The lines of Documentation/anki-differences.txt, which Tools/anki_round_trip.py reads too.
struct AnkiDifferences {
  struct Line: Hashable {
    var fixture: String
    var path: String
  }

  let lines: [Line]

  init() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/anki-differences.txt").standardized
    let text = try String(contentsOf: url, encoding: .utf8)
    lines = try text.split(separator: "\n").filter { $0.first != "#" }.map { line in
      let parts = line.split(separator: "\t")
      try #require(parts.count == 3, "fixture, path and reason between tabs: \(line)")
      return Line(fixture: String(parts[0]), path: String(parts[1]))
    }
  }

  /// The lines that a package may need.
  func lines(of fixture: String) -> [Line] {
    lines.filter { fnmatch($0.fixture, fixture, 0) == 0 }
  }

  static func matches(_ line: Line, _ path: String) -> Bool {
    fnmatch(line.path, path, 0) == 0
  }
}

/// What two collections say differently, as paths such as `cards/1741095002000/queue`.
struct CollectionComparison {
  private(set) var paths: [String] = []

  init(_ first: AnkiCollection, _ second: AnkiCollection) {
    compare("notes", first.notes, second.notes, \.id, Self.members)
    compare(
      "cards", first.cards.map { ($0, first) }, second.cards.map { ($0, second) }, \.0.id
    ) { Self.members(of: $0.0, in: $0.1) }
    compare("tags", Self.tags(first), Self.tags(second), \.self) { _ in [:] }
    if first.graves.isEmpty != second.graves.isEmpty { paths.append("graves") }
    if Self.log(first) != Self.log(second) { paths.append("revlog") }
    let used = Set(first.notes.map(\.noteTypeID))
    compare(
      "notetypes", first.noteTypes.filter { used.contains($0.id) },
      second.noteTypes.filter { used.contains($0.id) }, \.id
    ) {
      ["fields": "\($0.fields)", "templates": "\($0.templates)", "css": $0.css, "name": $0.name]
    }
  }

  private mutating func compare<Element, ID: Hashable & CustomStringConvertible & Comparable>(
    _ name: String, _ first: [Element], _ second: [Element], _ id: (Element) -> ID,
    _ members: (Element) -> [String: String]
  ) {
    let one = Dictionary(first.map { (id($0), $0) }, uniquingKeysWith: { $1 })
    let other = Dictionary(second.map { (id($0), $0) }, uniquingKeysWith: { $1 })
    for id in Set(one.keys).union(other.keys).sorted() {
      guard let before = one[id].map(members), let after = other[id].map(members) else {
        paths.append("\(name)/\(id)")
        continue
      }
      for key in before.keys.sorted() where before[key] != after[key] {
        paths.append("\(name)/\(id)/\(key)")
      }
    }
  }

  private static func members(of note: AnkiNote) -> [String: String] {
    [
      "guid": note.guid, "type": "\(note.noteTypeID)", "mod": "\(note.modified)",
      "tags": note.joinedTags, "fields": note.joinedFields,
    ]
  }

  private static func members(of card: AnkiCard, in collection: AnkiCollection) -> [String: String]
  {
    func deck(_ id: Int64) -> String { collection.decks.first { $0.id == id }?.name ?? "" }
    func day(_ number: Int64) -> Int64 {
      let east = -Int64(collection.creationOffsetMinutes ?? 0) * 60
      return number + (collection.created + east) / 86_400
    }
    let due: String =
      switch card.dueForm {
      case .day(let number): "day \(day(number))"
      case .position(let place): "place \(place)"
      case .time(let seconds): "time \(seconds)"
      case .filteredRank: "rank"
      }
    return [
      "note": "\(card.noteID)", "ord": "\(card.ordinal)", "deck": deck(card.deckID),
      "home": deck(card.homeDeckID), "mod": "\(card.modified)", "type": "\(card.kind)",
      "queue": "\(card.queue)", "due": due, "interval": "\(card.intervalDays)",
      "ease": "\(card.easePermille)", "reps": "\(card.repetitions)", "lapses": "\(card.lapses)",
      "left": "\(card.stepsLeft)", "flags": "\(card.flags)",
      "data": "\(card.stability as Any) \(card.difficulty as Any) \(card.desiredRetention as Any) "
        + "\(card.decay as Any) \(card.customData) \(card.originalPosition as Any)",
    ]
  }

  private static func tags(_ collection: AnkiCollection) -> [String] {
    Array(Set(collection.tags.map(\.name)))
  }

  private static func log(_ collection: AnkiCollection) -> [AnkiReview] {
    let cards = Set(collection.cards.map(\.id))
    return collection.reviews.filter { cards.contains($0.cardID) }
  }
}

import AnkiExchange
import DeckFormat
import Foundation
import StudyDomain
import Testing

@testable import Managers

/// A text of the module that reads them, with what Anki makes of it.
struct TextFixture: CustomTestStringConvertible, Sendable {
  let name: String

  var testDescription: String { name }
  var path: String { "\(PackageFixture.folder)/\(name)" }
  var stem: String { String(name.prefix { $0 != "." }) }

  /// Those that Anki's answer to one import is known of.
  static let single: [TextFixture] = names.filter {
    !$0.hasSuffix(".json")
      && FileManager.default.fileExists(
        atPath: "\(PackageFixture.folder)/\($0.prefix { $0 != "." }).expected.json")
  }.map { TextFixture(name: $0) }

  /// Several texts, one after the other.
  static let sequences: [TextFixture] = names.filter { $0.contains("_seq_") }
    .map { TextFixture(name: $0) }

  private static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: PackageFixture.folder)) ?? []
    return names.filter { $0.hasPrefix("t") && $0.dropFirst().first?.isNumber == true }.sorted()
  }()

  func expected() throws -> Expected {
    let data = try Data(contentsOf: URL(filePath: "\(PackageFixture.folder)/\(stem).expected.json"))
    return try JSONDecoder().decode(Expected.self, from: data)
  }

  struct Expected: Decodable {
    struct Import: Decodable {
      struct Log: Decodable {
        var new, updated, duplicate, missing_notetype, empty_first_field: Int
        var first_field_match: Int
      }

      struct Metadata: Decodable {
        var delimiter: String
        var is_html: Bool
        var dupe_resolution: String
      }

      var file: String
      var log: Log
      var metadata: Metadata
    }

    struct Note: Decodable {
      var notetype: String
      var fields: [[String]]
      var tags: [String]
      var guid: String?
    }

    struct Card: Decodable {
      var note_index: Int
      var deck: String
      var ord: Int
    }

    var imports: [Import]
    var notes: [Note]
    var cards: [Card]
  }
}

/// A note of the library in the words of Anki.
struct PlainNote: Hashable, CustomStringConvertible {
  var type: String
  var fields: [String]
  var tags: [String]
  var deck: String

  var description: String { "\(type) \(fields) \(tags) in \(deck)" }

  /// Apostrophes and quotes are as they are here, and blanks at the ends of fields are not kept.
  init(type: String, fields: [String], tags: [String], deck: String) {
    self.type = type
    self.fields = fields.map {
      $0.replacingOccurrences(of: "&quot;", with: "\"")
        .replacingOccurrences(of: "&#x27;", with: "'")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    while self.fields.last == "" { self.fields.removeLast() }
    self.tags = tags.sorted { $0.lowercased() < $1.lowercased() }
    self.deck = deck
  }
}

extension Desk {
  /// Every note, its fields as HTML; decks named in `aliases` under another name.
  func plainNotes(_ aliases: [String: String] = [:]) throws -> [PlainNote] {
    index.refresh()
    return try library.snapshot.notes.indices.map { number in
      let content = try library.content(ofNote: number)
      let deck = library.snapshot.decks[Int(library.snapshot.notes[number].deck)].name.text
      return PlainNote(
        type: TextMatcher.typeName(of: content),
        fields: try content.fields.map { field in
          field.isHTML ? field.value : try #require(FieldText.html(ofMarkdown: field.value))
        },
        tags: content.tags, deck: aliases[deck] ?? deck)
    }
  }
}

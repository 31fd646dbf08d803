import AnkiExchange
import Foundation

/// What `NAME.expected.json` says of a package: note types, notes and the sides of cards.
struct ExpectedPackage: Decodable {
  struct NoteType: Decodable {
    struct Template: Decodable {
      var name: String
      var q: String
      var a: String
    }

    var name: String
    var kind: String
    var templates: [Template]
  }

  struct Note: Decodable {
    var id: Int64?
    var notetype: String
    var fields: [[String]]
    var tags: [String]
    var sort_field: String
    var csum: UInt32

    var templateFields: [TemplateCard.Field] {
      fields.map { TemplateCard.Field($0[0], $0[1]) }
    }
  }

  struct Sound: Decodable, Hashable {
    var sound: String?
    var tts: String?
    var lang: String?
    var voices: [String]?
    var speed: Double?
  }

  struct Typed: Decodable, Hashable {
    var spec: String
    var expected: String
  }

  struct Card: Decodable {
    var ord: Int
    var template: String?
    var deck: String
    var original_deck: String?
    var flag: Int?
    var id: Int64?
    var note_id: Int64?
    var note_index: Int?
    var question: String?
    var answer: String?
    var question_text: String?
    var answer_text: String?
    var question_av: [Sound]?
    var answer_av: [Sound]?
    var typed: [Typed]?
    var empty_front: Bool?
    var render_error: String?
  }

  var notetypes: [NoteType]
  var notes: [Note]
  var cards: [Card]

  static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))
    .map { $0.filter { $0.hasSuffix(".expected.json") }.sorted() } ?? []

  init(_ name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    self = try JSONDecoder().decode(ExpectedPackage.self, from: data)
  }

  func note(of card: Card) -> Note? {
    if let index = card.note_index, notes.indices.contains(index) { return notes[index] }
    return notes.first { $0.id != nil && $0.id == card.note_id }
  }

  func noteType(_ name: String) -> NoteType? {
    notetypes.first { $0.name == name }
  }

  /// What is to be rendered for a card.
  func input(_ card: Card) -> TemplateCard? {
    guard let note = note(of: card), let type = noteType(note.notetype) else { return nil }
    let isCloze = type.kind == "cloze"
    let template = type.templates[isCloze ? 0 : card.ord]
    return TemplateCard(
      noteType: type.name, isCloze: isCloze, fields: note.templateFields, tags: note.tags,
      deck: card.original_deck ?? card.deck, templateName: template.name, question: template.q,
      answer: template.a, ordinal: card.ord, flag: card.flag ?? 0, cardID: card.id ?? 0)
  }
}

/// HTML with what may differ taken out: identifiers of hints, and the hidden texts of deletions.
func masked(_ html: String) -> String {
  html.replacing(/hint[0-9a-f]{16}/, with: "hint0")
    .replacing(/\ data-cloze="[^"]*"/, with: "")
}

extension [SideSound] {
  var expected: [ExpectedPackage.Sound] {
    map { sound in
      switch sound {
      case .file(let name): ExpectedPackage.Sound(sound: name)
      case .speech(let speech):
        ExpectedPackage.Sound(
          tts: speech.text, lang: speech.language, voices: speech.voices, speed: speech.speed)
      }
    }
  }
}

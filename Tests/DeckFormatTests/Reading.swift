import DeckFormat
import Foundation
import StudyDomain
import Testing

/// A deck and the bytes it was read from.
struct ReadDeck {
  var bytes: [UInt8]
  var parsed: ParsedDeck
  var settings: DeckReader.Settings

  init(_ bytes: [UInt8], settings: DeckReader.Settings = DeckReader.Settings()) {
    self.bytes = bytes
    self.settings = settings
    parsed = DeckReader(settings: settings).read(bytes, path: "test.md")
  }

  init(_ text: String, obsidian: Bool = false, types: NoteTypes = NoteTypes()) {
    var settings = DeckReader.Settings()
    settings.isObsidian = obsidian
    settings.noteTypes = types
    self.init(Array(text.utf8), settings: settings)
  }

  func block(_ index: Int) -> String {
    String(decoding: bytes[parsed.notes[index].byteRange], as: UTF8.self)
  }

  func content(_ index: Int) -> NoteContent {
    let note = parsed.notes[index]
    return NoteContent(
      block: Array(bytes[note.byteRange]), note: note,
      tags: parsed.tagSets[Int(note.tagSet)],
      noteTypes: parsed.frontMatter.noteTypes.over(settings.noteTypes))
  }

  var contents: [NoteContent] { parsed.notes.indices.map(content) }

  var messages: [String] { parsed.problems.map { "\($0.line ?? 0): \($0.message)" } }

  /// Front and back of each card, as pipes show them.
  var cards: [String] {
    contents.flatMap { $0.cards }.map {
      ClozeMark.plain($0.text.front) + " → " + ClozeMark.plain($0.text.back)
    }
  }

  /// Every key that the reader made is the one that the content gives.
  func keysAgree() -> Bool {
    parsed.notes.indices.allSatisfy { index in
      parsed.cards(of: parsed.notes[index]).map(\.key) == content(index).cards.map(\.key)
    }
  }
}

/// Real decks that are not part of the project; absent elsewhere.
enum RealDecks {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["DECKLE_SHARED"] {
      return URL(fileURLWithPath: path).appendingPathComponent("decks/markdown")
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("../shared/decks/markdown")
  }()

  static var arePresent: Bool {
    FileManager.default.fileExists(atPath: folder.path)
  }

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
      .sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

func fixture(_ name: String) throws -> [UInt8] {
  let url = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
  return Array(try Data(contentsOf: url.appendingPathComponent(name)))
}

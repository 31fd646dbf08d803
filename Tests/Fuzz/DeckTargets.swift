import DeckFormat
import Neighbours
import StudyDomain

@testable import History

/// Files of a collection.
let deckTargets = [
  FuzzTarget(name: "deck") { bytes in
    for isObsidian in [false, true] {
      var settings = DeckReader.Settings()
      settings.isObsidian = isObsidian
      let deck = DeckReader(settings: settings).read(bytes, path: "a.md")
      let types = deck.frontMatter.noteTypes.over(settings.noteTypes)
      bytes.withUnsafeBytes { bytes in
        for note in deck.notes {
          always(note.byteRange.upperBound <= bytes.count, "a note ends behind its file")
          let content = NoteContent(
            block: UnsafeRawBufferPointer(rebasing: bytes[note.byteRange]), note: note,
            tags: deck.tagSets[Int(note.tagSet)], noteTypes: types)
          always(
            content.cards.map(\.key) == deck.cards(of: note).map(\.key),
            "a block by itself has other cards than in its file")
        }
      }
    }
  },
  FuzzTarget(name: "yaml") { bytes in
    let (value, problems) = YAMLReader.read(bytes, path: "a.yaml")
    always(problems.count <= 10_000, "a problem for every byte")
    for entry in value?.entries ?? [] {
      guard let option = entry.value.option else { continue }
      var options = DeckOptions()
      try? options.set(entry.key, to: option)
    }
    _ = NoteTypes.read(bytes, path: "notetypes.yaml")
  },
  FuzzTarget(name: "history") { bytes in
    func history(_ parts: [ArraySlice<UInt8>]) -> History {
      let reader = HistoryReader(expectedBytes: bytes.count)
      for (number, part) in parts.enumerated() {
        reader.beginFile(named: "\(number).tsv")
        part.withUnsafeBytes { reader.read($0) }
        reader.endFile()
      }
      return History(reader, living: nil)
    }
    let once = history([bytes[...]])
    once.fold(with: rules)
    let text = once.json()
    let twice = history([bytes[...], bytes[...]])
    twice.fold(with: rules)
    always(twice.json() == text, "a file that is there twice changes the history")
    _ = once.recentActions(limit: 20)
  },
  FuzzTarget(name: "zone") { bytes in
    guard let zone = try? ZoneRules(tzif: bytes, name: "Fuzz") else { return }
    let calendar = StudyCalendar(zone: zone)
    for seconds: Int64 in [-4_000_000_000, 0, 1_796_040_000, 9_000_000_000] {
      let time = Timestamp(seconds: seconds)
      _ = zone.civilTime(at: time)
      _ = calendar.studyDay(at: time)
      _ = calendar.offsetMinutes(at: time)
    }
  },
  FuzzTarget(name: "neighbours") { bytes in
    for format in NeighbourFormat.allCases {
      _ = NeighbourReader.read(bytes, path: "a.md", as: format)
    }
  },
]

private let rules = RuleBook(WholeNumberRules())

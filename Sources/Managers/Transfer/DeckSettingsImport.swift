import AnkiExchange
import History
import StudyDomain

/// The options that a package's presets give to decks which came with it.
@MainActor struct DeckSettingsImport {
  private(set) var events: [EventBody] = []
  private var tree: OptionTree
  private let index: StudyIndex
  private var optionEvents: [String: [String: OptionValue]]

  /// Decks that were here before, or hold other notes, keep their options; `ownNotes` tells for each
  /// note of the library whether it came with the import.
  init(plan: ImportPlan, index: StudyIndex, ownNotes: [Bool]) {
    self.index = index
    optionEvents = index.history.optionEvents
    tree = Self.tree(index, optionEvents)
    let contents = plan.contents
    let fresh = Self.freshDecks(plan, index, ownNotes)
    for (id, name) in plan.decks.sorted(by: { $0.value < $1.value }) {
      guard fresh.contains(name.text), optionEvents[name.text] == nil,
        let deck = contents.decks[id], case .normal(let normal) = deck.kind,
        let preset = contents.presets[normal.presetID]
      else { continue }
      let base = options(for: name)
      let wanted = PresetOptions(
        preset: preset, deck: normal, usesFSRS: contents.usesFSRS
      ).options(over: base)
      let changes = PresetOptions.changes(from: base, to: wanted)
      guard !changes.isEmpty else { continue }
      for (option, value) in changes {
        events.append(.option(deck: name.text, name: option, value: value))
        optionEvents[name.text, default: [:]][option] = .text(value)
      }
      tree = Self.tree(index, optionEvents)
    }
  }

  /// The options of a deck as they will be.
  func options(for deck: DeckName) -> DeckOptions {
    var ignored: [OptionError] = []
    return tree.options(for: deck, errors: &ignored)
  }

  private static func tree(
    _ index: StudyIndex, _ events: [String: [String: OptionValue]]
  ) -> OptionTree {
    OptionTree(
      defaults: index.library.settings.defaults, presets: index.library.settings.presets,
      frontMatter: index.library.frontMatterOptions, events: events)
  }

  /// The decks all of whose notes came with this import and that no earlier one knew.
  private static func freshDecks(
    _ plan: ImportPlan, _ index: StudyIndex, _ ownNotes: [Bool]
  ) -> Set<String> {
    let snapshot = index.library.snapshot
    var fresh = Set(plan.decks.values.map(\.text)).subtracting(plan.ledger.decks)
    guard !fresh.isEmpty else { return [] }
    for place in snapshot.notes.indices where !ownNotes[place] {
      fresh.remove(snapshot.decks[Int(snapshot.notes[place].deck)].name.text)
    }
    return fresh
  }
}

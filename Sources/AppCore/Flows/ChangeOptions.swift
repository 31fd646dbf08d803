import History
import Managers
import StudyDomain

/// Changes options of decks and presets where each lives, as one action that `u` takes back.
@MainActor struct ChangeOptions {
  let decks: DeckManager
  let settings: SettingsManager
  let texts: TextJournal

  /// Gives a deck's option a value, or takes its own away (nil).
  func set(_ name: String, to text: String?, of deck: DeckName) throws {
    let change = try decks.optionChange(name, to: text, of: deck)
    try texts.perform("\(name) of \(deck.text)", change.files, events: change.events)
  }

  /// The same for what a preset says.
  func set(_ name: String, to text: String?, ofPreset preset: String) throws {
    if let text {
      var trial = DeckOptions()
      try trial.set(name, to: .text(text))
    }
    let value = text.map { DeckOptions.value(of: name, written: $0) }
    try write("\(name) of preset \(preset)", [(["presets", preset, name], value)])
  }

  /// Sets a key of `settings.yaml`.
  func setShared(_ name: String, to text: String?) throws {
    try write(name, [([name], text.map { .text($0) })])
  }

  /// Makes a preset of a deck's options and lets the deck follow it.
  func createPreset(_ name: String, madeOf deck: DeckName) throws {
    let values = try decks.presetValues(madeOf: deck)
    var keys: [(keys: [String], value: OptionValue?)] = values.map {
      (["presets", name, $0.name], DeckOptions.value(of: $0.name, written: $0.text))
    }
    if keys.isEmpty {
      // A preset must say something to be one: what is shipped.
      let standard = DeckOptions().writtenText(of: "new_per_day") ?? ""
      keys = [(["presets", name, "new_per_day"], .text(standard))]
    }
    let preset = try decks.presetChange(to: name, of: deck)
    let withdrawn = decks.eventsWithdrawing(values.map(\.name), of: deck)
    try write(
      "preset \(name)", keys, more: preset.files, events: preset.events + withdrawn)
  }

  /// Takes a preset away, and its name from the decks that follow it.
  func removePreset(_ name: String) throws {
    var change = DeckOptionChange()
    for deck in decks.presets().first(where: { $0.name == name })?.decks ?? [] {
      let own = try decks.optionChange("preset", to: nil, of: deck)
      change.files += own.files
      change.events += own.events
    }
    try write(
      "deleted preset \(name)", [(["presets", name], nil)], more: change.files,
      events: change.events)
  }

  private func write(
    _ summary: String, _ keys: [(keys: [String], value: OptionValue?)],
    more files: [FileChange] = [], events: [EventDraft] = []
  ) throws {
    let (before, after) = try settings.collectionChange(keys)
    try texts.perform(
      summary, [.write(path: settings.collectionPath, before: before, after: after)] + files,
      events: events)
  }
}

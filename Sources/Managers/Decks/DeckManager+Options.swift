import DeckFormat
import FileStorage
public import History
public import StudyDomain

// The options of a deck: which are in force, why, and what changes them.
extension DeckManager {
  /// Every option of a deck with its value in force, in the order of the papers.
  public func optionValues(of deck: DeckName) throws(DeckOptionError) -> [DeckOptionValue] {
    index.refresh()
    let layers = try layers(of: deck)
    let preset = layers.first?.presetName
    return DeckOptions.descriptions.map { option in
      if option.name == "preset" {
        return presetValue(of: layers, chosen: preset)
      }
      let own = layers.first.flatMap { $0.own(option.name) }
      let inherited = inheritedValue(option.name, layers)
      return DeckOptionValue(
        name: option.name, text: own?.text ?? inherited.text,
        source: own?.source ?? inherited.source, inherited: inherited.text)
    }
  }

  private func presetValue(of layers: [OptionLayer], chosen: String?) -> DeckOptionValue {
    let source = layers.first.flatMap { layer -> DeckOptionSource? in
      layer.file?.options["preset"].map { _ in .file(path: layer.file?.path ?? "") }
        ?? layer.events["preset"].map { _ in .event }
    }
    // The preset of a deck above reaches down through its values, not by its name.
    return DeckOptionValue(
      name: "preset", text: chosen ?? "", source: source ?? .standard, inherited: "")
  }

  private func inheritedValue(
    _ name: String, _ layers: [OptionLayer]
  ) -> (text: String, source: DeckOptionSource) {
    let settings = index.library.settings
    if let own = layers.first, let preset = own.presetName, !DeckOptions.staysWithDeck(name),
      let text = OptionLayer.written(name, settings.presets[preset]?[name])
    {
      return (text, .preset(preset))
    }
    if !DeckOptions.staysWithDeck(name) {
      for layer in layers.dropFirst() {
        let said =
          layer.own(name)?.text
          ?? layer.presetName.flatMap { OptionLayer.written(name, settings.presets[$0]?[name]) }
        if let said { return (said, .deck(layer.deck)) }
      }
    }
    if name != "tags", let text = OptionLayer.written(name, settings.defaults[name]) {
      return (text, .collection)
    }
    return (DeckOptions().writtenText(of: name) ?? "", .standard)
  }

  /// What the deck and the decks above it say, the deck itself first.
  private func layers(of deck: DeckName) throws(DeckOptionError) -> [OptionLayer] {
    let library = index.library
    guard library.snapshot.deck(named: deck) != nil else { throw .noDeck(deck) }
    let events = index.history.optionEvents
    return deck.lineage.reversed().map { name in
      let file = library.snapshot.deck(named: name).flatMap { library.snapshot.decks[$0].file }
        .map { library.snapshot.files[$0] }
      return OptionLayer(
        deck: name, file: file.map { .init(path: $0.path, options: $0.options) },
        events: events[name.text] ?? [:])
    }
  }

  // MARK: Changing

  /// What gives an option of a deck a value, or takes the deck's own value away (nil).
  ///
  /// A key of the front matter is changed on its line; everything else is an event.
  ///
  /// - Throws: `OptionError` for a value that cannot be, `DeckOptionError` for what is in the way.
  public func optionChange(
    _ name: String, to text: String?, of deck: DeckName
  ) throws -> DeckOptionChange {
    index.refresh()
    let own = try layers(of: deck)[0]
    if let text {
      var trial = DeckOptions()
      try trial.set(name, to: .text(text))
      if name == "preset", index.library.settings.presets[text] == nil {
        throw DeckOptionError.noPreset(text)
      }
    }
    return try change(name, to: text, of: deck, own)
  }

  /// What makes a deck follow a preset that is just being made.
  public func presetChange(to name: String, of deck: DeckName) throws -> DeckOptionChange {
    guard !name.allSatisfy(\.isWhitespace), name != DeckOptions.inherited, name.count <= 60 else {
      throw DeckOptionError.badPresetName(name)
    }
    guard index.library.settings.presets[name] == nil else {
      throw DeckOptionError.presetExists(name)
    }
    return try change("preset", to: name, of: deck, layers(of: deck)[0])
  }

  private func change(
    _ name: String, to text: String?, of deck: DeckName, _ own: OptionLayer
  ) throws -> DeckOptionChange {
    var change = DeckOptionChange()
    let isInFile = own.file?.options[name] != nil
    if isInFile || DeckOptions.saysHowFilesAreRead(name) {
      guard isInFile || text != nil else {
        throw DeckOptionError.nothingSaid(option: name, deck: deck)
      }
      guard let number = index.library.snapshot.deck(named: deck),
        let file = index.library.snapshot.decks[number].file
      else { throw DeckOptionError.noFile(option: name, deck: deck) }
      let value = text.map { DeckOptions.value(of: name, written: $0) }
      change.files = [try frontMatterChange(name, to: value, inFile: file)]
      guard text == nil, own.events[name] != nil else { return change }
    }
    guard text != nil || own.events[name] != nil else {
      throw DeckOptionError.nothingSaid(option: name, deck: deck)
    }
    change.events = [optionEvent(name, to: text, of: deck)]
    return change
  }

  /// The event that gives a deck's option a value, or takes it away.
  func optionEvent(_ name: String, to text: String?, of deck: DeckName) -> EventDraft {
    if name == "pinned" {
      let isPinned = ["true", "yes", "on"].contains(text?.lowercased())
      let after = index.history.lastSetting(.pin, subject: deck.text, name: nil)
      return EventDraft(.pin(deck: deck.text, isPinned), after: after)
    }
    let after = index.history.lastSetting(.option, subject: deck.text, name: name)
    return EventDraft(
      .option(deck: deck.text, name: name, value: text ?? DeckOptions.inherited), after: after)
  }

  /// What sets a key of a file's front matter on its line.
  func frontMatterChange(
    _ key: String, to value: OptionValue?, inFile file: Int
  ) throws -> FileChange {
    let library = index.library
    let path = library.path(ofFile: file)
    guard !library.snapshot.files[file].hasConflictMarkers else {
      throw DeckOptionError.conflict(path: library.snapshot.files[file].path)
    }
    let bytes = try FileSystem.live.contents(of: path)
    do throws(DeckFormatError) {
      return .write(
        path: path, before: bytes, after: try DeckWriter.setting(key, to: value, in: bytes))
    } catch {
      switch error {
      case .unreadableFrontMatter(let line, let reason):
        throw DeckOptionError.badFrontMatter(
          path: library.snapshot.files[file].path, line: line, reason: reason)
      }
    }
  }

  // MARK: Presets

  /// The presets of `settings.yaml` by name, with the decks that name each.
  public func presets() -> [(name: String, decks: [DeckName])] {
    index.refresh()
    let library = index.library
    let frontMatter = library.frontMatterOptions
    let events = index.history.optionEvents
    var users: [String: [DeckName]] = [:]
    for deck in library.snapshot.decks {
      let name = frontMatter[deck.name.text]?["preset"] ?? events[deck.name.text]?["preset"]
      if let name { users[name.joined, default: []].append(deck.name) }
    }
    return library.settings.presets.keys.sorted().map { ($0, users[$0] ?? []) }
  }

  /// The options that a preset says, and for the others what is in force without it.
  public func optionValues(ofPreset preset: String) throws(DeckOptionError) -> [DeckOptionValue] {
    let settings = index.library.settings
    guard let said = settings.presets[preset] else { throw .noPreset(preset) }
    return DeckOptions.presetNames.map { name in
      let fromAll = OptionLayer.written(name, settings.defaults[name])
      let inherited = fromAll ?? DeckOptions().writtenText(of: name) ?? ""
      let own = OptionLayer.written(name, said[name])
      return DeckOptionValue(
        name: name, text: own ?? inherited,
        source: own != nil ? .preset(preset) : fromAll != nil ? .collection : .standard,
        inherited: inherited)
    }
  }

  /// What a preset made of a deck's options holds: all that differ from what is shipped.
  public func presetValues(madeOf deck: DeckName) throws(DeckOptionError) -> [DeckOptionValue] {
    let standard = DeckOptions()
    return try optionValues(of: deck).filter {
      DeckOptions.presetNames.contains($0.name) && $0.text != standard.writtenText(of: $0.name)
    }
  }

  /// The events that take a deck's own values of some options away, so that its preset's count.
  public func eventsWithdrawing(_ names: [String], of deck: DeckName) -> [EventDraft] {
    let own = index.history.optionEvents[deck.text] ?? [:]
    return names.filter { own[$0] != nil }.map { optionEvent($0, to: nil, of: deck) }
  }
}

extension DeckOptions {
  /// Options that are not handed down to the decks below, nor by presets.
  static func staysWithDeck(_ name: String) -> Bool {
    switch group(of: name) {
    case .reading, .home, .preset: true
    default: false
    }
  }

  /// The options that presets hold.
  static let presetNames = names.filter { !staysWithDeck($0) }
}

/// What one deck says of its options.
private struct OptionLayer {
  var deck: DeckName
  var file: File?
  var events: [String: OptionValue]

  struct File {
    var path: String
    var options: [String: OptionValue]
  }

  /// The preset that the deck names.
  var presetName: String? { (file?.options["preset"] ?? events["preset"])?.joined }

  /// The deck's own value, without its preset.
  func own(_ name: String) -> (text: String, source: DeckOptionSource)? {
    if let file, let text = Self.written(name, file.options[name]) {
      return (text, .file(path: file.path))
    }
    guard !DeckOptions.saysHowFilesAreRead(name), let text = Self.written(name, events[name])
    else { return nil }
    // A pin that was taken off says no more than no pin at all.
    return name == "pinned" && text == "false" ? nil : (text, .event)
  }

  /// A written value as it is shown; nil for one that cannot be.
  static func written(_ name: String, _ value: OptionValue?) -> String? {
    guard let value else { return nil }
    var trial = DeckOptions()
    // One that cannot be read is told on the Problems screen; here the next one counts.
    guard (try? trial.set(name, to: value)) != nil else { return nil }
    return trial.writtenText(of: name)
  }
}

public import StudyDomain

/// Where the options of decks come from, resolved once for each deck.
///
/// The nearest wins: front matter, then the latest `option` event, then the preset, then the parent
/// deck, last the collection's defaults.
public struct OptionTree: Sendable {
  /// The collection's defaults.
  public var defaults: [String: OptionValue]
  public var presets: [String: [String: OptionValue]]
  /// By deck name: what its front matter says.
  public var frontMatter: [String: [String: OptionValue]]
  /// By deck name: what the latest `option` events say.
  public var events: [String: [String: OptionValue]]

  public init(
    defaults: [String: OptionValue] = [:], presets: [String: [String: OptionValue]] = [:],
    frontMatter: [String: [String: OptionValue]] = [:],
    events: [String: [String: OptionValue]] = [:]
  ) {
    self.defaults = defaults
    self.presets = presets
    self.frontMatter = frontMatter
    self.events = events
  }

  /// The options in force for a deck; what cannot be read is left at the value of the parent and
  /// told in `errors`.
  public func options(for deck: DeckName, errors: inout [OptionError]) -> DeckOptions {
    var options = defaultOptions(errors: &errors)
    for name in deck.lineage { options = self.options(for: name, below: options, errors: &errors) }
    return options
  }

  /// The options of a deck that says nothing and has no parent.
  func defaultOptions(errors: inout [OptionError]) -> DeckOptions {
    var options = DeckOptions()
    apply(defaults, to: &options, errors: &errors)
    return options
  }

  /// The options of a deck whose parent has those of `parent`; `errors` are its own.
  func options(
    for deck: DeckName, below parent: DeckOptions, errors: inout [OptionError]
  ) -> DeckOptions {
    var options = parent
    // Pins, priority and a file's own reading rules are not handed down to the decks below.
    options.isPinned = false
    options.priority = 0
    guard says(anythingOf: deck) else { return options }
    if let preset = presetName(of: deck.text) {
      if presets[preset] == nil {
        errors.append(
          .badValue(name: "preset", value: preset, expected: "a preset of settings.yaml"))
      }
      apply(presets[preset] ?? [:], to: &options, errors: &errors)
    }
    apply(events[deck.text] ?? [:], to: &options, errors: &errors)
    apply(frontMatter[deck.text] ?? [:], to: &options, errors: &errors)
    return options
  }

  /// False when a deck has its parent's options.
  func says(anythingOf deck: DeckName) -> Bool {
    frontMatter[deck.text] != nil || events[deck.text] != nil
  }

  private func presetName(of deck: String) -> String? {
    (frontMatter[deck]?["preset"] ?? events[deck]?["preset"])?.joined
  }

  private func apply(
    _ values: [String: OptionValue], to options: inout DeckOptions, errors: inout [OptionError]
  ) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where name != "preset" {
      do throws(OptionError) {
        try options.set(name, to: value)
      } catch {
        errors.append(error)
      }
    }
  }
}

import AnkiExchange
import StudyDomain

/// The decks and presets of an export.
@MainActor struct ExportDecks {
  private let known: KnownNotes
  private let index: StudyIndex
  private var ids = DerivedIDs()
  /// By name in Anki, capitals aside: it takes names that differ only in them for one.
  private var idOfName: [[UInt8]: Int64] = [:]
  /// The same by the names as they were given, for those asked for again and again.
  private var idOfGivenName: [String: Int64] = [:]
  private var idOfOwn: [Int: Int64] = [:]
  private(set) var decks: [AnkiDeck] = []
  private(set) var presets: [Int64: AnkiPreset] = [:]
  /// Our names by id.
  private(set) var ownNames: [Int64: String] = [:]

  init(known: KnownNotes, index: StudyIndex) {
    self.known = known
    self.index = index
  }

  /// The deck of one of ours, with the options that are in force here.
  mutating func id(ofOwn deck: Int) -> Int64 {
    if let id = idOfOwn[deck] { return id }
    let id = newID(ofOwn: deck)
    idOfOwn[deck] = id
    return id
  }

  private mutating func newID(ofOwn deck: Int) -> Int64 {
    let own = index.library.snapshot.decks[deck].name.text
    let name = known.deckName(of: own)
    if let id = idOfName[AnkiDeck.key(ofName: name)], ownNames[id] != nil { return id }
    let id = id(ofName: name)
    ownNames[id] = own
    guard let place = decks.firstIndex(where: { $0.id == id }),
      case .normal(var normal) = decks[place].kind
    else { return id }
    setPreset(of: &normal, name: name, options: index.options(ofDeck: deck))
    decks[place].kind = .normal(normal)
    return id
  }

  /// The deck of a name in Anki, its parents too.
  mutating func id(ofName name: String) -> Int64 {
    if let id = idOfGivenName[name] { return id }
    let id = newID(ofName: name)
    idOfGivenName[name] = id
    return id
  }

  /// Whether a deck of the export has a name of Anki; none is made.
  func hasName(_ name: String, id: Int64) -> Bool {
    (idOfGivenName[name] ?? idOfName[AnkiDeck.key(ofName: name)]) == id
  }

  private mutating func newID(ofName name: String) -> Int64 {
    if let id = idOfName[AnkiDeck.key(ofName: name)] { return id }
    let parts = name.components(between: "::")
    if parts.count > 1 { _ = id(ofName: parts.dropLast().joined(separator: "::")) }
    var deck = known.decks[name] ?? AnkiDeck(id: 0, name: name)
    if name == "Default" {
      deck.id = AnkiDeck.defaultID
      _ = ids.take(deck.id)
    } else if deck.id == AnkiDeck.defaultID || !ids.take(deck.id) {
      deck.id = ids.make("deck \(name)")
    }
    if case .normal(let normal) = deck.kind, let preset = known.presets[normal.presetID] {
      presets[preset.id] = preset
    }
    if deck.modified == 0 { deck.modified = StockType.modified }
    idOfName[AnkiDeck.key(ofName: name)] = deck.id
    decks.append(deck)
    return deck.id
  }

  /// Every preset and deck of earlier imports that held no note.
  mutating func addEmpty() {
    let used = Set(known.deckNames.values)
    for name in known.decks.keys.sorted() where !used.contains(name) { _ = id(ofName: name) }
    for preset in known.presets.values where presets[preset.id] == nil {
      presets[preset.id] = preset
    }
  }

  // MARK: Presets

  private mutating func setPreset(
    of deck: inout AnkiNormalDeck, name: String, options: DeckOptions
  ) {
    let original = known.decks[name] == nil ? nil : known.presets[deck.presetID]
    if let original {
      let before = PresetOptions(
        preset: original, deck: deck, usesFSRS: known.usesFSRS[name] ?? true
      ).options(over: options)
      if PresetOptions.changes(from: options, to: before).isEmpty { return }
    }
    var preset = original ?? AnkiPreset(id: 0, name: "")
    preset.take(options)
    preset.modified = StockType.modified
    let text = PresetOptions.text(of: options)
    let id = 1_000_000_000_000 + Int64(DerivedIDs.hash("preset \(text)") % 505_000_000_000)
    preset.id = id
    let base = original?.name ?? name
    preset.name = base.hasSuffix(" (deckle)") ? base : "\(base) (deckle)"
    if presets[id] == nil { presets[id] = preset }
    deck.presetID = id
    // They are in the preset now.
    deck.newLimit = nil
    deck.reviewLimit = nil
    deck.desiredRetention = nil
  }
}

extension PresetOptions {
  /// Every option that a preset of Anki has, and its value.
  static func text(of options: DeckOptions) -> String {
    (names + orderNames).map { "\($0)=\(options.text(of: $0) ?? "")" }.joined(separator: "\n")
  }

  private static let orderNames = ["new_order", "review_order", "new_mix"]
}

extension AnkiPreset {
  /// Takes the options of a deck; what only Anki has stays.
  mutating func take(_ options: DeckOptions) {
    newPerDay = Int64(options.newPerDay)
    reviewsPerDay = Int64(options.reviewsPerDay)
    learningSteps = options.learningSteps.map { Float($0) / 60 }
    relearningSteps = options.relearningSteps.map { Float($0) / 60 }
    maximumIntervalDays = Int64(options.maximumInterval)
    buriesNew = options.burySiblings == .all || options.burySiblings == .new
    buriesReviews = options.burySiblings == .all || options.burySiblings == .reviews
    buriesDayLearning = buriesReviews
    leechThreshold = Int64(options.leechThreshold)
    leechAction = options.leechAction == .suspend ? 0 : 1
    desiredRetention = Float(options.desiredRetention)
    let numbers = options.parameters.map { Float($0) }
    fsrs4Parameters = numbers.count == 17 ? numbers : []
    fsrs5Parameters = numbers.count == 19 ? numbers : []
    fsrs6Parameters = numbers.count == 21 ? numbers : []
    newCardGatherPriority = options.newOrder == .random ? 4 : 0
    newMix =
      switch options.newMix {
      case .mix: 0
      case .after: 1
      case .before: 2
      }
    reviewOrder =
      switch options.reviewOrder {
      case .due: 0
      case .dueThenDeck: 1
      case .deckThenDue: 2
      case .intervalsAscending: 3
      case .intervalsDescending: 4
      // The easiest for Anki is the least difficult.
      case .difficultyDescending: 5
      case .difficultyAscending: 6
      case .retrievabilityAscending: 7
      case .random: 8
      case .added: 9
      case .reverseAdded: 10
      case .retrievabilityDescending: 11
      case .relativeOverdueness: 12
      }
  }
}

extension String {
  /// The parts between a separator, empty ones too.
  func components(between separator: String) -> [String] {
    var parts: [String] = []
    var rest = Substring(self)
    while let place = rest.firstRange(ofText: separator) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }
}

extension Substring {
  fileprivate func firstRange(ofText text: String) -> Range<Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) {
        return place..<index(place, offsetBy: text.count)
      }
      place = index(after: place)
    }
    return nil
  }
}

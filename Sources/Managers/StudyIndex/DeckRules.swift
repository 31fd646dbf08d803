import CXXHash
import History
import Scheduling
import StudyDomain

/// The options of all decks, and the rules of memory that follow from them.
struct DeckRules {
  /// By the library's deck numbers.
  private(set) var options: [DeckOptions] = []
  /// By the library's deck numbers: an index into `rules`.
  private(set) var ruleOfDeck: [Int] = []
  private(set) var rules: [ScheduleRules] = []
  private(set) var problems: [Problem] = []
  /// Equal fingerprints give equal states for equal histories.
  private(set) var fingerprint: UInt64 = 0

  /// The rules of a library as its files, presets and the given events say.
  @MainActor init(library: DeckLibrary, options: [String: [String: OptionValue]]) {
    let tree = OptionTree(
      defaults: library.settings.defaults, presets: library.settings.presets,
      frontMatter: library.frontMatterOptions, events: options)
    self.init(tree: tree, library: library.snapshot)
  }

  init(tree: OptionTree, library: LibrarySnapshot) {
    var numbers: [ScheduleRules.Identity: Int] = [:]
    var identities: [ScheduleRules.Identity] = []
    func rule(for options: DeckOptions) -> Int {
      let identity = ScheduleRules.Identity(options)
      if let number = numbers[identity] { return number }
      numbers[identity] = rules.count
      identities.append(identity)
      rules.append(ScheduleRules(options))
      return rules.count - 1
    }
    func tell(_ errors: [OptionError], of path: String) {
      for problem in errors.map({ $0.problem(path: path) })
      where !problems.contains(where: { $0.message == problem.message }) {
        problems.append(problem)
      }
    }
    // Cards without a deck (orphans) follow the collection's defaults, which were checked when they
    // were read.
    var ignored: [OptionError] = []
    let defaults = tree.defaultOptions(errors: &ignored)
    let defaultRule = rule(for: defaults)
    for deck in library.decks {
      var errors: [OptionError] = []
      let own = tree.options(
        for: deck.name, below: deck.parent.map { options[$0] } ?? defaults, errors: &errors)
      options.append(own)
      ruleOfDeck.append(
        tree.says(anythingOf: deck.name)
          ? rule(for: own) : deck.parent.map { ruleOfDeck[$0] } ?? defaultRule)
      tell(errors, of: deck.file.map { library.files[$0].path } ?? deck.name.text)
    }
    fingerprint = Self.fingerprint(identities, ruleOfDeck, library)
  }

  private static func fingerprint(
    _ identities: [ScheduleRules.Identity], _ ruleOfDeck: [Int], _ library: LibrarySnapshot
  ) -> UInt64 {
    var numbers: [UInt64] = [1]
    for identity in identities {
      numbers += identity.parameters.map(\.bitPattern)
      numbers += (identity.learningSteps + [-1] + identity.relearningSteps).map {
        UInt64(bitPattern: Int64($0))
      }
      numbers.append(UInt64(identity.maximumInterval))
    }
    if identities.count > 1 {
      for index in library.byKey {
        numbers.append(library.cards[Int(index)].key.hash)
        numbers.append(UInt64(ruleOfDeck[library.deck(ofCard: Int(index))]))
      }
    }
    return numbers.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
  }

  func model(ofDeck deck: Int) -> FSRS6 {
    rules[ruleOfDeck[deck]].answers.model
  }

  /// How the cards of a deck are answered.
  func answers(ofDeck deck: Int) -> AnswerRules {
    AnswerRules(options[deck], model: model(ofDeck: deck))
  }

  /// The rules by name of card, for a replay.
  func book(for library: LibrarySnapshot) -> RuleBook {
    guard rules.count > 1 else { return RuleBook(rules[0]) }
    let ruleOfDeck = ruleOfDeck
    return RuleBook(rules: rules) { key in
      guard let key, let card = library.card(of: key) else { return 0 }
      return ruleOfDeck[library.deck(ofCard: card)]
    }
  }
}

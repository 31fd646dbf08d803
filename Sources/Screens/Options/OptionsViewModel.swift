public import Interaction
public import Observation
public import StudyDomain

/// Decides what the Options screen shows and does.
@MainActor @Observable public final class OptionsViewModel {
  private let interactor: any OptionsInteractor
  private let router: any Dismissing
  public let deck: DeckName

  public private(set) var page: Page
  public private(set) var message: Notice?
  /// What is typed, and for what.
  public private(set) var field: TextField?
  public private(set) var fieldPurpose = FieldPurpose.value
  private var rows: [OptionRow] = []
  public private(set) var presets: [PresetRow] = []
  /// The preset that the deck names; empty for none.
  public private(set) var presetInUse = ""
  /// The options could not be had: the deck is gone.
  public private(set) var failure: ActionFailure?
  private var list = HeadedSelection()
  /// Where the deck's options were left for a page of presets.
  @ObservationIgnored private var deckList = HeadedSelection()

  /// What is shown.
  public enum Page: Hashable, Sendable {
    case options(OptionSubject)
    /// The presets to choose from.
    case presets
  }

  public enum FieldPurpose: Sendable {
    case value, presetName
  }

  /// A line of the list.
  public enum Line: Hashable, Sendable {
    case heading(String)
    case option(OptionRow)
    case preset(PresetRow)
  }

  public init(interactor: any OptionsInteractor, router: any Dismissing, deck: DeckName) {
    self.interactor = interactor
    self.router = router
    self.deck = deck
    page = .options(.deck(deck))
    readAgain()
  }

  // MARK: What is shown

  public var isTyping: Bool { field != nil }

  /// The options in groups, or the presets.
  public var lines: [Line] {
    switch page {
    case .presets: return presets.map { .preset($0) }
    case .options:
      var lines: [Line] = []
      var group: DeckOptions.Group?
      for row in rows.sorted(by: { Self.rank(of: $0) < Self.rank(of: $1) }) {
        let own = DeckOptions.group(of: row.name)
        if own != group { lines.append(.heading(own.rawValue)) }
        group = own
        lines.append(.option(row))
      }
      return lines
    }
  }

  /// Groups in their order; the sort is stable within a group by the place in the papers.
  private static func rank(of row: OptionRow) -> Int {
    let group = DeckOptions.Group.allCases.firstIndex(of: DeckOptions.group(of: row.name)) ?? 0
    let place = DeckOptions.names.firstIndex(of: row.name) ?? 0
    return group * 1000 + place
  }

  private var headings: [Bool] {
    lines.map { if case .heading = $0 { true } else { false } }
  }

  public var selection: ListSelection { list.selection }

  public var selectedOption: OptionRow? {
    guard case .option(let row)? = selectedLine else { return nil }
    return row
  }

  public var selectedPreset: PresetRow? {
    guard case .preset(let row)? = selectedLine else { return nil }
    return row
  }

  private var selectedLine: Line? {
    let lines = lines
    return lines.indices.contains(list.line) ? lines[list.line] : nil
  }

  public func fit(windowHeight: Int) {
    var fitted = list
    fitted.fit(headings, windowHeight: windowHeight)
    if fitted != list { list = fitted }
  }

  /// Decks or files may have changed below.
  public func readAgain() {
    defer { fit(windowHeight: list.selection.windowHeight) }
    do {
      presets = interactor.presets
      let own = try interactor.options(of: .deck(deck))
      presetInUse = own.first { $0.name == "preset" }?.text ?? ""
      if case .options(let subject) = page { rows = try interactor.options(of: subject) }
      failure = nil
    } catch let error as ActionFailure {
      failure = error
      rows = []
    } catch {
      failure = ActionFailure(String(describing: error))
      rows = []
    }
  }

  /// Why an action would do nothing now; nil when it can be done.
  func whyOff(_ action: Action) -> String? {
    switch action {
    case .changeOption, .nextOptionValue, .previousOptionValue, .resetOption:
      selectedLine == nil ? "There is nothing to change" : nil
    case .editPreset:
      selectedPreset == nil ? "First choose a preset, from the list of presets" : nil
    case .optionPresets: page == .presets ? "These are the presets" : nil
    default: nil
    }
  }

  // MARK: What the person does

  public func moved(_ movement: Movement) {
    message = nil
    list.apply(movement, headings)
  }

  /// Types a value, takes the next word, or chooses the preset.
  public func changePressed() {
    message = nil
    if let preset = selectedPreset { return use(preset.name) }
    guard let row = selectedOption else { return }
    switch row.kind {
    case .flag, .word: valuePressed(by: 1)
    case .preset: presetsPressed()
    default:
      fieldPurpose = .value
      field = TextField(row.text == "none" ? "" : row.text)
    }
  }

  /// Takes the value so many steps on.
  public func valuePressed(by steps: Int) {
    message = nil
    guard let row = selectedOption else { return }
    if row.kind == .preset { return presetPressed(by: steps, from: row.text) }
    guard let text = row.kind.value(steps, from: row.text), text != row.text else {
      if !row.kind.hasSteps { changePressed() }
      return
    }
    set(row, to: text)
  }

  private func presetPressed(by steps: Int, from name: String) {
    guard !presets.isEmpty else {
      message = Notice(
        .info, "there is no preset yet", nextStep: "the list of presets makes one of this deck")
      return
    }
    let names = [""] + presets.map(\.name)
    let place = names.firstIndex(of: name) ?? 0
    let next = names[((place + steps) % names.count + names.count) % names.count]
    attempt {
      let value = next.isEmpty ? nil : next
      message = Notice(try interactor.setOption("preset", to: value, of: .deck(deck)))
    }
  }

  /// Takes the subject's own value away.
  public func resetPressed() {
    message = nil
    guard let row = selectedOption, case .options(let subject) = page else { return }
    guard row.isOwn else {
      message = Notice("\(row.name) is not set here: \(row.origin) says it")
      return
    }
    attempt { message = Notice(try interactor.setOption(row.name, to: nil, of: subject)) }
  }

  public func presetsPressed() {
    message = nil
    guard page != .presets else { return }
    if case .options(.deck) = page { deckList = list }
    page = .presets
    list = HeadedSelection()
    readAgain()
    if let place = presets.firstIndex(where: { $0.name == presetInUse }) {
      list.select(place, headings)
    }
  }

  /// Opens the values of the preset at hand.
  public func editPresetPressed() {
    message = nil
    guard let preset = selectedPreset else { return }
    page = .options(.preset(preset.name))
    list = HeadedSelection()
    readAgain()
  }

  public func newPresetPressed() {
    message = nil
    fieldPurpose = .presetName
    field = TextField()
  }

  public func removePresetPressed() {
    message = nil
    guard let preset = selectedPreset else { return }
    attempt { message = Notice(try interactor.removePreset(preset.name)) }
  }

  private func use(_ preset: String) {
    attempt {
      message = Notice(try interactor.setOption("preset", to: preset, of: .deck(deck)))
      backToDeck()
    }
  }

  // MARK: The field

  public func edited(_ edit: TextField.Edit) {
    message = nil
    field?.apply(edit)
  }

  /// Takes what is typed; what is wrong stays in the field, with the reason.
  public func fieldEntered() {
    guard let text = field?.text else { return }
    switch fieldPurpose {
    case .value:
      guard let row = selectedOption else { return fieldLeft() }
      let isBlank = text.allSatisfy { $0 == " " }
      // Nothing typed means no steps, and for anything else what is inherited.
      if isBlank, row.kind != .steps {
        field = nil
        return resetPressed()
      }
      set(row, to: isBlank ? "none" : text)
    case .presetName:
      attempt {
        message = Notice(try interactor.createPreset(text, madeOf: deck))
        field = nil
      }
    }
  }

  public func fieldLeft() {
    message = nil
    field = nil
  }

  private func set(_ row: OptionRow, to text: String) {
    guard case .options(let subject) = page else { return }
    attempt {
      message = Notice(try interactor.setOption(row.name, to: text, of: subject))
      field = nil
    }
  }

  // MARK: Leaving

  public func undoPressed() {
    attempt { message = Notice(try interactor.undo()) }
  }

  public func redoPressed() {
    attempt { message = Notice(try interactor.redo()) }
  }

  public func backPressed() {
    message = nil
    switch page {
    case .options(.deck): router.dismiss()
    case .presets: backToDeck()
    case .options(.preset(let name)):
      page = .presets
      list = HeadedSelection()
      readAgain()
      if let place = presets.firstIndex(where: { $0.name == name }) {
        list.select(place, headings)
      }
    }
  }

  private func backToDeck() {
    page = .options(.deck(deck))
    list = deckList
    readAgain()
  }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
      readAgain()
    } catch {
      message = Notice(error)
    }
  }
}

import Interaction
import StudyDomain
public import TerminalUI

/// Draws the settings of this machine and of the collection, the themes and the keys.
@MainActor public final class SettingsScreen: Screen {
  private let viewModel: SettingsViewModel
  private let keys: KeyTable

  public init(viewModel: SettingsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .settings)
  }

  public var name: ScreenName { .settings }

  /// A key that is about to be given to an action must do nothing else.
  public var inputContext: InputContext {
    viewModel.isTyping || viewModel.awaitsKey != nil ? .textField : .commands
  }

  public func tick(_ now: Moment) {
    viewModel.readAgain()
  }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.awaitsKey != nil {
      viewModel.keyChosen(key == .escape ? nil : key.name)
      return true
    }
    if viewModel.isTyping { return handleInField(key) }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .changeSetting: viewModel.changePressed()
    case .nextSettingValue: viewModel.valuePressed(by: 1)
    case .previousSettingValue: viewModel.valuePressed(by: -1)
    case .resetSetting: viewModel.resetPressed()
    case .addKey: viewModel.addKeyPressed()
    case .undo: viewModel.undoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .addKey: viewModel.page == .keys ? nil : "First choose an action, from the list of keys"
    default: nil
    }
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.fieldEntered()
    case .escape: viewModel.fieldLeft()
    default:
      guard let edit = key.edit else { return false }
      viewModel.edited(edit)
    }
    return true
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.edited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    ValueListPicture(
      title: "Settings", place: place, lines: viewModel.lines.map(line), explanation: explanation,
      message: message, field: viewModel.field.map { ($0, settingName) },
      footer: { self.footer }
    ).draw(on: &canvas) { height in
      viewModel.fit(windowHeight: height)
      return viewModel.selection
    }
  }

  private var message: Notice? {
    guard viewModel.awaitsKey != nil, case .key(let row) = viewModel.selectedLine else {
      return viewModel.message
    }
    return Notice(.info, "press the key for \(row.action)", nextStep: "Esc leaves it as it is")
  }

  private var place: [Span] {
    switch viewModel.page {
    case .settings: []
    case .keys: [Span("  keys", .dim)]
    case .themes: [Span("  theme", .dim)]
    }
  }

  private var settingName: String {
    guard case .setting(let row) = viewModel.selectedLine else { return "" }
    return row.description.name
  }

  private func line(_ line: SettingsViewModel.Line) -> ValueListPicture.Line {
    switch line {
    case .heading(let text): return .heading(text)
    case .setting(let row):
      let note = row.remark.isEmpty ? (row.isSet ? "set" : "default") : row.remark
      return .row(
        name: [Span(row.description.name)],
        value: [Span(row.text.isEmpty ? "–" : row.text, .text, row.isSet ? .bold : [])],
        note: [
          Span(note, row.remark.isEmpty ? (row.isSet ? .accent : .dim) : .warning)
        ])
    case .keys:
      let changed = viewModel.keyRows.filter { !$0.isUsual }.count
      return .row(
        name: [Span("keys")],
        value: [Span(changed == 0 ? "as shipped" : counted(changed, "action", "actions"))],
        note: [Span(changed == 0 ? "default" : "set", changed == 0 ? .dim : .accent)])
    case .key(let row):
      let names = row.keys.isEmpty ? "–" : row.keys.joined(separator: " ")
      return .row(
        name: [Span(row.action)], value: [Span(names, .key, row.isUsual ? [] : .bold)],
        note: [Span(row.isUsual ? "" : "set", .accent)])
    case .theme(let name):
      let isInForce = name == viewModel.themeInForce
      return .row(
        name: [Span(name, .text, isInForce ? .bold : [])], value: Self.sample,
        note: [Span(isInForce ? "in force" : "", .accent)])
    }
  }

  /// Words in the colours of what is told apart most: they change with the theme that is shown.
  private static let sample: [Span] = [
    Span("12", .new), Span(" "), Span("3", .learning), Span(" "), Span("45", .due), Span("  "),
    Span("Again", .again), Span(" "), Span("Hard", .hard), Span(" "), Span("Good", .good),
    Span(" "), Span("Easy", .easy),
  ]

  private var explanation: [Span] {
    switch viewModel.selectedLine {
    case .setting(let row): [Span(row.description.explanation)]
    case .keys: [Span("every action of every screen, and the keys that do it")]
    case .key(let row): [Span(row.help)]
    case .theme: [Span("this is how the theme looks; Enter takes it, Esc leaves all as it was")]
    case .heading, nil: []
    }
  }

  private var footer: Footer {
    if viewModel.awaitsKey != nil {
      return Footer([.init(key: Key.escape.name, label: "leave", priority: 1)])
    }
    let isKeys = viewModel.page == .keys
    let row: SettingRow? =
      if case .setting(let row) = viewModel.selectedLine { row } else { nil }
    let key: KeyRow? = if case .key(let row) = viewModel.selectedLine { row } else { nil }
    return keys.footer(
      without: { action in
        switch action {
        case .nextSettingValue: !(row?.description.kind.hasSteps ?? false)
        case .resetSetting: !(row?.isSet ?? false) && (key?.isUsual ?? true)
        default: self.whyOff(action) != nil
        }
      },
      labels: [.changeSetting: viewModel.page == .themes ? "take" : isKeys ? "new key" : "change"])
  }
}

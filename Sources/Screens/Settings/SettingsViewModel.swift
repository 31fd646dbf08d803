public import Interaction
public import Observation
import StudyDomain

/// Decides what the Settings screen shows and does.
@MainActor @Observable public final class SettingsViewModel {
  private let interactor: any SettingsInteractor
  private let router: any Dismissing

  public private(set) var page = Page.settings
  public private(set) var message: Notice?
  public private(set) var field: TextField?
  /// The next key that is pressed goes to the action at hand, beside its others or instead.
  public private(set) var awaitsKey: KeyPurpose?
  public private(set) var settings: [SettingRow] = []
  public private(set) var keyRows: [KeyRow] = []
  private var list = HeadedSelection()
  @ObservationIgnored private var settingsList = HeadedSelection()

  public enum Page: Sendable {
    case settings, keys, themes
  }

  public enum KeyPurpose: Sendable {
    case only, another
  }

  /// A line of the list.
  public enum Line: Hashable, Sendable {
    case heading(String)
    case setting(SettingRow)
    /// Leads to the keys.
    case keys
    case key(KeyRow)
    case theme(String)
  }

  public init(interactor: any SettingsInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
    readAgain()
  }

  // MARK: What is shown

  public var isTyping: Bool { field != nil }

  public var lines: [Line] {
    switch page {
    case .settings:
      let own = settings.filter { !$0.isShared }
      let shared = settings.filter(\.isShared)
      return [.heading("This machine")] + own.map { .setting($0) } + [.keys]
        + [.heading("This collection")] + shared.map { .setting($0) }
    case .themes: return SettingDescription.themeNames.map { .theme($0) }
    case .keys:
      var lines: [Line] = []
      var place: String?
      for row in keyRows {
        if row.place != place { lines.append(.heading(row.place)) }
        place = row.place
        lines.append(.key(row))
      }
      return lines
    }
  }

  private var headings: [Bool] {
    lines.map { if case .heading = $0 { true } else { false } }
  }

  public var selection: ListSelection { list.selection }

  /// The theme that `config.yaml` names.
  public var themeInForce: String {
    settings.first { $0.description.name == "theme" }?.text ?? ""
  }

  public var selectedLine: Line? {
    let lines = lines
    return lines.indices.contains(list.line) ? lines[list.line] : nil
  }

  public func fit(windowHeight: Int) {
    var fitted = list
    fitted.fit(headings, windowHeight: windowHeight)
    if fitted != list { list = fitted }
  }

  public func readAgain() {
    settings = interactor.settings
    keyRows = interactor.keyRows
    fit(windowHeight: list.selection.windowHeight)
  }

  // MARK: What the person does

  public func moved(_ movement: Movement) {
    message = nil
    list.apply(movement, headings)
    if case .theme(let name) = selectedLine { interactor.previewTheme(name) }
  }

  public func changePressed() {
    message = nil
    switch selectedLine {
    case .setting(let row) where row.description.name == "theme": openThemes()
    case .setting(let row):
      switch row.description.kind {
      case .flag, .word: valuePressed(by: 1)
      default: field = TextField(row.text)
      }
    case .keys:
      settingsList = list
      list = HeadedSelection()
      page = .keys
      fit(windowHeight: 0)
    case .key: awaitsKey = .only
    case .theme(let name):
      attempt { message = Notice(try interactor.setSetting("theme", to: name)) }
      leaveList()
    case .heading, nil: break
    }
  }

  /// Each theme is shown as the selection comes to it.
  private func openThemes() {
    settingsList = list
    list = HeadedSelection()
    page = .themes
    list.select(SettingDescription.themeNames.firstIndex(of: themeInForce) ?? 0, headings)
  }

  private func leaveList() {
    interactor.previewTheme(nil)
    page = .settings
    list = settingsList
  }

  /// The key that is pressed next comes beside those that the action has.
  public func addKeyPressed() {
    message = nil
    if case .key = selectedLine { awaitsKey = .another }
  }

  public func valuePressed(by steps: Int) {
    message = nil
    guard case .setting(let row) = selectedLine else { return changePressed() }
    guard let text = row.description.kind.value(steps, from: row.text), text != row.text else {
      if !row.description.kind.hasSteps { changePressed() }
      return
    }
    set(row, to: text)
  }

  public func resetPressed() {
    message = nil
    switch selectedLine {
    case .setting(let row):
      guard row.isSet else {
        message = Notice("\(row.description.name) is as shipped")
        return
      }
      set(row, to: nil)
    case .key(let row):
      guard !row.isUsual else {
        message = Notice("\(row.action) has its usual keys")
        return
      }
      attempt { message = Notice(try interactor.setKeys(row.action, to: nil)) }
    default: break
    }
  }

  /// Gives the action at hand the key; nil leaves all as it is.
  public func keyChosen(_ name: String?) {
    guard let purpose = awaitsKey, case .key(let row) = selectedLine else { return }
    awaitsKey = nil
    guard let name else { return }
    let keys = purpose == .only ? [name] : row.keys.filter { $0 != name } + [name]
    attempt { message = Notice(try interactor.setKeys(row.action, to: keys)) }
  }

  // MARK: The field

  public func edited(_ edit: TextField.Edit) {
    message = nil
    field?.apply(edit)
  }

  /// Takes what is typed; what is wrong stays in the field, with the reason.
  public func fieldEntered() {
    guard let text = field?.text, case .setting(let row) = selectedLine else { return fieldLeft() }
    set(row, to: text.allSatisfy { $0 == " " } ? nil : text)
  }

  public func fieldLeft() {
    message = nil
    field = nil
  }

  private func set(_ row: SettingRow, to text: String?) {
    attempt {
      message = Notice(try interactor.setSetting(row.description.name, to: text))
      field = nil
    }
  }

  // MARK: Leaving

  public func undoPressed() {
    attempt { message = Notice(try interactor.undoSetting()) }
  }

  public func backPressed() {
    message = nil
    page == .settings ? router.dismiss() : leaveList()
  }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      message = Notice(error)
    }
    readAgain()
  }
}

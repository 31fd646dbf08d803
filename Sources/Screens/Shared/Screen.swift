public import TerminalUI

/// One screen: draws the state of its ViewModel and maps keys to what the ViewModel can do.
///
/// The run loop calls, per turn: `handle` or `paste` or `tick`, then `draw`, and `painted` once the
/// terminal has the frame. What `draw` reads is observed, so a change in it asks for a new frame.
@MainActor public protocol Screen: AnyObject {
  var name: ScreenName { get }

  /// Where keys go at the moment.
  var inputContext: InputContext { get }

  /// The deck and the card at hand.
  var subject: Subject { get }

  /// When time alone changes the picture next; nil when it does not.
  var nextTick: Moment? { get }

  /// Draws the whole canvas.
  func draw(on canvas: inout Canvas)

  /// The frame drawn last is on the terminal.
  func painted(at now: Moment)

  /// Returns false when the screen does nothing with the key.
  ///
  /// Outside text fields the router of all screens then performs what
  /// `KeyCatalogue.table(for: name).action(for: key)` says, if it is an action of all screens.
  /// `Key.command` comes from the palette: tables know it by the action's name.
  func handle(_ key: Key, now: Moment) -> Bool

  /// Why an action would do nothing now, in a sentence; nil when it can be done.
  ///
  /// The footer leaves such actions out, palette and menu show the reason, and so does the last row
  /// when the key is pressed: `handle` does not see it then. Outside text fields only.
  func whyOff(_ action: Action) -> String?

  /// Takes pasted text; outside a text field it is dropped.
  func paste(_ text: String)

  /// Time has passed, or the screen came to the top of the stack.
  func tick(_ now: Moment)
}

extension Screen {
  public var inputContext: InputContext { .commands }
  public var subject: Subject { Subject() }
  public var nextTick: Moment? { nil }
  public func painted(at now: Moment) {}
  public func whyOff(_ action: Action) -> String? { nil }
  public func paste(_ text: String) {}
  public func tick(_ now: Moment) {}
}

/// Whether a letter is a command or text.
public enum InputContext: Sendable {
  case commands
  /// Only Enter, Tab, Esc, arrows and readline keys act; global keys stay off.
  case textField
}

/// The name of a screen, in key overrides and help.
public enum ScreenName: String, CaseIterable, Sendable {
  case home, study, edit, summary, browse, help, problems, onboarding, transfer, export
  case options, settings, statistics, goals, palette, menu
  case cardInfo = "card-info"
  case olderRevision = "older-revision"
  case customStudy = "custom"
  /// Study while an answer is typed or chosen: keys of its own on the same screen.
  case studyForm = "study-form"

  /// As a heading.
  public var title: String {
    switch self {
    case .home: "Home"
    case .study: "Study"
    case .customStudy: "Custom session"
    case .studyForm: "Study, while an answer is typed or chosen"
    case .edit: "Edit and add"
    case .summary: "Summary"
    case .browse: "Browse"
    case .help: "Help"
    case .problems: "Problems"
    case .onboarding: "First start"
    case .olderRevision: "Older revision"
    case .transfer: "Import"
    case .export: "Export"
    case .options: "Options"
    case .settings: "Settings"
    case .statistics: "Statistics"
    case .cardInfo: "Card info"
    case .palette: "Palette"
    case .menu: "Menu"
    case .goals: "Goals"
    }
  }
}

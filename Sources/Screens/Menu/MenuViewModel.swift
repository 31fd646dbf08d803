public import Interaction
public import Observation

/// Decides what the menu shows: what can be done on the screen below, a group at a time.
@MainActor @Observable public final class MenuViewModel {
  private let router: any CommandRouter
  private let entries: [CommandEntry]
  /// Those that have entries.
  public let groups: [CommandEntry.Group]
  public private(set) var group: CommandEntry.Group
  public private(set) var selection = ListSelection()
  public private(set) var message: Notice?

  public init(entries: [CommandEntry], router: any CommandRouter) {
    self.entries = entries
    self.router = router
    groups = CommandEntry.Group.allCases.filter { group in entries.contains { $0.group == group } }
    group = groups.first ?? .screen
  }

  public var rows: [CommandEntry] { entries.filter { $0.group == group } }

  public var selected: CommandEntry? {
    let rows = rows
    return rows.indices.contains(selection.index) ? rows[selection.index] : nil
  }

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: rows.count, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    fit(windowHeight: selection.windowHeight)
    selection.apply(movement)
  }

  /// Goes so many groups on, round and round.
  public func groupMoved(by step: Int) {
    guard let place = groups.firstIndex(of: group) else { return }
    message = nil
    group = groups[(place + step + groups.count) % groups.count]
    selection = ListSelection()
  }

  public func enterPressed(at now: Moment) {
    guard let selected else { return }
    if let reason = selected.whyOff {
      message = Notice(.warning, reason)
      return
    }
    router.perform(selected.action, at: now)
  }

  /// Does the action of a number, counted from 1 at the top of what is seen.
  public func numberPressed(_ number: Int, at now: Moment) {
    let row = selection.top + number - 1
    guard number > 0, rows.indices.contains(row) else { return }
    selection.select(row)
    enterPressed(at: now)
  }

  public func backPressed() {
    router.dismiss()
  }
}

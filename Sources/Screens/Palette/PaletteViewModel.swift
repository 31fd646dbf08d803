public import Interaction
public import Observation

/// Decides what the palette shows: the actions that what was typed may mean, the likeliest first.
@MainActor @Observable public final class PaletteViewModel {
  private let router: any CommandRouter
  private let entries: [CommandEntry]
  public private(set) var field = TextField()
  /// What was typed, read as the Latin letters at the same keys.
  private var latinText = ""
  public private(set) var selection = ListSelection()
  public private(set) var message: Notice?

  /// Offers entries; those done last come first while nothing is typed.
  public init(entries: [CommandEntry], recent: [Action] = [], router: any CommandRouter) {
    let before = recent.compactMap { action in entries.first { $0.action == action } }
    self.entries = before + entries.filter { !recent.contains($0.action) }
    self.router = router
  }

  /// The entries that match, best first.
  public var matches: [CommandEntry] {
    guard !field.text.allSatisfy({ $0 == " " }) else { return entries }
    let found = matches(for: field.text)
    return found.isEmpty ? matches(for: latinText) : found
  }

  private func matches(for text: String) -> [CommandEntry] {
    entries.enumerated().compactMap {
      place, entry -> (score: Int, place: Int, entry: CommandEntry)? in
      let texts = [entry.label, entry.action.rawValue, entry.help]
      return FuzzyMatch.score(text, in: texts).map { ($0, place, entry) }
    }
    .sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.entry)
  }

  public var selected: CommandEntry? {
    let matches = matches
    return matches.indices.contains(selection.index) ? matches[selection.index] : nil
  }

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: matches.count, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  /// `latin` is the edited text in the letters that a Latin layout has at the same keys.
  public func edited(_ edit: TextField.Edit, latin: (String) -> String = { $0 }) {
    let before = field.text
    field.apply(edit)
    guard field.text != before else { return }
    latinText = latin(field.text)
    message = nil
    selection = ListSelection()
  }

  public func moved(_ movement: Movement) {
    message = nil
    fit(windowHeight: selection.windowHeight)
    selection.apply(movement)
  }

  /// Does the selected action; of one that is off it says why, and stays.
  public func entered(at now: Moment) {
    guard let selected else {
      message = Notice("No action is called so")
      return
    }
    if let reason = selected.whyOff {
      message = Notice(.warning, reason)
      return
    }
    router.perform(selected.action, at: now)
  }

  public func backPressed() {
    router.dismiss()
  }
}

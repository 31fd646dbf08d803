public import FileStorage
import History
public import StudyDomain

/// What the list of cards keeps: searches under a name, shared by all machines, and this machine's
/// layout.
@MainActor public final class BrowseManager {
  private let index: StudyIndex
  private let layoutFile: CardLayoutFile
  public private(set) var layout: CardLayout

  public init(index: StudyIndex, stateFolder: String) {
    self.index = index
    layoutFile = CardLayoutFile(path: "\(stateFolder)/browse")
    layout = layoutFile.read()
  }

  /// The subject of the events that keep searches: no deck can be called so.
  static let subject = "::searches"

  /// By name.
  public var searches: [SavedSearch] {
    let kept = index.history.optionEvents[Self.subject] ?? [:]
    return kept.compactMap { name, value in
      guard case .text(let query) = value, query != Self.removed else { return nil }
      return SavedSearch(name: name, query: query)
    }.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// What stands for the query of a search that was taken away; as a query it is an error.
  private static let removed = "-"

  /// Keeps a search, in the place of one of that name; false when it is kept already.
  public func save(_ search: SavedSearch) throws(FileStorageError) -> Bool {
    guard !searches.contains(search) else { return false }
    try write(search.name, search.query)
    return true
  }

  /// False when there is none of that name.
  public func removeSearch(_ name: String) throws(FileStorageError) -> Bool {
    guard searches.contains(where: { $0.name == name }) else { return false }
    try write(name, Self.removed)
    return true
  }

  private func write(_ name: String, _ query: String) throws(FileStorageError) {
    let after = index.history.lastSetting(.option, subject: Self.subject, name: name)
    try index.history.write([
      EventDraft(.option(deck: Self.subject, name: name, value: query), after: after)
    ])
  }

  public func setLayout(_ layout: CardLayout) {
    guard layout != self.layout else { return }
    self.layout = layout
    layoutFile.write(layout)
  }
}

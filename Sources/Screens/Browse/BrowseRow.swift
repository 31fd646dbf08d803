import Markup
public import StudyDomain

/// One card as the list shows it.
public struct BrowseRow: Hashable, Sendable {
  public var key: CardKey
  /// The question in one line.
  public var title: String
  /// Nil for a card that is gone since the list was made.
  public var report: CardReport?

  /// As much of a question as the widest terminal shows.
  private static let longestTitle = 400

  init(key: CardKey, report: CardReport?) {
    self.key = key
    self.report = report
    guard let report else {
      title = "(gone)"
      return
    }
    // The beginning is enough, and the rest may be long.
    let front = String(report.text.front.prefix(Self.longestTitle * 2))
    let text = MarkupDocument(markdown: front).plainText
    title = String(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(Self.longestTitle))
  }
}

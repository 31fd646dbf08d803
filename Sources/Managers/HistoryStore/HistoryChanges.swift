import History

/// What the history has learnt between two looks at it.
enum HistoryChanges {
  case none
  /// These cards, perhaps settings, and nothing else.
  case some(cards: Set<CardID>, settings: Bool)
  case everything

  var touchesSettings: Bool {
    switch self {
    case .none: false
    case .some(_, let settings): settings
    case .everything: true
    }
  }
}

/// The last reports of appends, so that several readers can each ask what is new to them.
struct ChangeLog {
  private var reports: [(revision: Int, cards: Set<CardID>, settings: Bool)] = []
  /// Whoever saw less than this must look at everything.
  private var oldest = 0

  mutating func add(_ report: AppendReport, revision: Int) {
    reports.append((revision, report.changedCards, report.settingsChanged))
    if reports.count > 64 { oldest = reports.removeFirst().revision }
  }

  mutating func restart(at revision: Int) {
    reports = []
    oldest = revision
  }

  func changes(since seen: Int, now: Int) -> HistoryChanges {
    guard seen != now else { return .none }
    guard seen >= oldest else { return .everything }
    var cards: Set<CardID> = []
    var settings = false
    for report in reports where report.revision > seen {
      cards.formUnion(report.cards)
      settings = settings || report.settings
    }
    return .some(cards: cards, settings: settings)
  }
}

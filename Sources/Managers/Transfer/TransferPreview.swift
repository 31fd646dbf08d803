public import StudyDomain

/// How an import is to be done.
public struct TransferOptions: Hashable, Sendable {
  /// The deck that the decks of the file go below; nil keeps their names.
  public var parent: DeckName?

  /// Counts for text in columns only.
  public var text: TextOptions

  public init(into parent: DeckName? = nil, text: TextOptions = TextOptions()) {
    self.parent = parent
    self.text = text
  }

  /// Throws for a parent that is no name of a deck.
  func check() throws {
    guard let parent, parent.parts.contains(where: { Flattened.trimmed($0).isEmpty }) else {
      return
    }
    throw TransferError.badDeckName(parent.text)
  }
}

/// What an import is going to do; nothing is written yet.
public struct TransferPreview: Sendable {
  enum Work: Sendable {
    case notes(ImportPlan, OpenedFile)
    /// Texts of other programs, which become texts of ours.
    case neighbours(NeighbourPlan)
  }

  /// A note of the file, and the one that is here.
  public struct NoteTexts: Sendable {
    public var reason: String
    public var new: String
    public var old: String?
    /// The file in which the old text stands, below the collection.
    public var path: String?
  }

  let work: Work
  let options: TransferOptions

  /// The numbers, as a dry run tells them.
  @MainActor public var report: TransferReport {
    switch work {
    case .notes(let plan, _): plan.report
    case .neighbours(let plan): plan.report
    }
  }

  /// How a text in columns is taken; nil for other files.
  public var columns: TextColumns? {
    if case .notes(_, let file) = work { file.text?.columns } else { nil }
  }

  @MainActor public func count(of kind: TransferKind) -> Int {
    switch work {
    case .notes(let plan, _): plan.lists[kind]?.count ?? 0
    case .neighbours(let plan): plan.lists[kind]?.count ?? 0
    }
  }

  /// All that is said of one note of a kind, by its place: what the file has and what is here.
  @MainActor public func texts(of kind: TransferKind, at place: Int) -> NoteTexts? {
    guard (0..<count(of: kind)).contains(place) else { return nil }
    switch work {
    case .notes(let plan, _): return plan.lists[kind].map { plan.texts(of: $0[place]) }
    case .neighbours(let plan):
      guard let note = plan.lists[kind]?[place] else { return nil }
      return NoteTexts(reason: note.reason, new: plan.texts[kind]?[place] ?? note.text)
    }
  }

  /// The notes of a kind in the order of the file, each with what becomes of it or why not.
  ///
  /// Costs only what is asked for.
  @MainActor public func notes(of kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note]
  {
    let range = range.clamped(to: 0..<count(of: kind))
    switch work {
    case .notes(let plan, _):
      return (plan.lists[kind] ?? []).lazy[range].map { plan.line(of: $0) }
    case .neighbours(let plan): return Array((plan.lists[kind] ?? [])[range])
    }
  }
}

/// Hears how far an import is, at most ten times a second.
public typealias TransferProgressHandler = @MainActor @Sendable (TransferProgress) -> Void

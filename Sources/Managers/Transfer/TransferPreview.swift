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
}

/// What an import is going to do; nothing is written yet.
public struct TransferPreview: Sendable {
  /// The numbers, as a dry run tells them.
  @MainActor public var report: TransferReport { plan.report }
  /// How a text in columns is taken; nil for other files.
  public var columns: TextColumns? { file.text?.columns }
  let plan: ImportPlan
  let file: OpenedFile
  let options: TransferOptions

  @MainActor public func count(of kind: TransferKind) -> Int {
    plan.lists[kind]?.count ?? 0
  }

  /// The notes of a kind in the order of the file, each with what becomes of it or why not.
  ///
  /// Costs only what is asked for.
  @MainActor public func notes(of kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note]
  {
    (plan.lists[kind] ?? []).lazy[range.clamped(to: 0..<count(of: kind))].map { plan.line(of: $0) }
  }
}

/// Hears how far an import is, at most ten times a second.
public typealias TransferProgressHandler = @MainActor @Sendable (TransferProgress) -> Void

public import Interaction
public import Observation
public import StudyDomain

/// Decides what the import shows and does: a file, the preview, the work, its result.
@MainActor @Observable public final class TransferViewModel {
  private let interactor: any TransferInteractor
  private let router: any Dismissing

  public private(set) var page = TransferPage.choosing
  public private(set) var path = TextField()
  /// True while keys go into the field of the page.
  public private(set) var isTyping = true
  /// The deck that everything goes below; empty for none.
  public private(set) var deck = TextField()
  /// The files to choose from, as the path is now.
  public private(set) var files: [TransferFile] = []
  /// Of the page that is shown.
  public private(set) var selection = ListSelection()
  /// A file of the list counts, not the path; only once the list was touched.
  public private(set) var isInList = false
  /// The preview, then the result.
  public private(set) var report: TransferReport?
  /// How the file's columns are taken; nil for a file without.
  public private(set) var columns: TextColumns?
  private(set) var textOptions = TextOptions()
  public private(set) var undoReport: TransferUndoReport?
  public private(set) var progress: TransferProgress?
  public private(set) var isCancelling = false
  public private(set) var message: Notice?
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// Tells late answers from those that are waited for.
  @ObservationIgnored private var run = 0
  @ObservationIgnored private var deckBefore = TextField()
  /// Where the preview was left for one of its lists.
  @ObservationIgnored private var previewSelection = ListSelection()

  public init(interactor: any TransferInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
    files = interactor.files(for: "")
  }

  // MARK: What is shown

  /// The rows of the preview.
  public var rows: [TransferRow] {
    guard let report else { return [] }
    var rows = [TransferRow(subject: .start, count: report.new + report.updated)]
    rows += TransferKind.allCases.map {
      TransferRow(subject: .list(.notes($0)), count: report.count(of: $0))
    }
    let others: [(TransferList, Int)] = [
      (.decks, report.decks.count), (.missingMedia, report.missingMedia.count),
      (.remarks, report.remarks.count),
    ]
    rows += others.filter { $0.1 > 0 }.map { TransferRow(subject: .list($0.0), count: $0.1) }
    return rows
  }

  public var selectedRow: TransferRow? {
    let rows = rows
    return rows.indices.contains(selection.index) ? rows[selection.index] : nil
  }

  public func count(of list: TransferList) -> Int {
    guard let report else { return 0 }
    return switch list {
    case .notes(let kind): report.count(of: kind)
    case .decks: report.decks.count
    case .missingMedia: report.missingMedia.count
    case .remarks: report.remarks.count
    }
  }

  /// Lines of a list, as many as are asked for.
  public func lines(of list: TransferList, _ range: Range<Int>) -> [TransferReport.Note] {
    guard let report else { return [] }
    let range = range.clamped(to: 0..<count(of: list))
    return switch list {
    case .notes(let kind): interactor.importNotes(kind, range)
    case .decks:
      report.decks[range].map {
        .init(text: $0.name.text, reason: "\(counted($0.notes, "note", "notes")) to \($0.path)")
      }
    case .missingMedia:
      report.missingMedia[range].map { .init(text: $0, reason: "the file lacks it") }
    case .remarks: report.remarks[range].map { .init(text: $0, reason: "") }
    }
  }

  /// True when there is anything to do.
  public var canStart: Bool {
    report.map { $0.new + $0.updated + $0.unchanged + $0.reviews > 0 } ?? false
  }

  private var rowCount: Int {
    switch page {
    case .choosing: isTypingDeck ? deckMatches.count : files.count
    case .preview: isTyping ? deckMatches.count : rows.count
    case .columns: textRows.count
    case .list(let list): count(of: list)
    case .result, .undone: resultLines.count
    case .working: 0
    }
  }

  /// What a result names one by one.
  public var resultLines: [TransferReport.Note] {
    if page == .undone { return undoReport?.left ?? [] }
    guard let report else { return [] }
    return lines(of: .decks, 0..<report.decks.count) + report.conflicting + report.skipped
      + lines(of: .missingMedia, 0..<report.missingMedia.count)
      + lines(of: .remarks, 0..<report.remarks.count)
  }

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: rowCount, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    if isTyping, !isInList {
      isInList = rowCount > 0
      return
    }
    if isTyping, movement == .up, selection.index == 0 {
      isInList = false
      return
    }
    fit(windowHeight: selection.windowHeight)
    selection.apply(movement)
  }

  // MARK: Choosing

  public func edited(_ edit: TextField.Edit) {
    message = nil
    isInList = false
    selection = ListSelection()
    if isTypingDeck {
      deck.apply(edit)
    } else {
      path.apply(edit)
      files = interactor.files(for: path.text)
    }
  }

  /// Completes what is typed as far as it is certain.
  public func tabPressed() {
    message = nil
    let text = isTypingDeck ? deck.text : path.text
    let names = isTypingDeck ? deckMatches : files.map(\.path)
    let chosen =
      isInList && names.indices.contains(selection.index) ? [names[selection.index]] : names
    guard let common = Self.commonStart(of: chosen), common.count > text.count else { return }
    if isTypingDeck {
      deck = TextField(common)
    } else {
      path = TextField(common)
      files = interactor.files(for: common)
    }
    isInList = false
    selection = ListSelection()
  }

  private static func commonStart(of names: [String]) -> String? {
    guard var common = names.first else { return nil }
    for name in names.dropFirst() {
      common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return common
  }

  /// Takes the path, or the file of the list.
  public func pathEntered() {
    message = nil
    if isInList || !isTyping, files.indices.contains(selection.index) {
      path = TextField(files[selection.index].path)
      isInList = false
      if files[selection.index].isFolder, isTyping {
        files = interactor.files(for: path.text)
        selection = ListSelection()
        return
      }
    }
    guard path.text.contains(where: { $0 != " " }) else {
      message = Notice(.info, "type the path of a file, or choose one with the arrows")
      return
    }
    prepare()
  }

  public func typePressed() {
    message = nil
    isTyping = true
    isInList = false
  }

  /// Leaves the field.
  public func fieldLeft() {
    if isTypingDeck { deck = deckBefore }
    isTyping = false
    isInList = false
    if page == .preview { selection = previewSelection }
  }

  private func prepare() {
    report = nil
    columns = nil
    textOptions = TextOptions()
    begin(.reading, back: .choosing) { [self] run in
      guard try await look(textOptions, run) else { return }
      selection = ListSelection()
      page = .preview
    }
  }

  /// Takes in what an import would do; false when nobody waits for it any more.
  private func look(_ options: TextOptions, _ run: Int) async throws -> Bool {
    let into = deck.text.isEmpty ? nil : deck.text
    let outlook = try await interactor.prepareImport(path.text, into: into, text: options) {
      [weak self] in self?.heard($0, run)
    }
    guard run == self.run else { return false }
    report = outlook.report
    columns = outlook.columns
    textOptions = options
    return true
  }

  // MARK: Columns

  public func columnsPressed() {
    guard page == .preview, columns != nil else { return }
    message = nil
    previewSelection = selection
    selection = ListSelection()
    page = .columns
  }

  /// Takes the next or an earlier value of the row, and looks at the file anew.
  public func valuePressed(by steps: Int) {
    guard page == .columns, let options = changedOptions(by: steps) else { return }
    message = nil
    run += 1
    let run = run
    work?.cancel()
    work = Task {
      do {
        _ = try await look(options, run)
      } catch {
        if run == self.run { message = Notice(error) }
      }
    }
  }

  // MARK: The preview

  /// True while the deck is typed.
  public var isTypingDeck: Bool { isTyping && page == .preview }

  /// Decks whose names begin as it is typed.
  public var deckMatches: [String] {
    let text = deck.text.lowercased()
    return interactor.deckNames.filter { $0.lowercased().hasPrefix(text) }
  }

  public func deckPressed() {
    guard page == .preview else { return }
    message = nil
    previewSelection = selection
    deckBefore = deck
    isTyping = true
    isInList = false
    selection = ListSelection()
  }

  /// Takes the deck and works the import out anew.
  public func deckEntered() {
    if isInList, deckMatches.indices.contains(selection.index) {
      deck = TextField(deckMatches[selection.index])
    }
    isTyping = false
    isInList = false
    guard deck != deckBefore else {
      selection = previewSelection
      return
    }
    begin(.reading, back: .preview) { [self] run in
      do {
        guard try await look(textOptions, run) else { return }
      } catch {
        // What is shown must be what an import would do.
        if run == self.run { deck = deckBefore }
        throw error
      }
      selection = ListSelection()
      page = .preview
    }
  }

  public func openPressed() {
    switch page {
    case .preview:
      guard let row = selectedRow else { return }
      switch row.subject {
      case .start: startPressed()
      case .list(let list):
        guard row.count > 0 else {
          message = Notice("there are none")
          return
        }
        previewSelection = selection
        selection = ListSelection()
        page = .list(list)
      }
    case .result, .undone: router.dismiss()
    case .choosing: pathEntered()
    case .columns: valuePressed(by: 1)
    case .list, .working: break
    }
  }

  /// Imports.
  public func startPressed() {
    guard page == .preview else { return }
    guard canStart else {
      message = Notice(.info, "there is nothing to import")
      return
    }
    begin(.importing, back: .preview) { [self] run in
      let report = try await interactor.performImport { [weak self] in self?.heard($0, run) }
      self.report = report
      if isCancelling {
        message = Notice(.info, "the import was done before it could be cancelled")
      }
      page = .result
    }
  }

  // MARK: The result

  public func undoPressed() {
    guard page == .result, let name = report?.action else { return }
    begin(.undoing, back: .result) { [self] run in
      undoReport = try await interactor.undoImport(name) { [weak self] in self?.heard($0, run) }
      page = .undone
    }
  }

  // MARK: Going back

  public func backPressed() {
    message = nil
    switch page {
    case .choosing: router.dismiss()
    case .working(let work): cancel(work)
    case .preview:
      page = .choosing
      selection = ListSelection()
      files = interactor.files(for: path.text)
    case .list, .columns:
      page = .preview
      selection = previewSelection
    case .result, .undone: router.dismiss()
    }
  }

  private func cancel(_ kind: TransferWork) {
    switch kind {
    case .reading:
      // What was begun stops when it notices; nobody waits for it.
      work?.cancel()
      run += 1
      if report == nil {
        page = .choosing
      } else {
        // What is shown must be what an import would do.
        deck = deckBefore
        page = .preview
      }
    case .importing:
      isCancelling = true
      work?.cancel()
    case .undoing: break
    }
  }

  // MARK: Work

  private func begin(
    _ kind: TransferWork, back: TransferPage,
    _ body: @escaping @MainActor (Int) async throws -> Void
  ) {
    run += 1
    let run = run
    message = nil
    progress = nil
    isCancelling = false
    isTyping = false
    page = .working(kind)
    work = Task {
      do {
        try await body(run)
      } catch is CancellationError {
        guard run == self.run else { return }
        page = back
        message = Notice("cancelled; nothing was changed")
      } catch {
        guard run == self.run else { return }
        page = back
        message = Notice(error)
      }
    }
  }

  private func heard(_ progress: TransferProgress, _ run: Int) {
    if run == self.run { self.progress = progress }
  }
}

extension TransferReport {
  /// How many notes are of a kind.
  func count(of kind: TransferKind) -> Int {
    switch kind {
    case .new: new
    case .updated: updated
    case .unchanged: unchanged
    case .conflicting: conflicting.count
    case .skipped: skipped.count
    }
  }
}

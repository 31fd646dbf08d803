public import Interaction
public import Observation
public import StudyDomain

/// Decides what the import shows and does: a file, the preview, the work, its result.
@MainActor @Observable public final class TransferViewModel {
  let interactor: any TransferInteractor
  private let router: any Dismissing

  public internal(set) var page = TransferPage.choosing
  public internal(set) var path = TextField()
  /// True while keys go into the field of the page.
  public internal(set) var isTyping = true
  /// The deck that everything goes below; empty for none.
  public internal(set) var deck = TextField()
  /// The files to choose from, as the path is now.
  public internal(set) var files: [TransferFile] = []
  /// Of the page that is shown, and whether its list counts instead of its field.
  var list = FieldAndList()
  /// The preview, then the result.
  public internal(set) var report: TransferReport?
  /// How the file's columns are taken; nil for a file without.
  public internal(set) var columns: TextColumns?
  var textOptions = TextOptions()
  /// The note of a list that is shown as a whole.
  public internal(set) var note: TransferNoteTexts?
  public internal(set) var undoReport: TransferUndoReport?
  public internal(set) var progress: TransferProgress?
  public internal(set) var isCancelling = false
  public internal(set) var message: Notice?
  @ObservationIgnored var work: Task<Void, Never>?
  /// Tells late answers from those that are waited for.
  @ObservationIgnored var run = 0
  @ObservationIgnored var deckBefore = TextField()
  /// Steps that are asked for on the page of columns and not yet taken: row and how many.
  @ObservationIgnored var asked: [(row: Int, steps: Int)] = []
  /// Takes them one after the other.
  @ObservationIgnored var changing: Task<Void, Never>?
  /// What the columns were when the steps of a row began, and that row.
  @ObservationIgnored var columnsBefore: [String]?
  @ObservationIgnored var columnsRow = 0
  /// Of lines where the page has no rows.
  @ObservationIgnored private var shownCount: Int?
  /// Where a list was left for one of its notes.
  @ObservationIgnored private var listSelection = ListSelection()
  /// Where the preview was left for one of its lists.
  @ObservationIgnored var previewSelection = ListSelection()

  public init(interactor: any TransferInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
    files = interactor.files(for: "")
  }

  public internal(set) var selection: ListSelection {
    get { list.selection }
    set { list.selection = newValue }
  }

  /// A row of the list counts, not what is typed.
  public var isInList: Bool { list.isInList }

  /// `count` is that of the lines on the page where it is none of rows.
  public func fit(windowHeight: Int, count: Int? = nil) {
    var fitted = selection
    shownCount = count
    fitted.fit(count: count ?? rowCount, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    guard !isTyping else { return list.apply(movement, count: rowCount) }
    fit(windowHeight: selection.windowHeight, count: shownCount)
    selection.apply(movement)
  }

  func prepare() {
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
  func look(_ options: TextOptions, _ run: Int) async throws -> Bool {
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
    case .list(.notes(let kind)):
      guard let texts = interactor.importNoteTexts(kind, selection.index) else { return }
      message = nil
      note = texts
      listSelection = selection
      selection = ListSelection()
      page = .note(kind)
    case .list, .note, .working: break
    }
  }

  /// Imports.
  public func startPressed() {
    guard page == .preview else { return }
    if let changing {
      // What was asked for last is what is imported.
      work = Task {
        await changing.value
        if message == nil { startPressed() }
      }
      return
    }
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
    case .note(let kind):
      page = .list(.notes(kind))
      selection = listSelection
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

  func begin(
    _ kind: TransferWork, back: TransferPage,
    _ body: @escaping @MainActor (Int) async throws -> Void
  ) {
    changing?.cancel()
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

public import Interaction
public import Observation
public import StudyDomain

/// Decides what the export shows and does: which cards, as what, where to, the work, its result.
@MainActor @Observable public final class ExportViewModel {
  let interactor: any ExportInteractor
  private let router: any Dismissing

  public internal(set) var page = ExportPage.form
  /// The field of the page that is open.
  public internal(set) var field = TextField()
  /// The text of the field is as it was found: typing replaces it.
  @ObservationIgnored var isUntouched = false
  /// Of the page that is shown, and whether its list counts instead of its field.
  var list = FieldAndList()
  /// Empty for all cards.
  public internal(set) var query: String
  /// Format, options and path; its query stays empty.
  public internal(set) var request: ExportRequest
  /// How much the query names; nil when it names nothing that can be told.
  public internal(set) var size: ExportSize?
  public internal(set) var files: [TransferFile] = []
  public private(set) var report: ExportReport?
  public private(set) var progress: TransferProgress?
  public private(set) var isCancelling = false
  public internal(set) var message: Notice?
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// A person has named the file: it no longer follows cards and format.
  @ObservationIgnored var isFileNamed = false
  /// The file that may be replaced: Enter was pressed before its warning.
  @ObservationIgnored var replaced: String?
  @ObservationIgnored var formSelection = ListSelection()
  /// Of lines where a row of the page takes several.
  @ObservationIgnored private var shownCount: Int?

  /// Begins with a deck; nil for all cards.
  public convenience init(
    interactor: any ExportInteractor, router: any Dismissing, deck: DeckName? = nil
  ) {
    self.init(
      interactor: interactor, router: router, query: deck.map { Self.query(of: $0.text) } ?? "")
  }

  /// Begins with the cards of a query; empty for all.
  public init(interactor: any ExportInteractor, router: any Dismissing, query: String) {
    self.interactor = interactor
    self.router = router
    self.query = query
    request = ExportRequest(path: "", format: .apkg)
    nameFile()
    measure()
  }

  static func query(of deck: String) -> String { "deck:\"\(deck)\"" }

  // MARK: What is shown

  public var rows: [ExportRow] {
    [.start, .cards, .format, .file] + request.format.options.map { .option($0) }
  }

  public var selectedRow: ExportRow? {
    let rows = rows
    return rows.indices.contains(selection.index) ? rows[selection.index] : nil
  }

  /// True while keys go into a field.
  public var isTyping: Bool { page == .cards || page == .file }

  /// Decks whose names hold what is typed; all while it is a query.
  public var deckMatches: [String] {
    let text = field.text.lowercased()
    let all = interactor.deckNames
    let found = all.filter { $0.lowercased().contains(text) }
    return text.isEmpty || found.isEmpty ? all : found
  }

  /// What the result names one by one.
  public var resultLines: [TransferReport.Note] {
    guard let report else { return [] }
    return report.skipped
      + report.missingMedia.map { .init(text: $0, reason: "the collection lacks it") }
      + report.remarks.map { .init(text: $0, reason: "") }
  }

  private var rowCount: Int {
    switch page {
    case .form: rows.count
    // The first means all cards.
    case .cards: deckMatches.count + 1
    case .file: files.count
    case .result: resultLines.count
    case .working: 0
    }
  }

  public internal(set) var selection: ListSelection {
    get { list.selection }
    set { list.selection = newValue }
  }

  /// A row of the list counts, not what is typed.
  public var isInList: Bool { list.isInList }

  /// `count` is that of the lines where rows take several.
  public func fit(windowHeight: Int, count: Int? = nil) {
    var fitted = selection
    shownCount = count
    fitted.fit(count: count ?? rowCount, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    replaced = nil
    guard !isTyping else { return list.apply(movement, count: rowCount) }
    fit(windowHeight: selection.windowHeight, count: shownCount)
    selection.apply(movement)
  }

  // MARK: The form

  public func openPressed() {
    switch page {
    case .form:
      switch selectedRow {
      case .start: startPressed()
      case .cards: cardsPressed()
      case .file: filePressed()
      case .format, .option: valuePressed(by: 1)
      case nil: break
      }
    case .cards: cardsEntered()
    case .file: fileEntered()
    case .result: router.dismiss()
    case .working: break
    }
  }

  /// Takes the next or an earlier value of the row.
  public func valuePressed(by steps: Int) {
    guard page == .form else { return }
    message = nil
    replaced = nil
    switch selectedRow {
    case .format:
      let all = ExportRequest.Format.allCases
      let place = all.firstIndex(of: request.format) ?? 0
      request.format = all[((place + steps) % all.count + all.count) % all.count]
      nameFile()
    case .option(let option): request[option].toggle()
    case .start, .cards, .file, nil: break
    }
  }

  func nameFile() {
    if !isFileNamed { request.path = interactor.exportPath(for: query, request.format) }
  }

  private func measure() {
    // A deck that went meanwhile names nothing; the start says so.
    size = try? interactor.exportSize(of: query)
  }

  // MARK: Exporting

  public func startPressed() {
    guard page == .form else { return }
    measure()
    guard let size, size.notes > 0 else {
      message = Notice(.info, "no card is named", nextStep: "choose other cards")
      return
    }
    let isTaken = interactor.isTaken(request.path)
    if isTaken, replaced != request.path {
      replaced = request.path
      message = Notice(
        .warning, "the file is there already", nextStep: "the same key again replaces it")
      return
    }
    var request = request
    request.replaces = isTaken
    replaced = nil
    message = nil
    progress = nil
    isCancelling = false
    formSelection = selection
    selection = ListSelection()
    page = .working
    work = Task {
      do {
        report = try await interactor.export(request, query: query) { [weak self] in
          self?.progress = $0
        }
        if isCancelling {
          message = Notice(.info, "the file was written before the export could be cancelled")
        }
        page = .result
      } catch is CancellationError {
        close()
        message = Notice("cancelled; no file was written")
      } catch {
        close()
        message = Notice(error)
      }
    }
  }

  public func backPressed() {
    message = nil
    replaced = nil
    switch page {
    case .form, .result: router.dismiss()
    case .cards, .file: close()
    case .working:
      isCancelling = true
      work?.cancel()
    }
  }
}

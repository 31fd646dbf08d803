public import Interaction
public import Observation
public import StudyDomain

/// Decides what the export shows and does: which cards, as what, where to, the work, its result.
@MainActor @Observable public final class ExportViewModel {
  private let interactor: any ExportInteractor
  private let router: any Dismissing

  public private(set) var page = ExportPage.form
  /// The field of the page that is open.
  public private(set) var field = TextField()
  /// The row of a list counts, not the field.
  public private(set) var isInList = false
  public private(set) var selection = ListSelection()
  /// Empty for all cards.
  public private(set) var query: String
  /// Format, options and path; its query stays empty.
  public private(set) var request: ExportRequest
  /// How much the query names; nil when it names nothing that can be told.
  public private(set) var size: ExportSize?
  public private(set) var files: [TransferFile] = []
  public private(set) var report: ExportReport?
  public private(set) var progress: TransferProgress?
  public private(set) var isCancelling = false
  public private(set) var message: Notice?
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// A person has named the file: it no longer follows cards and format.
  @ObservationIgnored private var isFileNamed = false
  /// The file that may be replaced: Enter was pressed before its warning.
  @ObservationIgnored private var replaced: String?
  @ObservationIgnored private var formSelection = ListSelection()

  /// Begins with a deck; nil for all cards.
  public init(interactor: any ExportInteractor, router: any Dismissing, deck: DeckName? = nil) {
    self.interactor = interactor
    self.router = router
    query = deck.map { Self.query(of: $0.text) } ?? ""
    request = ExportRequest(path: "", format: .apkg)
    nameFile()
    measure()
  }

  private static func query(of deck: String) -> String { "deck:\"\(deck)\"" }

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

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: rowCount, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    replaced = nil
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

  public func cardsPressed() {
    guard page == .form else { return }
    open(.cards, query)
  }

  public func filePressed() {
    guard page == .form else { return }
    open(.file, request.path)
    files = interactor.files(for: request.path)
  }

  private func open(_ page: ExportPage, _ text: String) {
    message = nil
    replaced = nil
    formSelection = selection
    selection = ListSelection()
    field = TextField(text)
    isInList = false
    self.page = page
  }

  private func close() {
    page = .form
    selection = formSelection
    isInList = false
  }

  // MARK: Fields

  public func edited(_ edit: TextField.Edit) {
    guard isTyping else { return }
    message = nil
    isInList = false
    selection = ListSelection()
    field.apply(edit)
    if page == .file { files = interactor.files(for: field.text) }
  }

  /// Completes what is typed as far as it is certain.
  public func tabPressed() {
    guard isTyping else { return }
    let names = page == .file ? files.map(\.path) : deckMatches
    let chosen =
      isInList && page == .file && names.indices.contains(selection.index)
      ? [names[selection.index]] : names
    guard let common = Self.commonStart(of: chosen), common.count > field.text.count,
      common.lowercased().hasPrefix(field.text.lowercased())
    else { return }
    field = TextField(common)
    isInList = false
    selection = ListSelection()
    if page == .file { files = interactor.files(for: common) }
  }

  private static func commonStart(of names: [String]) -> String? {
    guard var common = names.first else { return nil }
    for name in names.dropFirst() {
      common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return common
  }

  public func cardsEntered() {
    let typed = field.text
    let matches = deckMatches
    var chosen = typed
    if isInList {
      let place = selection.index - 1
      chosen = matches.indices.contains(place) ? Self.query(of: matches[place]) : ""
    } else if let deck = interactor.deckNames.first(where: { $0.lowercased() == typed.lowercased() }
    ) {
      chosen = Self.query(of: deck)
    }
    do {
      size = try interactor.exportSize(of: chosen)
    } catch {
      message = Notice(error)
      return
    }
    query = chosen
    nameFile()
    close()
  }

  public func fileEntered() {
    if isInList, files.indices.contains(selection.index) {
      let file = files[selection.index]
      field = TextField(file.path)
      isInList = false
      if file.isFolder {
        files = interactor.files(for: file.path)
        selection = ListSelection()
        return
      }
    }
    guard let last = field.text.last, last != "/", last != " " else {
      message = Notice(.info, "type the name of a file")
      return
    }
    request.path = field.text
    isFileNamed = true
    // A name says what it is to be.
    if let format = ExportRequest.Format(ending: request.path), format != request.format,
      !(format == .notes && request.format == .cards)
    {
      request.format = format
    }
    close()
  }

  /// Leaves the field as it was.
  public func fieldLeft() {
    message = nil
    close()
  }

  private func nameFile() {
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
        .warning, "\(request.path) is there already", nextStep: "the same key again replaces it")
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

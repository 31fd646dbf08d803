import Screens
import StudyDomain
import Testing

/// A class for a fake's changing state, so that the structs of closures stay values.
@MainActor final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

@MainActor private func unexpected(_ call: String) {
  Issue.record("unexpected call: \(call)")
}

struct FakeHomeInteractor: HomeInteractor {
  var overview: @MainActor () -> HomeOverview
  var fold: @MainActor (Bool, DeckName) throws -> Void = { _, _ in unexpected("setFolded") }
  var pin: @MainActor (Bool, DeckName) throws -> Void = { _, _ in unexpected("setPinned") }
  var add: @MainActor (Int, DeckName) throws -> String = { _, _ in
    unexpected("addForToday")
    return ""
  }
  var undoLast: @MainActor () throws -> String = {
    unexpected("undo")
    return ""
  }

  var home: HomeOverview { overview() }
  func setFolded(_ isFolded: Bool, deck: DeckName) throws { try fold(isFolded, deck) }
  func setPinned(_ isPinned: Bool, deck: DeckName) throws { try pin(isPinned, deck) }
  func addForToday(newCards: Int, reviews: Int, deck: DeckName) throws -> String {
    try add(newCards, deck)
  }
  var deckFiles = FakeDeckFiles()
  func createDeck(_ name: String) throws -> DeckFileReport { try deckFiles.create(name) }
  func renameDeck(_ deck: DeckName, to name: String) throws -> DeckFileReport {
    try deckFiles.rename(deck, name)
  }
  func deckContents(of deck: DeckName) throws -> DeckContents { deckFiles.contents(deck) }
  func trashDeck(_ deck: DeckName) throws -> String { try deckFiles.trash(deck) }
  func reload() { unexpected("reload") }
  func undo() throws -> String { try undoLast() }
  func redo() throws -> String {
    unexpected("redo")
    return ""
  }
}

struct FakeDeckFiles {
  var create: @MainActor (String) throws -> DeckFileReport = { name in
    DeckFileReport(deck: DeckName(name), sentence: "new deck \(name)")
  }
  var rename: @MainActor (DeckName, String) throws -> DeckFileReport = { _, name in
    DeckFileReport(deck: DeckName(name), sentence: "renamed to \(name)")
  }
  var contents: @MainActor (DeckName) -> DeckContents = { _ in
    DeckContents(decks: 3, cards: 120, reviews: 1234)
  }
  var trash: @MainActor (DeckName) throws -> String = { "deleted \($0.text)" }
}

struct FakeHomeRouter: HomeRouter {
  var toStudy: @MainActor (DeckName) -> Void = { _ in unexpected("study") }
  var toQuit: @MainActor () -> Void = { unexpected("quit") }
  func study(_ deck: DeckName) { toStudy(deck) }
  var toCustomStudy: @MainActor (DeckName?) -> Void = { _ in unexpected("showCustomStudy") }
  func showCustomStudy(_ deck: DeckName?) { toCustomStudy(deck) }
  var toImport: @MainActor () -> Void = { unexpected("showImport") }
  func showProblems() { unexpected("showProblems") }
  func showImport() { toImport() }
  var toExport: @MainActor (DeckName?) -> Void = { _ in unexpected("showExport") }
  func showExport(_ deck: DeckName?) { toExport(deck) }
  func quit() { toQuit() }
}

struct FakeStudyInteractor: StudyInteractor {
  var current: @MainActor () -> StudySession
  var onGrade: @MainActor (Grade, StudyCard.Showing, Int) throws -> Void = { _, _, _ in
    unexpected("grade")
  }
  var onPerform: @MainActor (StudyAction) throws -> String? = { _ in
    unexpected("perform")
    return nil
  }
  var onEdit: @MainActor () async throws -> String? = {
    unexpected("editInEditor")
    return nil
  }
  var onRefresh: @MainActor (Timestamp) -> Void = { _ in }
  var onCheck: @MainActor (String) -> TypedAttempt = { _ in
    unexpected("check")
    return TypedAttempt(isRight: false, typed: [], expected: [])
  }
  var onUndo: @MainActor () throws -> String = {
    unexpected("undo")
    return ""
  }

  var session: StudySession { current() }
  func grade(_ grade: Grade, of showing: StudyCard.Showing, takenMilliseconds: Int) throws {
    try onGrade(grade, showing, takenMilliseconds)
  }
  func perform(_ action: StudyAction) throws -> String? { try onPerform(action) }
  var onUse: @MainActor (CardTool, Bool) async throws -> String? = { _, _ in
    unexpected("use")
    return nil
  }
  func use(_ tool: CardTool, withAnswer: Bool) async throws -> String? {
    try await onUse(tool, withAnswer)
  }
  func check(_ typed: String) -> TypedAttempt { onCheck(typed) }
  func editInEditor() async throws -> String? { try await onEdit() }
  func refresh(now: Timestamp) { onRefresh(now) }
  func undo() throws -> String { try onUndo() }
  func redo() throws -> String {
    unexpected("redo")
    return ""
  }
}

struct FakeStudyRouter: StudyRouter {
  var toSummary: @MainActor () -> Void = { unexpected("showSummary") }
  var onDismiss: @MainActor () -> Void = { unexpected("dismiss") }
  var toEdit: @MainActor (CardKey) -> Void = { _ in unexpected("edit") }
  func showSummary() { toSummary() }
  func dismiss() { onDismiss() }
  func edit(_ card: CardKey) { toEdit(card) }
}

struct FakeSummaryInteractor: SummaryInteractor {
  var current: @MainActor () -> StudySummary
  var onExtend: @MainActor (SessionExtension) throws -> String? = { _ in
    unexpected("extend")
    return nil
  }
  var onUndo: @MainActor () throws -> String = {
    unexpected("undo")
    return ""
  }
  var summary: StudySummary { current() }
  func extend(_ wanted: SessionExtension) throws -> String? { try onExtend(wanted) }
  func undo() throws -> String { try onUndo() }
  func redo() throws -> String {
    unexpected("redo")
    return ""
  }
}

struct FakeSummaryRouter: SummaryRouter {
  var onResume: @MainActor () -> Void = { unexpected("resumeStudy") }
  func resumeStudy() { onResume() }
  func dismiss() { unexpected("dismiss") }
}

struct FakeProblemsInteractor: ProblemsInteractor {
  var problems: [Problem]
  func openEditor(at problem: Problem) async throws { unexpected("openEditor") }
}

struct FakeOlderRevisionInteractor: OlderRevisionInteractor {
  var missing: @MainActor () -> MissingHistory?
  var onRestore: @MainActor () throws -> Void = { unexpected("restoreHistory") }
  var onAccept: @MainActor () throws -> Void = { unexpected("acceptOlderRevision") }
  var missingHistory: MissingHistory? { missing() }
  func restoreHistory() throws { try onRestore() }
  func acceptOlderRevision() throws { try onAccept() }
}

struct FakeOnboardingInteractor: OnboardingInteractor {
  var onboarding: OnboardingSituation
  var onCreate: @MainActor (String, Bool) async throws -> Void = { _, _ in
    unexpected("createCollection")
  }
  func createCollection(at path: String, withTutorial: Bool) async throws {
    try await onCreate(path, withTutorial)
  }
}

struct FakeOnboardingRouter: OnboardingRouter {
  var onOpen: @MainActor () -> Void = { unexpected("openHome") }
  func openHome() { onOpen() }
  func quit() { unexpected("quit") }
}

struct FakeDismissing: Dismissing {
  var onDismiss: @MainActor () -> Void = { unexpected("dismiss") }
  func dismiss() { onDismiss() }
}

struct FakeTransferInteractor: TransferInteractor {
  typealias Hearing = @MainActor @Sendable (TransferProgress) -> Void

  var onFiles: @MainActor (String) -> [TransferFile] = { _ in [] }
  var deckNames: [String] = []
  var columns: TextColumns?
  var onPrepare: @MainActor (String, String?, Hearing) async throws -> TransferReport = {
    _, _, _ in
    unexpected("prepareImport")
    return TransferReport(file: "", isDryRun: true)
  }
  var onText: @MainActor (TextOptions) throws -> Void = { _ in }
  var onNotes: @MainActor (TransferKind, Range<Int>) -> [TransferReport.Note] = { _, _ in [] }
  var onTexts: @MainActor (TransferKind, Int) -> TransferNoteTexts? = { _, _ in nil }
  var onPerform: @MainActor (Hearing) async throws -> TransferReport = { _ in
    unexpected("performImport")
    return TransferReport(file: "", isDryRun: false)
  }
  var onUndo: @MainActor (String, Hearing) async throws -> TransferUndoReport = { name, _ in
    unexpected("undoImport")
    return TransferUndoReport(file: "", name: name)
  }

  func files(for path: String) -> [TransferFile] { onFiles(path) }
  func prepareImport(
    _ path: String, into deck: String?, text: TextOptions, progress: @escaping Hearing
  ) async throws -> TransferOutlook {
    try onText(text)
    return TransferOutlook(
      report: try await onPrepare(path, deck, progress), columns: columns)
  }
  func importNotes(_ kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note] {
    onNotes(kind, range)
  }
  func importNoteTexts(_ kind: TransferKind, _ place: Int) -> TransferNoteTexts? {
    onTexts(kind, place)
  }
  func performImport(progress: @escaping Hearing) async throws -> TransferReport {
    try await onPerform(progress)
  }
  func undoImport(_ name: String, progress: @escaping Hearing) async throws -> TransferUndoReport {
    try await onUndo(name, progress)
  }
}

struct FakeExportInteractor: ExportInteractor {
  typealias Hearing = @MainActor @Sendable (TransferProgress) -> Void

  var deckNames: [String] = []
  var onFiles: @MainActor (String) -> [TransferFile] = { _ in [] }
  var onSize: @MainActor (String) throws -> ExportSize = { _ in ExportSize(notes: 1, cards: 1) }
  var onTaken: @MainActor (String) -> Bool = { _ in false }
  var onExport: @MainActor (ExportRequest, String, Hearing) async throws -> ExportReport = {
    request, _, _ in
    unexpected("export")
    return ExportReport(file: request.path, format: request.format)
  }

  func files(for path: String) -> [TransferFile] { onFiles(path) }
  func exportSize(of query: String) throws -> ExportSize { try onSize(query) }
  func exportPath(for query: String, _ format: ExportRequest.Format) -> String {
    "~/\(query.isEmpty ? "deckle" : query).\(format.rawValue)"
  }
  func isTaken(_ path: String) -> Bool { onTaken(path) }
  func export(
    _ request: ExportRequest, query: String, progress: @escaping Hearing
  ) async throws -> ExportReport {
    try await onExport(request, query, progress)
  }
}

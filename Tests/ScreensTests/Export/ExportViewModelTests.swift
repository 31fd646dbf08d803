import Interaction
import StudyDomain
import TerminalUI
import Testing

@testable import Screens

/// What the export asks for, in order.
@MainActor private final class Asked {
  var requests: [(request: ExportRequest, query: String)] = []
  var isTaken = false
  var isDismissed = false
  var failure: (any Error)?
}

@MainActor @Suite struct ExportViewModelTests {
  private let asked = Asked()

  private func model(_ deck: String? = nil) -> ExportViewModel {
    ExportViewModel(
      interactor: FakeExportInteractor(
        deckNames: ["Spanish", "Spanish::Verbs"],
        onSize: { query in
          if query == "flag:9" { throw ActionFailure("column 1 of the query: flag:9") }
          return ExportSize(notes: query == "nothing" ? 0 : 12, cards: 20)
        },
        onTaken: { [asked] _ in asked.isTaken },
        onExport: { [asked] request, query, _ in
          asked.requests.append((request, query))
          if let failure = asked.failure { throw failure }
          var report = ExportReport(file: request.path, format: request.format)
          report.notes = 12
          return report
        }),
      router: FakeDismissing(onDismiss: { [asked] in asked.isDismissed = true }),
      deck: deck.map { DeckName($0) })
  }

  private func select(_ row: ExportRow, _ model: ExportViewModel) {
    model.fit(windowHeight: 20)
    model.moved(.top)
    while model.selectedRow != row { model.moved(.down) }
  }

  @Test func `it begins with the deck and a file named for it`() {
    let model = model("Spanish::Verbs")
    #expect(model.query == "deck:\"Spanish::Verbs\"")
    #expect(model.size == ExportSize(notes: 12, cards: 20))
    #expect(model.request.path == "~/deck:\"Spanish::Verbs\".apkg")
    #expect(model.rows.first == .start)
  }

  @Test func `each format has its own options, and none that means nothing`() {
    let model = model()
    var seen: [ExportRequest.Format: [ExportRow]] = [:]
    for _ in ExportRequest.Format.allCases {
      seen[model.request.format] = Array(model.rows.dropFirst(4))
      select(.format, model)
      model.valuePressed(by: 1)
    }
    #expect(seen.count == ExportRequest.Format.allCases.count)
    #expect(seen[.json] == [.option(.history)])
    #expect(seen[.cards] == [.option(.html)])
    #expect(seen[.notes] == [.option(.html), .option(.details)])
    #expect(seen[.apkg] == [.option(.history), .option(.media), .option(.latestLayout)])
    #expect(model.request.format == .apkg)
    model.valuePressed(by: -1)
    #expect(model.request.format == .json)
  }

  @Test func `an option that is changed reaches the export`() async {
    let model = model()
    select(.option(.media), model)
    model.openPressed()
    #expect(!model.request.hasMedia)
    select(.start, model)
    model.openPressed()
    await model.work?.value
    #expect(asked.requests.map(\.request.hasMedia) == [false])
    #expect(asked.requests.map(\.request.hasHistory) == [true])
    #expect(asked.requests.map(\.request.replaces) == [false])
    #expect(model.page == .result)
    model.openPressed()
    #expect(asked.isDismissed)
  }

  @Test func `typing takes the place of the cards that were asked for, unless they are edited`() {
    let model = model("Spanish")
    model.cardsPressed()
    #expect(model.field.text == "deck:\"Spanish\"")
    model.edited(.insert("v"))
    model.edited(.insert("e"))
    #expect(model.field.text == "ve")
    model.fieldLeft()
    model.cardsPressed()
    model.edited(.left)
    model.edited(.insert("!"))
    #expect(model.field.text == "deck:\"Spanish!\"")
  }

  @Test func `cards are a deck of the list, or a query that can be read`() {
    let model = model()
    model.cardsPressed()
    model.edited(.insert("verb"))
    model.fit(windowHeight: 20)
    #expect(model.deckMatches == ["Spanish::Verbs"])
    model.moved(.down)
    model.moved(.down)
    model.openPressed()
    #expect(model.query == "deck:\"Spanish::Verbs\"")
    #expect(model.page == .form)

    model.cardsPressed()
    model.edited(.deleteToStart)
    model.edited(.insert("flag:9"))
    model.openPressed()
    #expect(model.page == .cards)
    #expect(model.message?.kind == .error)
    model.fieldLeft()
    #expect(model.query == "deck:\"Spanish::Verbs\"")

    model.cardsPressed()
    model.moved(.down)
    model.openPressed()
    #expect(model.query == "")
  }

  @Test func `a named file stays, and its ending says the format`() {
    let model = model()
    model.filePressed()
    model.edited(.deleteToStart)
    model.edited(.insert("/tmp/all.json"))
    model.openPressed()
    #expect(model.request.format == .json)
    #expect(model.request.path == "/tmp/all.json")
    select(.format, model)
    model.valuePressed(by: 1)
    #expect(model.request.path == "/tmp/all.json")
  }

  @Test func `a file that is there is replaced only at the second asking`() async {
    let model = model()
    asked.isTaken = true
    model.startPressed()
    #expect(asked.requests.isEmpty)
    #expect(model.message?.kind == .warning)
    // Anything else in between asks anew.
    model.moved(.down)
    model.moved(.up)
    model.startPressed()
    #expect(asked.requests.isEmpty)
    model.startPressed()
    await model.work?.value
    #expect(asked.requests.map(\.request.replaces) == [true])
  }

  @Test func `nothing named is said, and a failure comes back to the form`() async {
    let model = model()
    model.cardsPressed()
    model.edited(.insert("nothing"))
    model.openPressed()
    model.startPressed()
    #expect(asked.requests.isEmpty)
    #expect(model.message?.text == "no card is named")

    model.cardsPressed()
    model.edited(.deleteToStart)
    model.openPressed()
    asked.failure = ActionFailure("the disk is full")
    model.startPressed()
    await model.work?.value
    #expect(model.page == .form)
    #expect(model.message?.text == "the disk is full")
    asked.failure = CancellationError()
    model.startPressed()
    await model.work?.value
    #expect(model.message?.text == "cancelled; no file was written")
  }
}

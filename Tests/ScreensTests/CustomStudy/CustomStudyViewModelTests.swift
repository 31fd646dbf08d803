import Interaction
import StudyDomain
import TerminalUI
import Testing

@testable import Screens

@MainActor @Suite struct CustomStudyViewModelTests {
  private let begun = Box<[CustomStudy]>([])
  private let asked = Box<[Bool]>([])

  private func model(deck: String? = "Spanish verbs", count: Int = 7) -> CustomStudyViewModel {
    let (begun, asked) = (begun, asked)
    return CustomStudyViewModel(
      interactor: FakeCustomStudyInteractor(count: { _, isDue in
        asked.value.append(isDue)
        return count
      }), router: FakeCustomStudyRouter(onBegin: { begun.value.append($0) }),
      deck: deck.map { DeckName($0) })
  }

  private func go(_ model: CustomStudyViewModel, to row: CustomStudyRow) {
    model.fit(windowHeight: 20)
    while model.selectedRow != row { model.moved(.down) }
  }

  @Test func `at once all cards of the deck are practised`() throws {
    let model = model()
    model.openPressed()
    let custom = try #require(begun.value.first)
    #expect(
      custom
        == CustomStudy(
          .query(try Query(parsing: "deck:\"Spanish verbs\""), text: "deck:\"Spanish verbs\""),
          mode: .cram, limit: 50))
  }

  @Test func `what is due soon is asked ahead, over so many days`() throws {
    let model = model()
    go(model, to: .choice)
    model.valuePressed(by: 1)
    model.valuePressed(by: 1)
    #expect(model.form.choice == .soon && model.form.mode == .ahead)
    go(model, to: .days)
    model.valuePressed(by: 1)
    #expect(model.form.query == "deck:\"Spanish verbs\" is:review prop:due<=2")
    #expect(try Query(parsing: model.form.query).deckName == nil)
  }

  @Test func `every choice of a query is a query, whatever the query`() throws {
    let model = model(deck: nil)
    model.scopePressed()
    for character in "tag:a or tag:b" { model.edited(.insert(String(character))) }
    model.openPressed()
    #expect(!model.isTyping)
    go(model, to: .choice)
    for _ in CustomStudyForm.Choice.allCases {
      model.valuePressed(by: 1)
      #expect(model.form.query.hasPrefix("(tag:a or tag:b)"))
      _ = try Query(parsing: model.form.query)
    }
    #expect(model.count == 7)
  }

  @Test func `a usual session counts what is due`() {
    let model = model()
    go(model, to: .mode)
    #expect(asked.value.allSatisfy { !$0 })
    while model.form.mode != .normal { model.valuePressed(by: 1) }
    #expect(asked.value.last == true)
  }

  @Test func `limits go round, and the count keeps to them`() {
    let model = model(count: 120)
    #expect(model.count == 50)
    go(model, to: .limit)
    model.valuePressed(by: 1)
    #expect(model.form.limit == 100 && model.count == 100)
    model.valuePressed(by: 1)
    model.valuePressed(by: 1)
    #expect(model.form.limit == nil && model.count == 120)
  }

  @Test func `without a card nothing begins`() {
    let model = model(count: 0)
    model.begin()
    #expect(begun.value.isEmpty)
    #expect(model.message != nil)
  }

  @Test func `a slip points at its column, and the field stays`() {
    let model = model()
    model.scopePressed()
    for character in "deck:a prop:x>1" { model.edited(.insert(String(character))) }
    model.openPressed()
    #expect(model.isTyping)
    #expect(model.message?.text.hasPrefix("column 8") == true)
    model.fieldLeft()
    #expect(model.form.scope == "deck:\"Spanish verbs\"")
  }

  @Test func `a deck is taken from the list`() {
    let model = model()
    model.scopePressed()
    model.edited(.insert("verbs"))
    model.fitList(windowHeight: 10)
    model.moved(.down)
    model.moved(.down)
    model.openPressed()
    #expect(model.form.scope == "deck:\"Spanish::Verbs\"")
  }
}

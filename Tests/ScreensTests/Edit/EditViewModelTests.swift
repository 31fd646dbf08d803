import Interaction
import StudyDomain
import Testing

@testable import Screens

@MainActor struct EditViewModelTests {
  private let fake = FakeEdit()
  private let router = FakeClosing()

  private func model(_ target: EditTarget = .new(nil)) -> EditViewModel {
    EditViewModel(target: target, interactor: fake, router: router)
  }

  private func type(_ text: String, into model: EditViewModel) {
    for character in text {
      if case .field = model.row {
        model.edited(.insert(String(character)))
      } else {
        model.filterEdited(.insert(String(character)))
      }
    }
  }

  @Test func `a card is typed and saved, and the next one begins with its deck, type and tags`() {
    let model = model()
    type("la casa", into: model)
    model.nextPressed(by: 1)
    type("the house", into: model)
    model.nextPressed(by: 1)
    type("food", into: model)
    model.savePressed()
    #expect(fake.saved.map { $0.fields.map(\.text) } == [["la casa", "the house"]])
    #expect(fake.saved.first?.tags == ["food"])
    #expect(model.draft.isBlank && model.draft.tags == ["food"])
    #expect(model.row == .field(0) && model.isTyping)
    #expect(model.message?.text == "added to Spanish: 1 card")
    #expect(router.count == 0)
  }

  @Test func `every key is kept, and what was not saved is there again`() {
    let first = model()
    type("half a", into: first)
    #expect(fake.kept?.fields[0].text == "half a")
    let second = model()
    #expect(second.draft.fields[0].text == "half a")
    #expect(second.message?.text == "here is the text that was not saved")
    second.fieldLeft()
    second.discardPressed()
    #expect(second.draft.isBlank)
    #expect(fake.kept?.isBlank == true)
  }

  @Test func `a field that is kept stays for the next card`() {
    let model = model()
    type("chapter 3", into: model)
    model.fieldLeft()
    model.stickyPressed()
    #expect(model.message?.text == "Front stays for the next card")
    model.openPressed()
    model.nextPressed(by: 1)
    type("x", into: model)
    model.savePressed()
    #expect(model.draft.fields.map(\.text) == ["chapter 3", ""])
    #expect(model.row == .field(1))
  }

  @Test func `Esc leaves the field, then the form`() {
    let model = model()
    type("x", into: model)
    model.fieldLeft()
    #expect(!model.isTyping && router.count == 0)
    model.backPressed()
    #expect(router.count == 1)
    #expect(fake.kept?.fields[0].text == "x")
  }

  @Test func `the deck is chosen by a part of its name`() {
    let model = model()
    model.nextPressed(by: -1)
    model.nextPressed(by: -1)
    #expect(model.row == .deck)
    #expect(model.chosen == nil)
    type("verb", into: model)
    #expect(model.shownChoices.map(\.text) == ["Spanish::Verbs", "verb"])
    model.enterPressed()
    #expect(model.draft.deck == DeckName("Spanish::Verbs"))
    #expect(model.row == .kind)
  }

  @Test func `a new deck's name is taken from the end of the list`() {
    let model = model()
    model.fieldLeft()
    model.moved(.top)
    model.openPressed()
    type("Verb", into: model)
    model.listMoved(.down)
    model.fitList(windowHeight: 5)
    model.listMoved(.down)
    model.nextPressed(by: 1)
    #expect(model.draft.deck == DeckName("Verb"))
    model.nextPressed(by: -1)
    type("x::", into: model)
    model.enterPressed()
    #expect(model.message?.kind == .error)
    #expect(model.draft.deck == DeckName("Verb"))
  }

  @Test func `texts stay when the type changes`() {
    let model = model()
    type("hola", into: model)
    model.nextPressed(by: -1)
    type("voc", into: model)
    model.enterPressed()
    #expect(model.draft.kind == .typed("Vocabulary"))
    #expect(model.draft.fields.map(\.name) == ["Word", "Meaning", "Example"])
    #expect(model.draft.fields[0].text == "hola")
  }

  @Test func `the cloze key makes a cloze of a plain note`() {
    let model = model()
    type("Nairobi", into: model)
    model.clozePressed()
    #expect(model.draft.kind == .cloze)
    #expect(model.draft.fields.map(\.text) == ["{{c1::Nairobi}}", ""])
    #expect(model.areas[0].cursor == "{{c1::Nairobi}}".count)
  }

  @Test func `tags complete as far as it is certain`() {
    let model = model()
    model.nextPressed(by: 1)
    model.nextPressed(by: 1)
    #expect(model.row == .tags)
    type("irr", into: model)
    model.nextPressed(by: 1)
    #expect(model.tags.text == "irregular " && model.row == .tags)
    type("fo", into: model)
    model.nextPressed(by: 1)
    #expect(model.tags.text == "irregular food")
    #expect(model.draft.tags == ["irregular", "food"])
    model.listMoved(.down)
    model.enterPressed()
    #expect(model.draft.tags == ["irregular", "food::fruit"])
    model.nextPressed(by: 1)
    #expect(model.row == .deck)
  }

  @Test func `what cannot be saved says why, and stays`() {
    let model = model()
    model.savePressed()
    #expect(model.message?.text == "Front is empty")
    type("x", into: model)
    fake.failure = ActionFailure("The disk is full")
    model.savePressed()
    #expect(model.message?.text == "The disk is full")
    #expect(model.draft.fields[0].text == "x" && fake.saved.isEmpty)
  }

  @Test func `other cards are searched for the same front when the keys rest`() {
    fake.same = "a card with this front is in Spanish (Spanish.md:4)"
    let model = model()
    model.timePassed(0)
    model.keyPressed(at: 1000)
    type("el pan", into: model)
    #expect(model.nextLook == 1300)
    model.timePassed(1100)
    #expect(fake.searches == 0 && model.duplicate == nil)
    model.timePassed(1300)
    #expect(fake.searches == 1 && model.duplicate == fake.same)
    #expect(model.nextLook == nil)
    model.keyPressed(at: 2000)
    type("!", into: model)
    #expect(model.duplicate == nil)
  }

  // MARK: A note that is there

  private static let key = CardKey(hash: 7)

  private func existing() -> EditViewModel {
    fake.note.fields = [NoteDraft.Field("Front", "one"), NoteDraft.Field("Back", "1")]
    return model(.card(Self.key))
  }

  @Test func `saving an old note closes the form`() {
    let model = existing()
    type(" more", into: model)
    #expect(model.isChanged)
    model.savePressed()
    #expect(fake.saved.first?.fields[0].text == "one more")
    #expect(router.count == 1)
  }

  @Test func `typed back to what it was it is no longer changed`() {
    let model = existing()
    type("x", into: model)
    #expect(fake.kept != nil)
    model.edited(.deleteBack)
    #expect(!model.isChanged && fake.kept == nil)
  }

  @Test func `an edit outside shows in the form`() {
    let model = existing()
    fake.note.fields[1].text = "eins"
    model.timePassed(1)
    #expect(model.draft.fields[1].text == "eins")
    #expect(model.areas[1].text == "eins")
    #expect(model.message?.text == "the note was edited outside; here is its new text")
  }

  @Test func `an edit outside never takes unsaved text away`() {
    let model = existing()
    type(" mine", into: model)
    fake.note.fields[1].text = "eins"
    fake.target = .card(CardKey(hash: 8))
    model.timePassed(1)
    #expect(model.draft.fields.map(\.text) == ["one mine", "1"])
    #expect(model.message?.kind == .warning)
    #expect(model.target == .card(CardKey(hash: 8)))
    model.discardPressed()
    #expect(model.draft.fields.map(\.text) == ["one", "eins"])
  }

  @Test func `of a note that is deleted outside the text can be added again`() {
    let model = existing()
    fake.failure = ActionFailure("gone")
    model.timePassed(1)
    #expect(model.isNew)
    #expect(model.message?.text == "the note is gone from its deck")
    fake.failure = nil
    model.savePressed()
    #expect(fake.saved.first?.fields.map(\.text) == ["one", "1"])
  }

  @Test func `a note keeps its type, and has no next card`() {
    let model = existing()
    model.changeKind(to: .cloze)
    #expect(model.message?.text == "a note keeps its type")
    model.stickyPressed()
    #expect(model.message?.text == "only a new card has a next one")
  }
}

import Interaction
import StudyDomain
import TerminalUI
import Testing

@testable import Screens

@MainActor @Suite struct StudyViewModelTests {
  private struct Graded: Equatable {
    var grade: Grade
    var showing: Int
    var taken: Int
  }

  /// A session of cards one after the other; a grade brings the next.
  private let graded = Box<[Graded]>([])
  private let showing = Box(1)
  private let failure = Box<ActionFailure?>(nil)

  private func model(text: CardText = Sample.verb) -> StudyViewModel {
    let (graded, showing, failure) = (graded, showing, failure)
    return StudyViewModel(
      interactor: FakeStudyInteractor(
        current: { Sample.session(.card(Sample.card(text, showing: showing.value))) },
        onGrade: { grade, shown, taken in
          if let failure = failure.value { throw failure }
          graded.value.append(Graded(grade: grade, showing: shown.number, taken: taken))
          showing.value += 1
        }, onUndo: { "Undone" }),
      router: FakeStudyRouter())
  }

  @Test func `a grade key does nothing before the answer is painted`() {
    let model = model()
    model.painted(model.face, at: noon)
    model.gradePressed(.good, at: noon)
    model.answerPressed(at: noon)
    #expect(model.isAnswerShown)
    model.gradePressed(.good, at: noon.adding(milliseconds: 900))
    #expect(graded.value.isEmpty)
    model.painted(model.face, at: noon.adding(milliseconds: 1000))
    model.gradePressed(.easy, at: noon.adding(milliseconds: 1500))
    #expect(graded.value == [Graded(grade: .easy, showing: 1, taken: 1500)])
  }

  @Test func `keys typed before a card is painted never show or grade it`() {
    let model = model()
    model.answerPressed(at: noon)
    model.gradePressed(.good, at: noon)
    #expect(!model.isAnswerShown)
    #expect(graded.value.isEmpty)
  }

  @Test func `a double grade key grades one card once`() {
    let model = model()
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
    for _ in 0..<3 { model.gradePressed(.good, at: noon.adding(milliseconds: 300)) }
    #expect(graded.value.count == 1)
    #expect(!model.isAnswerShown)
  }

  @Test(arguments: [(199 as Int64, 0), (200, 1)])
  func `space grades good only after a fifth of a second`(wait: Int64, grades: Int) {
    let model = model()
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon.adding(milliseconds: wait))
    #expect(graded.value.count == grades)
  }

  @Test func `an error keeps the card and its answer and says the way out`() {
    let model = model()
    failure.value = ActionFailure("The disk is full", nextStep: "Free some space and grade again.")
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
    model.gradePressed(.good, at: noon.adding(milliseconds: 300))
    #expect(
      model.message
        == Notice(.error, "The disk is full", nextStep: "Free some space and grade again."))
    #expect(model.isAnswerShown)
    failure.value = nil
    model.gradePressed(.good, at: noon.adding(milliseconds: 400))
    #expect(graded.value.count == 1)
    #expect(model.message == nil)
  }

  @Test func `the next card starts at its top`() {
    let model = model()
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
    model.fit(contentHeight: 300, windowHeight: 20)
    model.scrolled(.bottom)
    #expect(model.scroll.offset == 280)
    model.gradePressed(.good, at: noon)
    #expect(model.scroll.offset == 0)
  }

  @Test func `undo shows the card from its question`() {
    let model = model()
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    showing.value = 2
    model.undoPressed()
    #expect(model.face == .question(.init(2)))
  }

  @Test func `a card without a hint says so`() {
    let model = model(text: CardText(front: "plain", back: "b"))
    model.hintPressed()
    #expect(model.message == Notice("This card has no hint"))
  }

  private static let hinted = CardText(
    front: "In \(Character(ClozeMark.open))a year\(Character(ClozeMark.close)) it fell", back: "",
    backReplacesFront: true)

  @Test func `the hint of a gap stands in it, as in Anki`() {
    let model = model(text: Self.hinted)
    #expect(model.front == Self.hinted.front)
    #expect(!model.hasHiddenHint)
  }

  @Test func `who wants so sees the hint of a gap when it is asked for`() {
    let open = String(Character(ClozeMark.open))
    let close = String(Character(ClozeMark.close))
    let model = StudyViewModel(
      interactor: FakeStudyInteractor(
        current: { Sample.session(.card(Sample.card(Self.hinted))) }),
      router: FakeStudyRouter(), hidesHints: true)
    #expect(model.front == "In \(open)...\(close) it fell")
    model.hintPressed()
    #expect(model.front == "In \(open)a year\(close) it fell")
    #expect(!model.hasHiddenHint)
  }

  @Test func `what a click would open in HTML is a hint`() {
    let html = HTMLMark.marked("who? <div class=hint style='display:none'>a king</div>")
    let model = model(text: CardText(front: html, back: "Arthur"))
    #expect(model.hasHiddenHint)
    #expect(model.front.unicodeScalars.first == HTMLMark.openHiding)
    model.hintPressed()
    #expect(model.front == html)
    #expect(!model.hasHiddenHint)
  }

  @Test func `HTML without anything hidden has no hint`() {
    let html = HTMLMark.marked("who? <b>tell</b>")
    let model = model(text: CardText(front: html, back: "Arthur"))
    #expect(!model.hasHiddenHint)
    #expect(model.front == html)
  }

  @Test func `a finished session leads to the summary`() {
    let left = Box(0)
    let model = StudyViewModel(
      interactor: FakeStudyInteractor(current: { Sample.session(.finished) }),
      router: FakeStudyRouter(toSummary: { left.value += 1 }))
    model.timePassed(noon)
    #expect(left.value == 1)
  }

  @Test func `the card before is looked at and grade keys leave it alone`() {
    let model = model()
    model.painted(model.face, at: noon)
    model.previousPressed()
    #expect(model.face == .previous(CardText(front: "to go", back: "ir")))
    model.gradePressed(.good, at: noon)
    model.backPressed()
    #expect(model.face == .question(.init(1)))
    #expect(graded.value.isEmpty)
  }

  @Test(arguments: ["1", "１", "١"] as [Character])
  func `digits of other keyboards grade`(digit: Character) {
    let model = model()
    let screen = StudyScreen(viewModel: model)
    model.painted(model.face, at: noon)
    model.answerPressed(at: noon)
    model.painted(model.face, at: noon)
    #expect(screen.handle(.character(digit), now: noon))
    #expect(graded.value.map(\.grade) == [.again])
  }
}

public import Interaction
public import StudyDomain

/// Answering by a form: typed, ticked, put in order, or told item by item.
extension StudyViewModel {
  /// Letters go into the answer only when the question has been on the screen this long: what was
  /// typed before it was there was not meant for it.
  static let pauseBeforeTypingMilliseconds: Int64 = 100

  /// The form of the card on screen; nil when it is turned over.
  public var form: AskForm? {
    guard usesForms, !showsPrevious, let card else { return nil }
    return progress(of: card).form
  }

  /// True while keys act on a form.
  public var isAnswering: Bool {
    if case .question = face { form != nil && !awaitsFlag } else { false }
  }

  /// True while letters are text.
  public var isTyping: Bool {
    if case .typed = form { isAnswering } else { false }
  }

  /// The grade that the form suggests, with the answer shown.
  public var suggestion: Grade? { isAnswerShown ? form?.suggestion : nil }

  /// True while items are put in order.
  public var isOrdering: Bool {
    if case .order = form { isAnswering } else { false }
  }

  /// What Space does in the form.
  public var tickLabel: String? {
    switch form {
    case .choice: "tick"
    case .order(let order): order.isHeld ? "put down" : "pick up"
    case .items: "next item"
    case .typed, nil: nil
    }
  }

  // MARK: Typing

  /// Whether the answer on screen was typed.
  public var canTypeAgain: Bool {
    guard isAnswerShown, case .typed? = form else { return false }
    return true
  }

  /// When text that is pasted counts as typed: pasted text carries no time of its own.
  var pasteMoment: Moment? {
    questionPainted?.at.adding(milliseconds: Self.pauseBeforeTypingMilliseconds)
  }

  public func typed(_ edit: TextField.Edit, at now: Moment) {
    guard isPainted(since: Self.pauseBeforeTypingMilliseconds, now) else { return }
    changeForm { form in
      guard case .typed(var typed) = form else { return }
      typed.field.apply(edit)
      form = .typed(typed)
    }
  }

  /// Types once more; the suggestion stays that of the first attempt.
  public func typeAgainPressed() {
    guard canTypeAgain else { return }
    answerPainted = nil
    change { $0.isAnswerShown = false }
    changeForm { form in
      guard case .typed(var typed) = form else { return }
      typed.field = TextField()
      typed.attempt = nil
      form = .typed(typed)
    }
  }

  // MARK: Choosing and moving

  /// Ticks the option, picks the item up or puts it down, or tells the next item.
  public func tickPressed(at now: Moment) {
    guard isPainted(since: 0, now) else { return }
    var isAllTold = false
    changeForm { form in
      switch form {
      case .typed: break
      case .choice(var choice):
        choice.tick(choice.selection)
        form = .choice(choice)
      case .order(var order):
        order.isHeld.toggle()
        form = .order(order)
      case .items(var items):
        items.shown = min(items.count, items.shown + 1)
        isAllTold = items.shown == items.count
        form = .items(items)
      }
    }
    if isAllTold { revealAnswer() }
  }

  /// Ticks the option of a number, from 1, or goes to the item of it.
  public func numberPressed(_ number: Int) {
    changeForm { form in
      switch form {
      case .typed, .items: break
      case .choice(var choice):
        choice.tick(number - 1)
        form = .choice(choice)
      case .order(var order):
        if order.items.indices.contains(number - 1) {
          order.isHeld = false
          order.selection = number - 1
        }
        form = .order(order)
      }
    }
  }

  /// Goes to another option; an item that is held moves along.
  public func movedInForm(_ movement: Movement) {
    changeForm { form in
      switch form {
      case .typed, .items: break
      case .choice(var choice):
        choice.selection = Self.target(movement, from: choice.selection, choice.options.count)
        form = .choice(choice)
      case .order(var order):
        let target = Self.target(movement, from: order.selection, order.items.count)
        while order.isHeld, order.selection != target {
          order.move(by: order.selection < target ? 1 : -1)
        }
        order.selection = target
        form = .order(order)
      }
    }
  }

  /// Moves the item itself.
  public func itemMoved(by step: Int) {
    changeForm { form in
      guard case .order(var order) = form else { return }
      order.move(by: step)
      form = .order(order)
    }
  }

  /// True when movements choose among options or items, and do not scroll.
  public var takesMovements: Bool {
    switch form {
    case .choice, .order: isAnswering
    case .typed, .items, nil: false
    }
  }

  // MARK: Ending

  /// Checks the answer and shows what is right; items are all told.
  public func checkPressed(at now: Moment) {
    guard isAnswering, isPainted(since: 0, now) else { return }
    if case .choice(let choice) = form, !choice.isSingle, !choice.hasTick {
      message = Notice("Tick all that are right, then check; Esc shows the answer without")
      return
    }
    changeForm { form in
      switch form {
      case .typed(var typed):
        typed.checked(interactor.check(typed.field.text))
        form = .typed(typed)
      case .choice(var choice):
        choice.check()
        form = .choice(choice)
      case .order(var order):
        order.isHeld = false
        order.isChecked = true
        form = .order(order)
      case .items: break
      }
    }
    revealAnswer()
  }

  /// Turns this card over as if it had no form.
  public func formLeft() {
    guard isAnswering else { return }
    change { $0.form = nil }
    message = nil
  }

  /// Turns all cards of the session over, or asks them by their forms again.
  public func formsToggled() {
    usesForms.toggle()
    message = Notice(
      usesForms ? "Answers are typed and chosen again" : "All cards are just turned over")
  }

  private func changeForm(_ body: (inout AskForm) -> Void) {
    guard usesForms, !showsPrevious else { return }
    message = nil
    change { progress in
      guard var form = progress.form else { return }
      body(&form)
      progress.form = form
      progress.awaitsReveal = true
    }
  }

  private func isPainted(since milliseconds: Int64, _ now: Moment) -> Bool {
    guard let card, let painted = questionPainted, painted.showing == card.showing else {
      return false
    }
    return now.uptimeMilliseconds - painted.at.uptimeMilliseconds >= milliseconds
  }

  private static func target(_ movement: Movement, from index: Int, _ count: Int) -> Int {
    var selection = ListSelection()
    selection.fit(count: count, windowHeight: count)
    selection.select(index)
    selection.apply(movement)
    return selection.index
  }
}

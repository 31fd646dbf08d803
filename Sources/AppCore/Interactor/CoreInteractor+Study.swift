import DeckFormat
import FileStorage
import Managers
import Scheduling
public import Screens
public import StudyDomain

extension CoreInteractor: StudyInteractor {
  public var session: StudySession {
    sessionMemo.value(for: sessionKey(everySeconds: 1)) { sessionNow() }
  }

  /// Changes with all that pictures of the session depend on, and after so many seconds.
  func sessionKey(everySeconds seconds: Int64) -> SessionKey {
    let session = container.session
    return SessionKey(
      library: container.library.revision, history: container.history.revision,
      presentation: session.presentation, status: session.status,
      answers: session.answers.count, notice: sessionNotice,
      time: container.clock.now().seconds / seconds)
  }

  private func sessionNow() -> StudySession {
    let session = container.session
    let counts = session.counts
    return StudySession(
      deck: session.deck ?? DeckName("All decks"), counts: CardCounts(counts),
      done: session.progress.done, total: session.progress.total,
      heldBackSiblings: session.heldBackCount, current: current,
      previous: previousCard.map(text(ofCard:)),
      previousMissingPictures: previousCard.map { missingPictures(ofCard: $0) } ?? [],
      custom: customSession, notice: sessionNotice ?? pendingNotice)
  }

  /// Said as long as answers are only in the journal.
  var pendingNotice: Notice? {
    container.history.pendingError.map { error in
      Notice(
        .error, "your answers are kept in the journal: \(error.message)",
        nextStep: "they are written with the next answer")
    }
  }

  private var current: StudySession.Current {
    switch container.session.status {
    case .asking(let card): .card(studyCard(card))
    case .waiting(let until): .waiting(until: until)
    case .finished: .finished
    }
  }

  private func studyCard(_ card: Int) -> StudyCard {
    let session = container.session
    let snapshot = container.library.snapshot
    let note = snapshot.note(ofCard: card)
    let state = container.index.state(ofCard: card)
    let context = snapshot.contexts[Int(note.context)]
    return StudyCard(
      showing: .init(session.presentation), key: snapshot.cards[card].key,
      deck: snapshot.decks[Int(note.deck)].name, context: context.isEmpty ? nil : context,
      text: text(ofCard: card), missingPictures: missingPictures(ofCard: card), flag: state.flag,
      isMarked: state.isMarked, tags: snapshot.tagSets[Int(note.tagSet)],
      noteCards: Int(note.cardCount),
      isLeech: state.isLeech, pool: CardCounts.Pool(session.currentPart ?? .due),
      intervals: GradeIntervals(session.outcomes()), seed: seed(ofCard: card, state))
  }

  /// The same as long as the card is on screen; another one at its next review.
  private func seed(ofCard card: Int, _ state: CardState) -> UInt64 {
    let session = container.session
    return container.library.snapshot.cards[card].key.hash
      ^ UInt64(truncatingIfNeeded: session.presentation) << 40
      ^ UInt64(truncatingIfNeeded: container.clock.today.number) << 20
      ^ UInt64(truncatingIfNeeded: Int(state.reps) + Int(state.crams) * 7919)
  }

  public func check(_ typed: String) -> TypedAttempt {
    guard let card = container.session.currentCard else {
      return TypedAttempt(isRight: false, typed: [], expected: [])
    }
    let answer = ExpectedAnswer(text(ofCard: card))
    return AnswerCheck(expected: answer.text, rule: container.study.typedAnswers).check(typed)
  }

  /// What a card shows; a text that cannot be read now is said in its place.
  func text(ofCard card: Int) -> CardText {
    do {
      return try container.library.content(ofCard: card).text
    } catch {
      let failure = ErrorWording.failure(error)
      return CardText(front: failure.message, back: failure.nextStep ?? "")
    }
  }

  private var previousCard: Int? {
    container.session.answers.last.flatMap { container.library.snapshot.card(of: $0.card) }
  }

  private func missingPictures(ofCard card: Int) -> Set<String> {
    let snapshot = container.library.snapshot
    let key = PicturesKey(
      card: snapshot.cards[card].key, library: container.library.revision)
    if let known = missingPictures[key] { return known }
    let files = PictureFiles(
      collection: container.paths.collection,
      deckPath: snapshot.files[Int(snapshot.note(ofCard: card).file)].path)
    let missing = files.missing(in: text(ofCard: card))
    // The card on screen and the one before.
    if missingPictures.count > 1 { missingPictures = [:] }
    missingPictures[key] = missing
    return missing
  }

  public func grade(
    _ grade: Grade, of showing: StudyCard.Showing, takenMilliseconds: Int
  ) throws {
    guard showing.number == container.session.presentation else { return }
    try gradeCurrent(grade, milliseconds: takenMilliseconds)
  }

  /// Grades the card on screen; `sessionNotice` says what else came of it.
  func gradeCurrent(_ grade: Grade, milliseconds: Int) throws {
    sessionNotice = nil
    let answer = try attempt {
      try GradeCard(session: container.session, history: container.history, log: container.log)
        .callAsFunction(grade, milliseconds: milliseconds)
    }
    if answer == nil {
      sessionNotice = Notice(
        .info, "the card was answered elsewhere meanwhile; your grade was not counted")
    } else if answer?.becameLeech == true {
      sessionNotice = Notice(
        .warning, "the last card is a leech: it was failed again and again",
        nextStep: "rewrite it, or suspend it")
    }
  }

  public func perform(_ action: StudyAction) throws -> String? {
    sessionNotice = nil
    return try attempt {
      try CardActions(
        session: container.session, flashcards: container.flashcards, decks: container.decks,
        index: container.index
      ).perform(action)
    }
  }

  public func editInEditor() async throws -> String? {
    guard let card = container.session.currentCard else { return nil }
    guard let terminal else { throw ActionFailure("there is no terminal for an editor") }
    let edit = EditCard(
      flashcards: container.flashcards, session: container.session, editor: container.editor,
      terminal: terminal)
    do {
      return try await edit(card)
    } catch {
      throw ErrorWording.failure(error)
    }
  }

  public func refresh(now: Timestamp) {
    missingPictures = [:]
    container.session.refresh()
  }

  /// Begins a session over what is due; nil studies all decks.
  func beginSession(_ deck: DeckName?, limit: Int? = nil) {
    sessionNotice = nil
    container.session.start(deck: deck, limit: limit)
  }

  /// Takes in changed files; `isStudying` follows the card on screen to its new text.
  func takeInFiles(isStudying: Bool) async {
    defer { container.tookFiles() }
    guard isStudying else {
      container.history.readChangedFiles()
      await container.library.reload()
      return
    }
    do {
      if let notice = try await takeInFiles() { sessionNotice = notice }
    } catch {
      sessionNotice = Notice(ErrorWording.failure(error))
    }
  }

  /// The same at once, where nobody watches the files.
  func takeInFilesNow() {
    defer { container.tookFiles() }
    do {
      if let notice = try takeInFiles.now() { sessionNotice = notice }
    } catch {
      sessionNotice = Notice(ErrorWording.failure(error))
    }
  }

  private var takeInFiles: TakeInFiles {
    TakeInFiles(
      library: container.library, history: container.history, flashcards: container.flashcards,
      session: container.session)
  }
}

extension CardCounts {
  init(_ counts: StudyCounts) {
    self.init(new: counts.new, learning: counts.learning, due: counts.due)
  }
}

extension CardCounts.Pool {
  init(_ part: StudyPart) {
    switch part {
    case .new: self = .new
    case .learning: self = .learning
    case .due: self = .due
    }
  }
}

extension GradeIntervals {
  /// The captions' intervals: a step without the seconds that fuzz adds.
  init(_ outcomes: Outcomes?) {
    func shown(_ grade: Grade) -> Interval {
      guard let outcome = outcomes?[grade] else { return .seconds(0) }
      if case .seconds(let seconds) = outcome.interval {
        return .seconds(seconds - outcome.addedSeconds)
      }
      return outcome.interval
    }
    self.init(
      again: shown(.again), hard: shown(.hard), good: shown(.good), easy: shown(.easy))
  }
}

/// All that the picture of a session depends on; captions change with time.
struct SessionKey: Equatable {
  var library: Int
  var history: Int
  var presentation: Int
  var status: StudySessionManager.Status
  var answers: Int
  var notice: Notice?
  var time: Int64
}

/// A card's text, for which pictures were looked for.
struct PicturesKey: Hashable {
  var card: CardKey
  var library: Int
}

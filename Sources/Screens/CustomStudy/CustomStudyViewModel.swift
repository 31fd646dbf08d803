public import Interaction
public import Observation
public import StudyDomain

/// Decides what the page of custom sessions shows and does.
@MainActor @Observable public final class CustomStudyViewModel {
  private let interactor: any CustomStudyInteractor
  private let router: any CustomStudyRouter

  public private(set) var form: CustomStudyForm
  public private(set) var selection = ListSelection()
  /// The deck or query while it is typed; nil while the form is shown.
  public private(set) var field: TextField?
  /// Of the decks below the field, and whether they count instead of it.
  private var list = FieldAndList()
  /// How many cards would be asked; nil when the query cannot be read.
  public private(set) var count: Int?
  public private(set) var message: Notice?
  /// The text of the field is as it was found: typing replaces it.
  @ObservationIgnored private var isUntouched = false

  /// Begins with a deck, or a query as it is written; nil for all cards.
  public init(
    interactor: any CustomStudyInteractor, router: any CustomStudyRouter, deck: DeckName? = nil,
    query: String? = nil
  ) {
    self.interactor = interactor
    self.router = router
    form = CustomStudyForm(scope: query ?? deck.map { "deck:\"\($0.text)\"" } ?? "")
    measure()
  }

  public var rows: [CustomStudyRow] {
    [.start, .choice] + (form.choice.hasDays ? [.days] : [])
      + [.scope, .mode, .order, .limit, .minutes]
  }

  public var selectedRow: CustomStudyRow? {
    let rows = rows
    return rows.indices.contains(selection.index) ? rows[selection.index] : nil
  }

  public var isTyping: Bool { field != nil }

  /// Decks whose names hold what is typed; all while it is a query.
  public var deckMatches: [String] {
    guard let text = field?.text.lowercased() else { return [] }
    let all = interactor.deckNames
    let found = all.filter { $0.lowercased().contains(text) }
    return isUntouched || text.isEmpty || found.isEmpty ? all : found
  }

  public var listSelection: ListSelection { list.selection }
  public var isInList: Bool { list.isInList }

  // MARK: The form

  public func fit(windowHeight: Int) {
    var fitted = selection
    fitted.fit(count: rows.count, windowHeight: windowHeight)
    if fitted != selection { selection = fitted }
  }

  public func fitList(windowHeight: Int) {
    var fitted = list
    fitted.selection.fit(count: deckMatches.count + 1, windowHeight: windowHeight)
    if fitted != list { list = fitted }
  }

  public func moved(_ movement: Movement) {
    message = nil
    if isTyping { return list.apply(movement, count: deckMatches.count + 1) }
    fit(windowHeight: selection.windowHeight)
    selection.apply(movement)
  }

  /// Begins, opens the field, or takes the next value of the row.
  public func openPressed() {
    if isTyping { return fieldTaken() }
    switch selectedRow {
    case .start: begin()
    case .scope: scopePressed()
    case nil: break
    default: valuePressed(by: 1)
    }
  }

  public func begin() {
    do {
      let session = try form.session()
      guard count != 0 else {
        message = Notice("No card of this can be asked")
        return
      }
      router.begin(session)
    } catch {
      message = notice(error)
    }
  }

  public func valuePressed(by step: Int) {
    message = nil
    switch selectedRow {
    case .choice:
      form.choice = Self.next(after: form.choice, in: CustomStudyForm.Choice.allCases, step)
      form.mode = form.choice.usualMode
    case .days: form.days = Self.next(after: form.days, in: CustomStudyForm.days, step)
    case .mode: form.mode = Self.next(after: form.mode, in: CustomStudy.Mode.allCases, step)
    case .order: form.order = Self.next(after: form.order, in: CustomStudyForm.Order.allCases, step)
    case .limit: form.limit = Self.next(after: form.limit, in: CustomStudyForm.limits, step)
    case .minutes: form.minutes = Self.next(after: form.minutes, in: CustomStudyForm.minutes, step)
    case .start, .scope, nil: return
    }
    measure()
  }

  private static func next<Value: Equatable>(
    after value: Value, in values: [Value], _ step: Int
  ) -> Value {
    let index = values.firstIndex(of: value) ?? 0
    return values[(index + step + values.count) % values.count]
  }

  private func measure() {
    do {
      let query = try Query(parsing: form.query)
      let all = interactor.cardCount(of: query, isDue: form.mode == .normal)
      count = min(all, form.limit ?? all)
    } catch {
      count = nil
      message = notice(error)
    }
  }

  private func notice(_ error: Query.SyntaxError) -> Notice {
    Notice(.error, "column \(error.column) of \(form.query): \(error.message)")
  }

  public func backPressed() {
    router.dismiss()
  }

  // MARK: The field

  public func scopePressed() {
    field = TextField(form.scope)
    isUntouched = true
    list.restart()
    message = nil
  }

  public func edited(_ edit: TextField.Edit) {
    guard var field else { return }
    if isUntouched, case .insert = edit { field = TextField() }
    isUntouched = false
    field.apply(edit)
    self.field = field
    list.restart()
  }

  /// Leaves the field as it was.
  public func fieldLeft() {
    field = nil
  }

  private func fieldTaken() {
    guard let field else { return }
    let matches = deckMatches
    let text = field.text.trimmed
    if list.isInList {
      let index = list.selection.index
      form.scope = index == 0 ? "" : Self.term(matches[min(index, matches.count) - 1])
    } else if interactor.deckNames.contains(text) {
      form.scope = Self.term(text)
    } else {
      do throws(Query.SyntaxError) {
        _ = try Query(parsing: text)
      } catch {
        message = Notice(.error, "column \(error.column): \(error.message)")
        return
      }
      form.scope = text
    }
    self.field = nil
    message = nil
    measure()
  }

  private static func term(_ deck: String) -> String { "deck:\"\(deck)\"" }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

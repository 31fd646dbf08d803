public import Interaction
public import Observation
public import StudyDomain

/// Decides what the form of a note shows and does, for a new note and for one that is there.
@MainActor @Observable public final class EditViewModel {
  let interactor: any EditInteractor
  let router: any Dismissing

  public internal(set) var target: EditTarget
  public internal(set) var draft: NoteDraft
  /// The note as it is in its file, or what a new one began with.
  var original: NoteDraft
  /// The texts under edit, one for each field.
  public internal(set) var areas: [TextArea] = []
  public internal(set) var tags = TextField()
  /// What narrows the list of decks or kinds.
  public internal(set) var filter = TextField()
  public internal(set) var list = FieldAndList()
  public internal(set) var choices = EditChoices()
  public internal(set) var row = EditRow.field(0)
  /// True while keys go into the row.
  public internal(set) var isTyping = true
  public internal(set) var preview = NotePreview()
  public private(set) var previewScroll = ScrollState()
  /// Where the same front stands already.
  public private(set) var duplicate: String?
  public internal(set) var message: Notice?
  /// When the last key changed the text; nil when what it means is known.
  @ObservationIgnored private var changedAt: Int64?
  @ObservationIgnored private var now: Int64 = 0
  private var isWaiting = false

  /// How long after the last key other cards are searched for the same front.
  static let pauseBeforeSearchMilliseconds: Int64 = 300

  public init(target: EditTarget, interactor: any EditInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
    self.target = target
    let blank = NoteDraft(
      deck: DeckName(""), kind: .basic, fields: [NoteDraft.Field("Front")])
    draft = blank
    original = blank
    open()
  }

  public var isNew: Bool { if case .new = target { true } else { false } }

  /// The rows of the form, from the top.
  public var rows: [EditRow] {
    [.deck, .kind] + draft.fields.indices.map { .field($0) } + [.tags]
  }

  /// Something was written that is not saved.
  public var isChanged: Bool { isNew ? !draft.isBlank : draft != original }

  // MARK: Beginning

  private func open() {
    do {
      let form = try interactor.form(for: target)
      target = form.target
      original = form.note
      show(form.kept ?? form.note)
      if form.kept != nil {
        message = Notice(
          .info, "here is the text that was not saved",
          nextStep: isNew ? "Esc D clears it" : "Esc D goes back to the note as it is")
      }
    } catch {
      message = Notice(error)
      show(draft)
    }
  }

  /// Puts a draft into the form.
  func show(_ draft: NoteDraft) {
    self.draft = draft
    areas = draft.fields.map { TextArea($0.text) }
    tags = TextField(draft.tags.joined(separator: " "))
    choices = interactor.choices(inDeck: draft.deck)
    if case .field(let place) = row, place >= areas.count { row = .field(0) }
    look()
  }

  /// Works out what the draft would make.
  func look() {
    preview = interactor.preview(draft, of: target)
    duplicate = nil
    changedAt = now
    isWaiting = true
  }

  /// Looks for the same front once no key has come for a while, and after edits outside.
  public func timePassed(_ milliseconds: Int64) {
    now = milliseconds
    followFile()
    guard isWaiting, let changedAt, now - changedAt >= Self.pauseBeforeSearchMilliseconds else {
      return
    }
    isWaiting = false
    duplicate = draft.isBlank ? nil : interactor.duplicate(of: draft, target: target)
  }

  /// A key came, by a clock that never jumps.
  public func keyPressed(at milliseconds: Int64) { now = milliseconds }

  /// When `timePassed` is to be called next; nil when nothing waits for it.
  public var nextLook: Int64? {
    isWaiting ? (changedAt ?? now) + Self.pauseBeforeSearchMilliseconds : nil
  }

  /// The note may have been edited, moved or deleted in its file while the form is open.
  func followFile() {
    guard case .card = target else { return }
    do {
      let form = try interactor.form(for: target)
      guard form.note != original || form.target != target else { return }
      let wasChanged = draft != original
      let isSame = form.note == original
      target = form.target
      original = form.note
      if isSame { return }
      if !wasChanged || draft == form.note {
        show(form.note)
        message = Notice("the note was edited outside; here is its new text")
      } else {
        look()
        message = Notice(
          .warning, "the note was edited outside too",
          nextStep: "Ctrl-S writes your text over it; Esc D takes the other")
      }
    } catch {
      target = .new(draft.deck)
      message = Notice(
        .warning, "the note is gone from its deck", nextStep: "Ctrl-S adds your text as a new one")
      look()
    }
  }

  // MARK: Rows

  /// Takes the rows that each field has on the screen, and how its characters are measured.
  public func fit(_ field: Int, columns: Int, rows: Int, width: (Character) -> Int) {
    guard areas.indices.contains(field) else { return }
    var area = areas[field]
    area.fit(columns: columns, rows: rows, width: width)
    if area != areas[field] { areas[field] = area }
  }

  public func fitPreview(contentHeight: Int, windowHeight: Int) {
    var scroll = previewScroll
    scroll.fit(contentHeight: contentHeight, windowHeight: windowHeight)
    if scroll != previewScroll { previewScroll = scroll }
  }

  /// Moves among the rows, in the picture's order.
  public func moved(_ movement: Movement) {
    message = nil
    switch movement {
    case .down: step(by: 1)
    case .up: step(by: -1)
    case .top: row = .deck
    case .bottom: row = .tags
    default: previewScroll.apply(movement)
    }
  }

  private func step(by step: Int) {
    let rows = rows
    guard let place = rows.firstIndex(of: row) else { return row = .field(0) }
    row = rows[min(max(0, place + step), rows.count - 1)]
  }

  /// Goes into the row.
  public func openPressed() {
    message = nil
    enter(row)
  }

  private func enter(_ row: EditRow) {
    self.row = row
    isTyping = true
    filter = TextField()
    list.restart()
  }

  /// The next field, or the one before; what stands in a list is taken on the way.
  public func nextPressed(by step: Int) {
    message = nil
    if row == .tags, step > 0, completeTag() { return }
    guard takeChoice() else { return }
    let rows = rows
    let place = rows.firstIndex(of: row) ?? 0
    enter(rows[(place + step + rows.count) % rows.count])
  }

  /// Leaves the field; what was chosen is kept.
  public func fieldLeft() {
    message = nil
    filter = TextField()
    list.restart()
    isTyping = false
  }

  public func enterPressed() {
    message = nil
    switch row {
    case .field: edited(.insert("\n"))
    case .tags where list.isInList: _ = completeTag()
    case .deck, .kind, .tags: nextPressed(by: 1)
    }
  }

  // MARK: Texts

  public func edited(_ edit: TextArea.Edit) {
    guard case .field(let place) = row, areas.indices.contains(place) else { return }
    message = nil
    areas[place].apply(edit)
    if areas[place].text != draft.fields[place].text { take(areas[place].text, place) }
  }

  private func take(_ text: String, _ place: Int) {
    draft.fields[place].text = text
    changed()
  }

  /// Hides the word at the cursor, or numbers the deletion that it is in.
  public func clozePressed() {
    guard case .field(let place) = row, areas.indices.contains(place) else { return }
    if draft.kind == .basic || draft.kind == .bothWays { changeKind(to: .cloze) }
    guard areas.indices.contains(place) else { return }
    let new = ClozeKey.press(areas[place].text, cursor: areas[place].cursor)
    areas[place].replaceAll(with: new.text, cursor: new.cursor)
    take(new.text, place)
  }

  /// The draft is another one now.
  func changed() {
    look()
    keep()
  }

  /// What a form for new cards holds is kept also when it is blank: deck, type and tags stay.
  func keep() {
    interactor.keep(isNew || isChanged ? draft : nil, for: target)
  }

  public func changeKind(to kind: NoteKind) {
    guard let choice = choices.kinds.first(where: { $0.kind == kind }), kind != draft.kind else {
      return
    }
    guard isNew else {
      message = Notice(
        .info, "a note keeps its type", nextStep: "add a new one, then delete this one")
      return
    }
    let cursors = areas.map(\.cursor)
    draft = draft.changed(to: kind, fields: choice.fields)
    areas = draft.fields.map { TextArea($0.text) }
    for (place, cursor) in zip(areas.indices, cursors) where areas[place].text.count >= cursor {
      areas[place].replaceAll(with: areas[place].text, cursor: cursor)
    }
    changed()
  }

  /// Keeps the field's text for the next card, or no longer.
  public func stickyPressed() {
    guard case .field(let place) = row else {
      message = Notice("deck, type and tags stay for the next card as they are")
      return
    }
    guard isNew else {
      message = Notice("only a new card has a next one")
      return
    }
    draft.fields[place].isSticky.toggle()
    let name = draft.fields[place].name
    message = Notice(
      draft.fields[place].isSticky
        ? "\(name) stays for the next card" : "\(name) is empty for the next card")
    keep()
  }
}

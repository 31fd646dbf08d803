import Interaction
import StudyDomain

// Saving, starting over, undoing, leaving.
extension EditViewModel {
  /// Writes the note; a new one makes room for the next, an old one closes the form.
  public func savePressed() {
    message = nil
    guard takeChoice() else { return }
    if let problem = preview.problem {
      message = Notice(.error, problem, nextStep: "nothing was written")
      return
    }
    do {
      let done = try interactor.save(draft, to: target)
      guard isNew else { return router.dismiss() }
      original = draft.next
      target = .new(draft.deck)
      show(draft.next)
      keep()
      row = .field(areas.indices.first { areas[$0].text.isEmpty } ?? 0)
      isTyping = true
      message = Notice(done)
    } catch {
      message = Notice(error)
    }
  }

  /// Clears a new note, or shows an old one as it is in its file.
  public func discardPressed() {
    let before = draft
    show(isNew ? draft.cleared : original)
    keep()
    guard before != draft else { return message = Notice("nothing was changed") }
    message = Notice(isNew ? "the form is empty" : "here is the note as it is in its file")
  }

  public func undoPressed() {
    attempt { try interactor.undo() }
  }

  public func redoPressed() {
    attempt { try interactor.redo() }
  }

  private func attempt(_ work: () throws -> String) {
    do {
      message = Notice(try work())
      choices = interactor.choices(inDeck: draft.deck)
      let said = message
      followFile()
      if case .warning? = message?.kind {} else { message = said }
      look()
    } catch {
      message = Notice(error)
    }
  }

  /// Closes the form; an unsaved text is offered again when it opens.
  public func backPressed() {
    router.dismiss()
  }
}

extension NoteDraft {
  /// Without any text.
  var cleared: NoteDraft {
    var draft = self
    for place in fields.indices { draft.fields[place].text = "" }
    return draft
  }
}

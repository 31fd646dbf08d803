import FileStorage
import Managers
import Screens
import StudyDomain

/// Opens a card's file in the editor at its line; afterwards its history follows the new text.
@MainActor struct EditCard {
  let flashcards: FlashcardManager
  let session: StudySessionManager
  let editor: EditorCommand
  let terminal: any ForegroundRunning

  /// Returns what happened, in words; nil when nothing was changed.
  func callAsFunction(_ card: Int) async throws -> String? {
    let ticket = flashcards.beginEdit(ofCard: card)
    let arguments = editor.arguments(file: ticket.path, line: ticket.line)
    // Without it the text stays when the edit is undone.
    let before = try? FileSystem.live.contents(of: ticket.path)
    let status = try await terminal.runForeground(arguments, directory: nil)
    let outcome = try flashcards.endEdit(ticket, before: before)
    switch outcome {
    case .followed(_, let key) where session.currentKey == ticket.card:
      session.edited(from: ticket.card, to: key)
    // A card of a list: the one that is studied meanwhile stays.
    case .followed(let count, _) where count > 0: session.actionWritten()
    default: session.refresh()
    }
    if status != 0 { throw ActionFailure("\(arguments[0]) ended with status \(status)") }
    switch outcome {
    case .unchanged: return nil
    case .followed(0, _): return "deck read again"
    case .followed(1, _): return "card edited, history kept"
    case .followed(let count, _): return "\(count) cards edited, history kept"
    case .gone: return "the card's text is gone; its history returns with it"
    }
  }
}

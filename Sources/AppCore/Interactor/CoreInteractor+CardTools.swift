import FileStorage
import Managers
public import Screens
import StudyDomain

extension CoreInteractor: CardToolsInteractor {
  public func use(_ tool: CardTool, withAnswer: Bool) async throws -> String? {
    guard let card = container.session.currentCard else { return nil }
    guard let terminal else { throw ActionFailure("there is no terminal") }
    let snapshot = container.library.snapshot
    let text = text(ofCard: card)
    let files = PictureFiles(
      collection: container.paths.collection,
      deckPath: snapshot.files[Int(snapshot.note(ofCard: card).file)].path)
    let shown =
      !withAnswer ? [text.front] : text.backReplacesFront ? [text.back] : [text.front, text.back]
    do {
      return try await UseCardTool(
        container: container, terminal: terminal, files: files, sides: shown)(tool)
    } catch {
      throw ErrorWording.failure(error)
    }
  }
}

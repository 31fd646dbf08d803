import FileStorage
import Managers
import Screens
public import StudyDomain

/// Opens and makes collections for the command line.
public enum CommandOpening {
  /// Opens the collection that a launch names.
  @MainActor public static func open(_ launch: Launch) throws(CommandFailure) -> CoreInteractor {
    do {
      return CoreInteractor(container: DependencyContainer(try OpenedCollection(launch)))
    } catch {
      let failure = ErrorWording.failure(error)
      throw CommandFailure(failure.message, nextStep: failure.nextStep)
    }
  }

  /// Makes a collection in a folder; existing files stay as they are.
  public static func make(_ launch: Launch, at folder: String, withTutorial: Bool, samples: Bool)
    throws(CommandFailure)
  {
    do throws(FileStorageError) {
      try CollectionMaker(launch: launch).make(
        at: folder, withTutorial: withTutorial, samples: samples)
    } catch {
      throw CommandFailure(error.message, nextStep: "choose a folder that can be written")
    }
  }

  /// Where a new collection goes when no folder is named.
  public static func suggestedFolder(_ launch: Launch) -> String {
    launch.collection ?? launch.environment["DECKLE_HOME"]
      ?? "\(launch.environment["HOME"] ?? "")/flashcards"
  }
}

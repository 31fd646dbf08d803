import FileStorage
import Managers
import Screens
import StudyDomain

/// Makes the collection that a first start asks for, and opens it.
@MainActor final class CollectionOpener: OnboardingInteractor {
  let onboarding: OnboardingSituation
  private(set) var opened: CoreInteractor?
  private let launch: Launch
  private let terminal: any ForegroundRunning

  init(_ situation: OnboardingSituation, launch: Launch, terminal: any ForegroundRunning) {
    onboarding = situation
    self.launch = launch
    self.terminal = terminal
  }

  func createCollection(at path: String, withTutorial: Bool) async throws {
    do {
      let home = launch.environment["HOME"] ?? ""
      let folder = path.hasPrefix("~/") ? home + path.dropFirst() : path
      try CollectionMaker(launch: launch).make(at: folder, withTutorial: withTutorial)
      var launch = launch
      launch.collection = folder
      let container = DependencyContainer(
        try OpenedCollection(launch, asks: true))
      opened = CoreInteractor(container: container, terminal: terminal)
    } catch let error as OpenError {
      throw ErrorWording.failure(error)
    } catch {
      throw ErrorWording.failure(error)
    }
  }
}

/// Makes the folder of a new collection.
struct CollectionMaker {
  let launch: Launch

  /// Makes what is missing; files that exist are never touched.
  ///
  /// Remembers the folder in `config.yaml` when nothing names another.
  func make(at folder: String, withTutorial: Bool, samples: Bool = false) throws(FileStorageError) {
    try FileSystem.live.makeFolders(folder)
    let paths = CollectionPaths(collection: folder, environment: launch.environment)
    try paths.initialise()
    // A folder that has decks already needs none to begin with.
    let isEmpty = LibraryLoader(folder: paths.collection).load().snapshot.files.isEmpty
    if withTutorial, isEmpty { try add("Welcome.md", launch.tutorial, to: paths) }
    if samples {
      for (path, bytes) in launch.samples.sorted(by: { $0.key < $1.key }) {
        try add(path, bytes, to: paths)
      }
    }
    try remember(folder, paths)
  }

  private func add(_ name: String, _ bytes: [UInt8], to paths: CollectionPaths)
    throws(FileStorageError)
  {
    let path = "\(paths.collection)/\(name)"
    guard try FileSystem.live.status(ofPath: path) == nil else { return }
    if let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try FileSystem.live.makeFolders(String(path[..<end]))
    }
    try DeckFileWriter(collection: paths.collection).replace(path, with: bytes, original: .absent)
  }

  private func remember(_ folder: String, _ paths: CollectionPaths) throws(FileStorageError) {
    guard launch.collection == nil, launch.environment["DECKLE_HOME"] == nil,
      try FileSystem.live.status(ofPath: paths.config) == nil
    else { return }
    let quoted = paths.collection.reduce(into: "") {
      if $1 == "\"" || $1 == "\\" { $0.append("\\") }
      $0.append($1)
    }
    try CacheFile.write(Array("collection: \"\(quoted)\"\n".utf8), to: paths.config)
  }
}

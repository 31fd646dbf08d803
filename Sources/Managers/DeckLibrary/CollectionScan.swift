import DeckFormat
import FileStorage
import StudyDomain

/// A file found in the collection.
struct FoundFile: Sendable {
  /// Below the collection.
  var path: String
  var signature: FileSignature
}

/// What lies in a collection's folder: its decks, ignore files, note types and settings.
struct CollectionScan {
  /// Sorted by path.
  private(set) var decks: [FoundFile] = []
  private(set) var conflictCopies: [String] = []
  /// Folders and links that could not be followed.
  private(set) var problems: [Problem] = []
  private var noteTypeFiles: [FoundFile] = []
  private var settingsFile: FoundFile?
  private let folder: String

  init(folder: String) {
    self.folder = folder
    let scan = FolderScan(folder)
    problems = scan.problems.map { error in
      Problem(
        .warning, path: error.path ?? folder, message: error.message,
        nextStep: "decks behind it are not read")
    }
    var rules = DeckFileRules()
    for place in scan.folders {
      for name in [".gitignore", ".deckleignore"] {
        // Most folders have none; one that cannot be read ignores nothing.
        guard let bytes = try? FileSystem.live.contents(of: Self.path(folder, place, name)) else {
          continue
        }
        rules.addIgnoreFile(String(decoding: bytes, as: UTF8.self), in: place)
      }
    }
    for file in scan.files {
      let found = FoundFile(path: file.path, signature: file.signature)
      switch rules.kind(of: file.path) {
      case .deck: decks.append(found)
      case .conflictCopy: conflictCopies.append(file.path)
      case .other:
        if Self.lastPart(of: file.path) == "notetypes.yaml" { noteTypeFiles.append(found) }
      }
    }
    decks.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for name in ["settings.yaml", "notetypes.yaml"] {
      let path = ".deckle/\(name)"
      // A file that cannot be looked at is as good as absent.
      guard let status = try? FileSystem.live.status(ofPath: "\(folder)/\(path)") else { continue }
      let found = FoundFile(path: path, signature: FileSignature(status))
      if name == "settings.yaml" { settingsFile = found } else { noteTypeFiles.append(found) }
    }
  }

  /// Reads settings and note types; what is broken keeps its last good value.
  func settings(previous: CollectionSettings?) -> CollectionSettings {
    var settings = CollectionSettings()
    if let settingsFile {
      do throws(FileStorageError) {
        settings.read(
          try FileSystem.live.contents(of: "\(folder)/\(settingsFile.path)"),
          path: settingsFile.path)
      } catch {
        settings.problems.append(
          Problem(
            .error, path: settingsFile.path, message: error.message,
            nextStep: "the defaults are in force meanwhile"))
      }
    }
    for file in noteTypeFiles {
      guard let bytes = bytes(file) else { continue }
      let (types, problems) = NoteTypes.read(bytes, path: file.path)
      let place = Self.parent(of: file.path)
      settings.noteTypes[place] = types
      if !problems.isEmpty, let before = previous?.noteTypes[place] {
        settings.noteTypes[place] = types.over(before)
      }
      settings.problems += problems
    }
    return settings
  }

  private func bytes(_ file: FoundFile) -> [UInt8]? {
    // Note types that cannot be read are as good as absent: their decks say what they miss.
    try? FileSystem.live.contents(of: "\(folder)/\(file.path)")
  }

  private static func path(_ folder: String, _ place: String, _ name: String) -> String {
    place.isEmpty ? "\(folder)/\(name)" : "\(folder)/\(place)/\(name)"
  }

  private static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  private static func lastPart(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
      ?? Substring(path)
  }
}

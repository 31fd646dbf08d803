import DeckFormat
import FileStorage
import StudyDomain

/// Which files go where when a deck gets another name, and which names are written into them.
///
/// A folder moves as a whole, so that pictures and note types beside the decks come along. A name
/// that a deck's front matter says is changed there; a file whose pictures lie beside it stays and
/// is given the name in its front matter.
@MainActor struct DeckMove {
  private let library: DeckLibrary
  private let old: DeckName
  private let new: DeckName
  /// By the number of the file: where it goes.
  private var targets: [Int: String] = [:]
  /// By the number of the file: the name that its front matter gets.
  private var names: [Int: String] = [:]
  private var folder: (from: String, to: String)?

  /// Throws `DeckFileError` for what is in the way.
  init(_ library: DeckLibrary, from old: DeckName, to new: DeckName)
    throws(DeckFileError)
  {
    self.library = library
    self.old = old
    self.new = new
    folder = try folderMove()
    for number in try Self.files(of: old, in: library) { try plan(number) }
  }

  /// The files of a deck and of all below it.
  ///
  /// Throws `DeckFileError` where cards name the deck by a tag, or a merge is undecided.
  static func files(
    of deck: DeckName, in library: DeckLibrary
  ) throws(DeckFileError) -> [Int] {
    let snapshot = library.snapshot
    let decks = Set(snapshot.decks.indices.filter { deck.contains(snapshot.decks[$0].name) })
    guard !decks.isEmpty else { throw .noDeck(deck) }
    for note in snapshot.notes where decks.contains(Int(note.deck)) {
      let file = snapshot.files[Int(note.file)]
      guard decks.contains(file.deck) else { throw .namedByTag(deck, path: file.path) }
    }
    return snapshot.files.indices.filter { decks.contains(snapshot.files[$0].deck) }
  }

  /// Renames first: what is written goes to the new places.
  func changes() throws -> [FileChange] {
    var changes: [FileChange] = []
    if let folder { changes.append(.rename(from: path(folder.from), to: path(folder.to))) }
    let files = library.snapshot.files
    for (number, target) in targets.sorted(by: { $0.key < $1.key }) {
      changes.append(.rename(from: path(files[number].path), to: path(target)))
    }
    for (number, name) in names.sorted(by: { $0.key < $1.key }) {
      let bytes = try FileSystem.live.contents(of: library.path(ofFile: number))
      do throws(DeckFormatError) {
        let named = try DeckWriter.setting(Self.nameKey(in: bytes), to: .text(name), in: bytes)
        changes.append(
          .write(path: path(place(ofFile: number)), before: bytes, after: named))
      } catch {
        switch error {
        case .unreadableFrontMatter(let line, let reason):
          throw DeckOptionError.badFrontMatter(path: files[number].path, line: line, reason: reason)
        }
      }
    }
    return changes
  }

  // MARK: Planning

  /// The folder of the decks below, where it can go as a whole.
  private func folderMove() throws(DeckFileError) -> (from: String, to: String)? {
    guard let from = Self.path(of: old),
      library.snapshot.files.contains(where: {
        $0.path.hasPrefix(from + "/")
      })
    else { return nil }
    guard let to = Self.path(of: new) else { throw .notAFolder(new.last) }
    guard Self.isFree(path(to)) else { throw .fileExists(path: to) }
    return (from, to)
  }

  private mutating func plan(_ number: Int) throws(DeckFileError) {
    let file = library.snapshot.files[number]
    guard !file.hasConflictMarkers else { throw .conflict(path: file.path) }
    let name = library.snapshot.decks[file.deck].name
    let wanted = DeckName(new.text + name.text.dropFirst(old.text.count))
    let said = DeckFileRules.deckName(path: file.path)
    let goesWithFolder = folder.map { file.path.hasPrefix($0.from + "/") } ?? false
    if said == name, let stem = Self.path(of: name), file.path.hasPrefix(stem + ".") {
      // Named by its path alone.
      if goesWithFolder { return }
      guard let target = Self.path(of: wanted), canMove(file.path, to: target) else {
        return try write(wanted, into: number)
      }
      let ending = file.path.dropFirst(stem.count)
      guard Self.isFree(path(target + ending)) else {
        throw .fileExists(path: target + ending)
      }
      targets[number] = target + String(ending)
      return
    }
    // Named by its front matter: the whole name, or its last part.
    guard said.parent == name.parent, name.parent != nil || wanted.parent == nil else {
      return try write(wanted, into: number)
    }
    if goesWithFolder { return }
    if wanted.parent == name.parent {
      names[number] = wanted.last
    } else {
      try write(wanted, into: number)
    }
  }

  /// Gives a file its deck's whole name, whatever its path.
  private mutating func write(_ name: DeckName, into number: Int) throws(DeckFileError) {
    let isAtTop = !place(ofFile: number).contains("/")
    // A name without `::` would replace only the last part of the path.
    guard name.parent != nil || isAtTop else {
      throw .needsItsFolder(name, path: library.snapshot.files[number].path)
    }
    names[number] = name.text
  }

  /// False for a file that needs what lies beside it: pictures, sounds, note types.
  private func canMove(_ path: String, to target: String) -> Bool {
    let (from, to) = (Self.folder(of: path), Self.folder(of: target))
    guard from != to else { return true }
    if library.settings.noteTypes[from] != nil, from != ".deckle" { return false }
    // One that cannot be read now cannot be renamed either: that is told then.
    guard let bytes = try? FileSystem.live.contents(of: self.path(path)) else { return true }
    return !NeighbouringMedia.names(in: bytes).contains { name in
      !Self.isFree(self.path(from.isEmpty ? name : "\(from)/\(name)"))
        && Self.isFree(self.path(name))
    }
  }

  private func place(ofFile number: Int) -> String {
    let own = library.snapshot.files[number].path
    if let target = targets[number] { return target }
    guard let folder, own.hasPrefix(folder.from + "/") else { return own }
    return folder.to + own.dropFirst(folder.from.count)
  }

  // MARK: Paths

  private func path(_ below: String) -> String { "\(library.folder)/\(below)" }

  /// The path of a deck without its ending; nil when a part of the name cannot be that of a file.
  static func path(of deck: DeckName) -> String? {
    let parts = deck.parts
    return parts.allSatisfy { DeckPlacement.safe($0) == $0 }
      ? parts.joined(separator: "/") : nil
  }

  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// What cannot be looked at is found out when it is written.
  static func isFree(_ path: String) -> Bool {
    ((try? FileSystem.live.status(ofPath: path)) ?? nil) == nil
  }

  /// The key that names the deck in a file: `name`, or the `deck` of other programs.
  private static func nameKey(in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.dropFirst().prefix { !$0.hasPrefix("---") && !$0.hasPrefix("+++") }
    func says(_ key: String) -> Bool {
      head.contains { $0.hasPrefix(key + ":") || $0.hasPrefix(key + " ") }
    }
    return !says("name") && says("deck") ? "deck" : "name"
  }
}

/// The files that a deck's text names without a scheme: pictures and sounds, perhaps beside it.
enum NeighbouringMedia {
  private static let signs = [
    ("](", ")"), ("src=\"", "\""), ("src='", "'"), ("[[", "]]"), ("[sound:", "]"),
  ]

  static func names(in bytes: [UInt8]) -> Set<String> {
    let text = String(decoding: bytes, as: UTF8.self)
    var names: Set<String> = []
    for (open, close) in signs {
      var rest = text[...]
      while let start = rest.firstRange(of: open) {
        rest = rest[start.upperBound...]
        guard let end = rest.firstRange(of: close) else { break }
        let name = rest[..<end.lowerBound]
        if !name.isEmpty, name.utf8.count < 256, !name.contains("://"), !name.hasPrefix("/"),
          !name.hasPrefix("#"), !name.contains("\n")
        {
          names.insert(String(name.split(separator: "|")[0]))
        }
      }
    }
    return names
  }
}

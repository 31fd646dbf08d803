import DeckFormat
import FileStorage
import Glibc
import Neighbours
import StudyDomain

/// The files of other programs at a path, read.
struct NeighbourFiles: Sendable {
  /// A file with cards.
  struct File: Sendable {
    var deck: NeighbourDeck
    var bytes: [UInt8]
    /// Below `root`.
    var path: String
  }

  /// Media are looked for in here and nowhere else.
  private(set) var root: String
  private(set) var files: [File] = []
  /// What they are, in words.
  private(set) var format = ""
  private(set) var remarks: [String] = []
  private(set) var skipped: [TransferReport.Note] = []

  /// Larger files are no decks of a person.
  private static let maximumBytes = 64 << 20
  private static let maximumFiles = 100_000
  private static let databaseName = "hashcards.db"

  /// Reads a file, or a folder with all that it holds; throws `TransferError` where there is
  /// nothing to import, with the reason.
  init(_ path: String) throws {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let isFolder = try FileSystem.live.status(ofPath: path)?.isFolder ?? false
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    if isFolder || name ?? path[...] == Self.databaseName[...] {
      root = isFolder ? path : Self.folder(of: path)
      try readFolder()
    } else {
      root = Self.folder(of: path)
      try readFile(path, String(name ?? path[...]))
    }
    try readHistory(isRequired: !isFolder && name == Self.databaseName[...])
    describe()
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: Files

  private mutating func readFile(_ path: String, _ name: String) throws {
    let bytes = try contents(path)
    switch NeighbourReader.recognise(bytes, path: name) {
    case .format(let format, let remark):
      if let remark { remarks.append(remark) }
      add(name, bytes, format)
      if files.isEmpty { throw nothing(path) }
    case .unread(let name, let nextStep):
      throw TransferError.package(
        path: path, message: "\(path) looks like \(name), which cannot be read",
        advice: nextStep)
    case .nothing: throw nothing(path)
    }
  }

  private func nothing(_ path: String) -> TransferError {
    .package(
      path: path, message: "there are no cards in \(path)",
      advice: "'Q: …' and 'A: …' make one; DECKS.md tells which other marks are read")
  }

  private func contents(_ path: String) throws -> [UInt8] {
    guard let status = try FileSystem.live.status(ofPath: path) else {
      throw TransferError.package(
        path: path, message: "there is no file \(path)", advice: "look at its name")
    }
    guard status.isRegularFile, status.size <= Self.maximumBytes else {
      throw TransferError.package(
        path: path, message: "\(path) is no file of at most 64 MB",
        advice: "split it into several files")
    }
    return try FileSystem.live.contents(of: path)
  }

  private mutating func add(_ path: String, _ bytes: [UInt8], _ format: NeighbourFormat) {
    let deck = NeighbourReader.read(bytes, path: path, as: format)
    for problem in deck.problems where format != .native {
      if problem.severity == .error {
        skipped.append(.init(text: problem.place, reason: Self.sentence(problem)))
      } else {
        remarks.append("\(problem.place): \(Self.sentence(problem))")
      }
    }
    guard !deck.notes.isEmpty else { return }
    files.append(File(deck: deck, bytes: bytes, path: path))
  }

  private static func sentence(_ problem: Problem) -> String {
    "\(problem.message) \(problem.nextStep)"
  }

  // MARK: Folders

  private mutating func readFolder() throws {
    var others: [String: Int] = [:]
    var prose = 0
    for path in try Self.decks(in: root) {
      // One file that cannot be read does not stop the others.
      guard let bytes = try? contents("\(root)/\(path)") else {
        skipped.append(.init(text: path, reason: "The file cannot be read."))
        continue
      }
      switch NeighbourReader.recognise(bytes, path: path) {
      // Headings alone make no cards of a note: in a vault most are prose.
      case .format(.headings, .some), .format(.hascard, .some), .nothing: prose += 1
      case .format(let format, let remark):
        if let remark { remarks.append("\(path): \(remark)") }
        add(path, bytes, format)
      case .unread(let name, _): others[name, default: 0] += 1
      }
    }
    let isVault =
      try files.contains { $0.deck.format == .obsidian }
      || FileSystem.live.status(ofPath: "\(root)/.obsidian") != nil
    if isVault {
      let count = files.count
      files.removeAll { $0.deck.format == .native && !Self.hasLetters($0.deck) }
      prose += count - files.count
    }
    for (name, count) in others.sorted(by: { $0.key < $1.key }) {
      remarks.append("files that look like \(name) and cannot be read: \(count)")
    }
    if prose > 0 { remarks.append("files left alone, as no card in them is marked: \(prose)") }
    guard !files.isEmpty else { throw nothing(root) }
  }

  /// True when a card is written with letters; in a vault `a :: b` alone is a field of a note.
  private static func hasLetters(_ deck: NeighbourDeck) -> Bool {
    deck.notes.contains { note in
      guard case .block(let text, _) = note.content else { return false }
      return text.split(separator: "\n").contains { line in
        let bytes = line.utf8.prefix(2)
        return bytes.count == 2 && bytes.last == UInt8(ascii: ":")
          && "QCTN".utf8.contains(bytes[bytes.startIndex])
      }
    }
  }

  /// Paths of Markdown files below a folder, hidden ones and links to folders aside, in order.
  private static func decks(in root: String) throws -> [String] {
    var found: [String] = []
    var waiting = [""]
    var seen: Set<FileIdentity> = []
    while let folder = waiting.popLast() {
      let place = folder.isEmpty ? root : "\(root)/\(folder)"
      guard let status = try FileSystem.live.status(ofPath: place), status.isFolder,
        seen.insert(FileIdentity(status)).inserted
      else { continue }
      var names: [String] = []
      let code = FileSystem.live.list(place, &names)
      if code < 0 {
        throw FileStorageError.system(operation: "list", path: place, code: Int32(-code))
      }
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        if DeckFileRules().kind(of: path) == .deck {
          found.append(path)
          guard found.count <= maximumFiles else {
            throw TransferError.package(
              path: root, message: "\(root) holds more than \(maximumFiles) Markdown files",
              advice: "import a folder inside it")
          }
        } else if try FileSystem.live.status(ofPath: "\(root)/\(path)")?.isFolder == true {
          waiting.append(path)
        }
      }
    }
    return found.sorted()
  }

  private struct FileIdentity: Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }
  }

  // MARK: hashcards

  private mutating func readHistory(isRequired: Bool) throws {
    let path = "\(root)/\(Self.databaseName)"
    guard try FileSystem.live.status(ofPath: path) != nil,
      files.contains(where: { $0.deck.format == .native })
    else { return }
    for journal in ["-journal", "-wal"] {
      if let status = try FileSystem.live.status(ofPath: path + journal), status.size > 0 {
        remarks.append(
          "\(Self.databaseName)\(journal) lies beside the history: close hashcards and import "
            + "again, or its latest answers are missing")
      }
    }
    do {
      let history = try HashcardsHistory(FileSystem.live.contents(of: path))
      var found: Set<String> = []
      for place in files.indices where files[place].deck.format == .native {
        let before = files[place].deck.problems.count
        found.formUnion(history.attach(to: &files[place].deck, files[place].bytes))
        for problem in files[place].deck.problems[before...] {
          remarks.append("\(problem.place): \(Self.sentence(problem))")
        }
      }
      let orphans = history.pasts.count - found.count
      if orphans > 0, isRequired || files.count > 1 || found.isEmpty {
        remarks.append(
          "cards of \(Self.databaseName) whose text is not there (edited or deleted): \(orphans)")
      }
      if history.badRows > 0 {
        remarks.append("rows of \(Self.databaseName) that cannot be read: \(history.badRows)")
      }
    } catch let error as HashcardsError {
      guard !isRequired else {
        throw TransferError.package(
          path: path, message: "\(path): \(error.message)",
          advice: "import the folder's decks without it, or restore it from a copy")
      }
      remarks.append("\(Self.databaseName) cannot be read: \(error.message)")
    }
  }

  private mutating func describe() {
    let formats = Set(files.map(\.deck.format))
    let names = NeighbourFormat.allCases.filter(formats.contains).map(\.name)
    let hasHistory = files.contains { file in
      file.deck.format == .native && file.deck.notes.contains { !$0.pasts.isEmpty }
    }
    format =
      names.joined(separator: "; ") + (hasHistory ? ", with hashcards' history" : "")
      + (files.count > 1 ? ", \(files.count) files" : "")
  }
}

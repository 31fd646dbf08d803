import Glibc

/// Where everything of one collection lies, in the collection and on this machine.
public struct CollectionPaths: Equatable, Sendable {
  /// The collection's folder, absolute, links resolved where it exists.
  public let collection: String
  /// `.deckle`, or the name chosen instead of it.
  public let deckleName: String
  public let configFolder: String
  private let stateBase: String
  private let cacheBase: String

  /// Reads `HOME` and the XDG variables from the environment handed in.
  ///
  /// Relative XDG paths are ignored, as their specification asks.
  public init(
    collection: String, environment: [String: String], deckleName: String = ".deckle"
  ) {
    let path = collection.count > 1 && collection.hasSuffix("/")
      ? String(collection.dropLast()) : collection
    self.collection = path.resolvedPath ?? path
    self.deckleName = deckleName
    configFolder = Self.configFolder(environment: environment)
    stateBase = Self.base("XDG_STATE_HOME", "/.local/state", environment)
    cacheBase = Self.base("XDG_CACHE_HOME", "/.cache", environment)
  }

  /// `$XDG_CONFIG_HOME/deckle`, which is known before any collection is.
  public static func configFolder(environment: [String: String]) -> String {
    base("XDG_CONFIG_HOME", "/.config", environment)
  }

  public var deckleFolder: String { "\(collection)/\(deckleName)" }
  public var history: String { deckleFolder + "/history" }
  public var idFile: String { deckleFolder + "/id" }
  public var settings: String { deckleFolder + "/settings.yaml" }
  public var noteTypes: String { deckleFolder + "/notetypes.yaml" }
  public var trash: String { deckleFolder + "/trash" }
  public var imports: String { deckleFolder + "/anki" }
  public var media: String { collection + "/media" }
  public var config: String { configFolder + "/config.yaml" }

  /// This machine's folder for what must not be lost: journal, log, recovered lines.
  public func stateFolder(id: String) -> String { "\(stateBase)/\(id)-\(pathHash)" }
  /// This machine's folder for what may be deleted at any time.
  public func cacheFolder(id: String) -> String { "\(cacheBase)/\(id)-\(pathHash)" }

  /// The collection's id; nil where there is no collection yet.
  public func readID(files: FileSystem = .live) throws(FileStorageError) -> String? {
    guard try files.status(ofPath: idFile) != nil else { return nil }
    let bytes = try files.contents(of: idFile)
    let id = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
    let isSafe = id.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    return id.isEmpty || !isSafe ? nil : id
  }

  /// Makes `.deckle`, its id and the line in `.gitattributes`, each only if missing.
  /// - Parameters:
  ///   - files: The system calls.
  ///   - mint: Makes the id, of `a-z0-9`.
  /// - Returns: The collection's id.
  /// - Throws: When the folder can't be written.
  @discardableResult
  public func initialise(
    files: FileSystem = .live,
    mint: () -> String = { WriterIdentity.randomID(length: 12) }
  ) throws(FileStorageError) -> String {
    try files.makeFolders(history)
    try ensureGitAttributes(files: files)
    if let id = try readID(files: files) { return id }
    let id = mint()
    let descriptor = try files.opening(idFile, O_WRONLY | O_CREAT)
    defer { _ = files.close(descriptor) }
    try files.writing(Array("\(id)\n".utf8), to: descriptor, path: idFile)
    try files.checked("write", idFile) { files.sync(descriptor) }
    return id
  }

  private func ensureGitAttributes(files: FileSystem) throws(FileStorageError) {
    let path = collection + "/.gitattributes"
    let line = "\(deckleName)/history/*.tsv -text merge=union"
    var bytes: [UInt8] = []
    if try files.status(ofPath: path) != nil { bytes = try files.contents(of: path) }
    let lines = bytes.split(separator: HistoryLine.lineFeed).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
    if lines.contains(where: { $0.elementsEqual(line.utf8) }) { return }
    let descriptor = try files.opening(path, O_WRONLY | O_CREAT | O_APPEND)
    defer { _ = files.close(descriptor) }
    let begin = bytes.isEmpty || bytes.last == HistoryLine.lineFeed ? "" : "\n"
    try files.writing(Array((begin + line + "\n").utf8), to: descriptor, path: path)
  }

  /// FNV-1a over the path, 64 bits: tells copies of one collection apart.
  private var pathHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in collection.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func base(
    _ variable: String, _ fallback: String, _ environment: [String: String]
  ) -> String {
    if let value = environment[variable], value.hasPrefix("/") { return value + "/deckle" }
    return (environment["HOME"] ?? "") + fallback + "/deckle"
  }
}

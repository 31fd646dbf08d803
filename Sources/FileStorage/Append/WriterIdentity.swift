/// Who writes: eight characters that name this machine's lines in the history.
///
/// An id belongs to one machine, one path and one `.deckle` folder; where any of these differs from
/// what the state folder remembers, a new id begins, so that a cloned disk or copied dotfiles never
/// write under an id that lives elsewhere too.
public struct WriterIdentity: Equatable, Sendable {
  /// Eight of `a-z0-9`.
  public var writer: String
  public var place: Place

  /// Where a writer lives.
  public struct Place: Equatable, Sendable {
    public var machineID: String
    /// The collection's path with links resolved.
    public var collection: String
    /// The inode of the `.deckle` folder.
    public var inode: UInt64

    public init(machineID: String, collection: String, inode: UInt64) {
      self.machineID = machineID
      self.collection = collection
      self.inode = inode
    }
  }

  /// Why a new id was minted; said to the person except at the first start.
  public enum Reason: Equatable, Sendable {
    case firstStart
    case otherMachine
    case otherPath
    case otherFolder
    /// Our file holds own lines that the journal lacks.
    case strangeLines
    case olderRevisionAccepted
  }

  public init(writer: String, place: Place) {
    self.writer = writer
    self.place = place
  }

  /// Eight random characters.
  public static func randomID(length: Int = 8) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return String(
      decoding: (0..<length).map { _ in letters[Int.random(in: 0..<letters.count)] },
      as: UTF8.self)
  }

  /// The line in the state folder.
  var record: [UInt8] {
    Array("\(writer)\t\(place.machineID)\t\(place.inode)\t\(place.collection)\n".utf8)
  }

  /// Nil for anything that is no record.
  init?(record bytes: [UInt8]) {
    guard bytes.last == 10 else { return nil }
    let fields = bytes.dropLast().split(
      separator: 9, maxSplits: 3, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 4, let inode = UInt64(fields[2]), Self.isValid(fields[0]) else {
      return nil
    }
    self.init(
      writer: fields[0],
      place: Place(machineID: fields[1], collection: fields[3], inode: inode))
  }

  /// Why this identity doesn't fit a place; nil where it does.
  func mismatch(with other: Place) -> Reason? {
    if place.machineID != other.machineID { return .otherMachine }
    if place.collection != other.collection { return .otherPath }
    return place.inode == other.inode ? nil : .otherFolder
  }

  static func isValid(_ writer: String) -> Bool {
    writer.utf8.count == 8
      && writer.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
  }
}

extension WriterIdentity.Place {
  /// This machine and the collection at a path whose `.deckle` folder exists.
  public static func current(
    collection: String, deckleFolder: String, files: FileSystem = .live
  ) throws(FileStorageError) -> Self {
    var machine = ""
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      // Containers often have none; then the other two must do.
      guard let bytes = try? files.contents(of: path) else { continue }
      machine = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
      if !machine.isEmpty { break }
    }
    guard let status = try files.status(ofPath: deckleFolder) else {
      throw .system(operation: "open", path: deckleFolder, code: 2)
    }
    return Self(
      machineID: machine, collection: collection.resolvedPath ?? collection, inode: status.inode)
  }
}

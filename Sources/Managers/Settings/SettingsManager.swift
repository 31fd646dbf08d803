import DeckFormat
import FileStorage
public import Observation
public import StudyDomain

/// What the files of settings say, and how they are changed: a line at a time, comments kept.
@MainActor @Observable public final class SettingsManager {
  /// What `config.yaml` says.
  public private(set) var user: UserSettings
  /// Where `config.yaml` is.
  @ObservationIgnored public let path: String
  /// Where `settings.yaml` is.
  @ObservationIgnored public let collectionPath: String
  /// What this session wrote into `config.yaml`, newest last.
  @ObservationIgnored private var done: [Written] = []

  private struct Written {
    var what: String
    var before: [UInt8]?
    var after: [UInt8]
  }

  /// Begins with settings that were read from `path`.
  public init(path: String, user: UserSettings, collectionPath: String) {
    self.path = path
    self.user = user
    self.collectionPath = collectionPath
  }

  /// Reads `config.yaml`; most people have none: then everything is as shipped.
  public nonisolated static func read(_ path: String) -> UserSettings {
    do throws(FileStorageError) {
      guard try FileSystem.live.status(ofPath: path) != nil else { return UserSettings() }
      return UserSettings(try FileSystem.live.contents(of: path), path: path)
    } catch {
      return UserSettings(
        problem: Problem(
          .error, path: path, message: error.message,
          nextStep: "everything is as shipped meanwhile"))
    }
  }

  /// Takes in what others made of `config.yaml`.
  public func readAgain() {
    let read = Self.read(path)
    if read != user { user = read }
  }

  // MARK: This machine

  /// Sets a key of `config.yaml` (`["keys", "study.good"]`), or takes its lines away (nil).
  ///
  /// - Throws: `SettingsError`, or why the file could not be written; it is then as it was.
  public func set(_ keys: [String], to value: OptionValue?, saying what: String) throws {
    let before = try contents(of: path)
    let after = try Self.edited(before ?? [], keys, value, path: path)
    guard after != before ?? [] else { return }
    try write(after, over: before)
    done.append(Written(what: what, before: before, after: after))
  }

  /// Takes back what this session wrote last into `config.yaml`; what it was, nil for nothing.
  ///
  /// - Throws: `SettingsError.changedSince` when somebody has written it since.
  public func undo() throws -> String? {
    guard let last = done.last else { return nil }
    guard try contents(of: path) == last.after else { throw SettingsError.changedSince(path: path) }
    try write(last.before ?? [], over: last.after)
    done.removeLast()
    return last.what
  }

  private func write(_ bytes: [UInt8], over before: [UInt8]?) throws {
    // People keep such files elsewhere and link them here: then the file behind the link is theirs.
    let target = path.resolvedPath ?? path
    let folder = String(target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target[..<$0] } ?? "/")
    try FileSystem.live.makeFolders(folder)
    try DeckFileWriter(collection: folder)
      .replace(target, with: bytes, original: before.map { .contents($0) } ?? .absent)
    user = UserSettings(bytes, path: path)
  }

  // MARK: The collection

  /// What setting keys of `settings.yaml` makes of the file, for whoever writes it.
  ///
  /// - Throws: `SettingsError` when the file cannot be read or the place of a key cannot be told.
  public func collectionChange(
    _ changes: [(keys: [String], value: OptionValue?)]
  ) throws -> (before: [UInt8]?, after: [UInt8]) {
    let before = try contents(of: collectionPath)
    var after = before ?? []
    for change in changes {
      after = try Self.edited(after, change.keys, change.value, path: collectionPath)
    }
    return (before, after)
  }

  private func contents(of path: String) throws -> [UInt8]? {
    guard try FileSystem.live.status(ofPath: path) != nil else { return nil }
    return try FileSystem.live.contents(of: path)
  }

  private static func edited(
    _ bytes: [UInt8], _ keys: [String], _ value: OptionValue?, path: String
  ) throws(SettingsError) -> [UInt8] {
    do throws(DeckFormatError) {
      return try YAMLFileEdit(bytes).setting(keys, to: value)
    } catch {
      switch error {
      case .unreadableFrontMatter(let line, let reason):
        throw .unreadable(path: path, line: line, reason: reason)
      }
    }
  }
}

/// Why a setting was not written; the file is as it was.
public enum SettingsError: Error, Hashable, Sendable {
  /// The file, or the place of the key in it, cannot be read.
  case unreadable(path: String, line: Int, reason: String)
  /// Somebody has changed the file since.
  case changedSince(path: String)
}

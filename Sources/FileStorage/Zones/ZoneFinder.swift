import Glibc
public import StudyDomain

/// Finds time zones where the system keeps them.
public struct ZoneFinder: Sendable {
  /// The folder of TZif files.
  public let folder: String
  /// The link or copy that names the system's own zone.
  public let localTimePath: String
  private let files: FileSystem

  /// A finder that looks below `$TZDIR`, else `/usr/share/zoneinfo`.
  /// - Parameters:
  ///   - directory: The value of `TZDIR`; nil or empty for the system's folder.
  ///   - localTimePath: The file of the system's zone.
  ///   - files: The system calls.
  public init(
    directory: String? = nil, localTimePath: String = "/etc/localtime", files: FileSystem = .live
  ) {
    folder = directory.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
    self.localTimePath = localTimePath
    self.files = files
  }

  /// The zone of a value as `TZ` takes it: `Europe/Berlin`, `:Europe/Berlin`, an absolute path, a
  /// POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; empty is UTC.
  ///
  /// Throws `unusableZone` for anything else; UTC is the zone to go on with.
  public func zone(named value: String) throws(FileStorageError) -> ZoneRules {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return .utc }
    if name.hasPrefix("/") { return try read(name, name: name) }
    guard !name.split(separator: "/").contains("..") else {
      throw .unusableZone(name: name, reason: "no zone lies outside the zone folder")
    }
    let path = "\(folder)/\(name)"
    if let status = try files.status(ofPath: path), status.isRegularFile {
      return try read(path, name: name)
    }
    // A system without zone files still knows the zone that needs none.
    if name == "UTC" || name == "UTC0" { return .utc }
    if !value.hasPrefix(":"), let zone = try? ZoneRules(posix: name) { return zone }
    throw .unusableZone(name: name, reason: "there is no such zone in \(folder)")
  }

  /// The zone that counts: that of `TZ` if it is set, else the system's.
  ///
  /// Never fails: a value that can't be used gives UTC and the error to show. A system without
  /// `/etc/localtime` runs on UTC, which is no error.
  public func current(tz: String?) -> (zone: ZoneRules, problem: FileStorageError?) {
    do {
      if let tz { return (try zone(named: tz), nil) }
      guard try files.status(ofPath: localTimePath) != nil else { return (.utc, nil) }
      let resolved = localTimePath.resolvedPath ?? localTimePath
      // `/usr/share/zoneinfo/Europe/Berlin` is better known by its last parts.
      let marker = "/zoneinfo/"
      let name = resolved.range(after: marker) ?? resolved
      return (try read(resolved, name: name), nil)
    } catch {
      return (.utc, error)
    }
  }

  private func read(_ path: String, name: String) throws(FileStorageError) -> ZoneRules {
    let bytes: [UInt8]
    do {
      bytes = try files.contents(of: path)
    } catch {
      throw .unusableZone(name: name, reason: error.message)
    }
    do {
      return try ZoneRules(tzif: bytes, name: name)
    } catch {
      let reason =
        switch error {
        case .notTZif: "\(path) is no time zone file"
        case .damaged: "\(path) is damaged"
        case .badRule(let rule): "\(path) has the unknown rule \(rule)"
        }
      throw .unusableZone(name: name, reason: reason)
    }
  }
}

extension String {
  /// What follows the first coming of a marker.
  fileprivate func range(after marker: String) -> String? {
    let bytes = Array(utf8)
    let wanted = Array(marker.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
      return String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
    }
    return nil
  }
}

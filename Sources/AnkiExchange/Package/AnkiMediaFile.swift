/// A file that the media map of a package names.
public struct AnkiMediaFile: Hashable, Sendable {
  /// A safe name in normal form: one path component, neither `.` nor `..`.
  public var name: String
  /// The name as the map has it, by which fields refer to the file.
  public var mapName: String
  /// The member of the archive, a decimal number.
  public var member: String
  /// Unpacked size; nil when the archive lacks the member and the map says nothing.
  public var size: Int64?
  /// Twenty bytes; the latest generation tells them.
  public var sha1: [UInt8]?

  public init(
    name: String, mapName: String, member: String, size: Int64?, sha1: [UInt8]? = nil
  ) {
    self.name = name
    self.mapName = mapName
    self.member = member
    self.size = size
    self.sha1 = sha1
  }
}

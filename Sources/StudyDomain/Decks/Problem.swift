/// Something that could not be read or matched, with its place and the way out.
public struct Problem: Hashable, Sendable {
  public var severity: Severity
  /// The path below the collection, or an absolute path outside it.
  public var path: String
  /// From 1; nil when the whole file is meant.
  public var line: Int?
  public var message: String
  /// What the reader can do about it.
  public var nextStep: String

  public init(
    _ severity: Severity, path: String, line: Int? = nil, message: String, nextStep: String
  ) {
    self.severity = severity
    self.path = path
    self.line = line
    self.message = message
    self.nextStep = nextStep
  }

  public enum Severity: UInt8, Sendable {
    /// Read in a way that may not be meant.
    case warning
    /// Not read at all.
    case error
  }

  /// `Spanish.md:12`.
  public var place: String {
    line.map { "\(path):\($0)" } ?? path
  }
}

public import StudyDomain

/// Reads YAML by libyaml.
public enum YAMLReader {
  /// The first document of a text; nil when it is empty or unreadable throughout.
  ///
  /// Where the document as a whole is malformed its top-level keys are read one by one, so that a
  /// broken key does not take the others with it. Lines in values and problems count from
  /// `firstLine`.
  public static func read(
    _ bytes: [UInt8], path: String, firstLine: Int = 1
  ) -> (value: YAMLValue?, problems: [Problem]) {
    preconditionFailure("not yet")
  }
}

import History

/// The lines of one history file that are no events.
public struct BadHistoryFile: Hashable, Sendable {
  /// The file's name in the folder of histories.
  public var name: String
  public var count: Int
  /// The first of them, from 1.
  public var firstLine: Int
  public var reason: Reason
  /// Where copies of them lie; nil when they could not be copied.
  public var copy: String?

  /// What is wrong with the first line.
  public enum Reason: Hashable, Sendable {
    /// Without the full stop that ends every line.
    case cut
    /// Bytes of zero, as a power cut leaves them.
    case zeros
    /// What `git` writes around the sides of a conflict.
    case mergeMark
    case otherForm

    init(_ bytes: [UInt8]) {
      let marks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
      if bytes.contains(0) {
        self = .zeros
      } else if marks.contains(where: { bytes.starts(with: $0.utf8) }) {
        self = .mergeMark
      } else {
        self = bytes.suffix(2) == [9, UInt8(ascii: ".")] ? .otherForm : .cut
      }
    }
  }

  /// The files that hold bad lines, by name.
  static func files(
    _ lines: [HistoryProblems.BadLine], copy: (String) -> String?
  ) -> [BadHistoryFile] {
    Dictionary(grouping: lines, by: \.file).compactMap { name, lines in
      lines.min { $0.line < $1.line }.map { first in
        BadHistoryFile(
          name: name, count: lines.count, firstLine: first.line, reason: Reason(first.bytes),
          copy: copy(name))
      }
    }.sorted { $0.name < $1.name }
  }
}

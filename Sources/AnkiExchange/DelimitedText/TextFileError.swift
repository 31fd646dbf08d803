/// Why a text in columns cannot be read.
public enum TextFileError: Error, Hashable, Sendable {
  /// It holds a byte that no text has.
  case binary(path: String, line: Int)
  case tooLarge(path: String, limit: Int)
  /// Beyond so many cells.
  case tooManyCells(path: String, line: Int, limit: Int)
  case noRows(path: String)
}

extension TextFileError: CustomStringConvertible {
  /// What is wrong, with the file and the line.
  public var description: String {
    switch self {
    case .binary(let path, let line): "\(path):\(line): this is no text: it holds binary data"
    case .tooLarge(let path, let limit): "\(path) is larger than \(limit >> 20) MiB"
    case .tooManyCells(let path, let line, let limit):
      "\(path):\(line): more than \(limit) cells up to here"
    case .noRows(let path): "\(path) holds no rows"
    }
  }

  /// What to do about it.
  public var advice: String {
    switch self {
    case .binary: "save it as CSV or TSV in UTF-8"
    case .tooLarge, .tooManyCells: "split it into several files"
    case .noRows: "check that it is the right file"
    }
  }
}

/// How much of a text is read.
public struct TextLimits: Hashable, Sendable {
  public var bytes = 256 << 20
  public var cells = 20_000_000

  public init() {}
}

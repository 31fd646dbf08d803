import CYAML
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
    let text = bytes.withUnsafeBufferPointer { clean($0) }
    do {
      var parser = YAMLTreeParser(firstLine: firstLine)
      let value = try parser.parse(text)
      return (value, parser.repeatedKeys.map { repeated($0.key, path: path, line: $0.line) })
    } catch {
      return readKeys(text, path: path, firstLine: firstLine, whole: error)
    }
  }

  /// Valid UTF-8, LF line ends, without a byte order mark.
  private static func clean(_ bytes: Bytes) -> [UInt8] {
    let start = bytes.matches("\u{FEFF}", at: 0, end: bytes.count) ? 3 : 0
    return CleanText.clean(bytes, start..<bytes.count)
  }

  private static let mostProblems = 5

  /// Reads each top-level key by itself.
  private static func readKeys(
    _ text: [UInt8], path: String, firstLine: Int, whole: YAMLError
  ) -> (value: YAMLValue?, problems: [Problem]) {
    var entries: [YAMLValue.Entry] = []
    var problems: [Problem] = []
    for chunk in chunks(text) {
      var parser = YAMLTreeParser(firstLine: firstLine + chunk.line)
      do {
        guard let value = try parser.parse(Array(text[chunk.range])) else { continue }
        guard case .map(let found) = value.content else {
          problems.append(
            problem(YAMLError(line: value.line, reason: "this is no `key: value`"), path: path))
          continue
        }
        for entry in found {
          entries.removeAll { $0.key == entry.key }
          entries.append(entry)
        }
      } catch {
        problems.append(problem(error, path: path))
      }
    }
    // A file of something else altogether is told in a few lines.
    if problems.count > mostProblems {
      let more = problems.count - mostProblems
      problems.removeSubrange(mostProblems...)
      problems.append(
        Problem(
          .error, path: path, line: whole.line, message: "\(more) more lines cannot be read.",
          nextStep: "Look whether this file is what it should be: lines of `key: value`."))
    }
    // Each key is well-formed by itself: what is wrong lies between them.
    if problems.isEmpty { problems.append(problem(whole, path: path)) }
    guard let last = entries.last else { return (nil, problems) }
    let value = YAMLValue(
      content: .map(entries), line: entries[0].line, lastLine: last.value.lastLine)
    return (value, problems)
  }

  /// Runs of lines that each begin with a key at column 0; `line` counts from 0.
  private static func chunks(_ text: [UInt8]) -> [(range: Range<Int>, line: Int)] {
    var chunks: [(range: Range<Int>, line: Int)] = []
    var start = 0
    var line = 0
    var position = 0
    var startLine = 0
    while position < text.count {
      let first = text[position]
      let startsKey =
        !ASCII.isWhite(first) && first != UInt8(ascii: "#") && first != UInt8(ascii: "-")
        && first != UInt8(ascii: "]") && first != UInt8(ascii: "}")
      if startsKey, position > start {
        chunks.append((start..<position, startLine))
        start = position
        startLine = line
      }
      while position < text.count, text[position] != ASCII.lf { position += 1 }
      position += 1
      line += 1
    }
    if start < text.count { chunks.append((start..<text.count, startLine)) }
    return chunks
  }

  private static func problem(_ error: YAMLError, path: String) -> Problem {
    Problem(
      .error, path: path, line: error.line, message: "This cannot be read: \(error.reason).",
      nextStep: "Correct the line; a text with `:`, `#` or brackets wants quotes around it.")
  }

  private static func repeated(_ key: String, path: String, line: Int) -> Problem {
    Problem(
      .warning, path: path, line: line, message: "The key `\(key)` stands here a second time.",
      nextStep: "Delete one of the two; the last one counts.")
  }
}

public import StudyDomain

/// Changes one key in a file of YAML, and of its bytes only what that key needs.
///
/// Comments, order, quotes and blank lines stay. A file that cannot be read, or where the place of
/// the key cannot be told, is left alone: every result is read again and compared with what was
/// meant before it is handed out.
public struct YAMLFileEdit: Sendable {
  private let file: [UInt8]

  public init(_ file: [UInt8]) {
    self.file = file
  }

  /// Sets a key below others (`["keys", "study.good"]`), or deletes it with its lines (nil).
  ///
  /// - Throws: `DeckFormatError.unreadableFrontMatter` with the line that is in the way.
  public func setting(
    _ path: [String], to value: OptionValue?
  ) throws(DeckFormatError) -> [UInt8] {
    precondition(!path.isEmpty, "a key has a name")
    let before = try Self.read(file)
    let changed = try change(path, to: value, in: before)
    let wanted = Self.meaning(of: before).setting(path[...], to: value.map(Meaning.init))
    let after = try Self.read(changed)
    guard Self.meaning(of: after).isSame(as: wanted) else {
      throw refusal(line: Self.entry(path, in: before)?.line ?? 1)
    }
    return changed
  }

  private func refusal(line: Int) -> DeckFormatError {
    .unreadableFrontMatter(
      line: line, reason: "The line cannot be changed without touching others.")
  }

  // MARK: Changing

  private func change(
    _ path: [String], to value: OptionValue?, in root: YAMLValue?
  ) throws(DeckFormatError) -> [UInt8] {
    if let entry = Self.entry(path, in: root) {
      guard let value else { return try removing(entry) }
      return try replacing(entry, with: value)
    }
    guard let value else { return file }
    guard path.count > 1 else {
      return inserting(lines(path, value, indent: ""), afterLine: lineCount)
    }
    guard let parent = Self.entry(path.dropLast(), in: root) else {
      // The parents are missing too: they are written with it.
      let known = (1..<path.count).last { Self.entry(Array(path.prefix($0)), in: root) != nil } ?? 0
      guard known > 0 else {
        return inserting(lines(path, value, indent: ""), afterLine: lineCount)
      }
      let rest = Array(path[known...])
      return try inserting(rest, value, below: Array(path.prefix(known)), in: root)
    }
    _ = parent
    return try inserting([path[path.count - 1]], value, below: path.dropLast(), in: root)
  }

  /// Adds keys below one that is there: after its last line, indented as its others are.
  private func inserting(
    _ keys: [String], _ value: OptionValue, below path: [String], in root: YAMLValue?
  ) throws(DeckFormatError) -> [UInt8] {
    guard let parent = Self.entry(path, in: root) else { throw refusal(line: 1) }
    let own = indent(ofLine: parent.line)
    if let first = parent.value.entries.first {
      // In braces all stands on one line.
      guard first.line > parent.line else { throw refusal(line: parent.line) }
      let last = parent.value.entries.map(\.value.lastLine).max() ?? parent.value.lastLine
      let line = max(last, parent.value.entries.map(\.line).max() ?? last)
      return inserting(lines(keys, value, indent: indent(ofLine: first.line)), afterLine: line)
    }
    guard parent.value.isNull else { throw refusal(line: parent.line) }
    return inserting(lines(keys, value, indent: own + "  "), afterLine: parent.line)
  }

  private func lines(_ keys: [String], _ value: OptionValue, indent: String) -> [String] {
    keys.enumerated().map { place, key in
      let start = indent + String(repeating: "  ", count: place) + OptionForm.key(key) + ":"
      return place + 1 < keys.count ? start : start + " " + OptionForm.text(value, .yaml)
    }
  }

  private func inserting(_ lines: [String], afterLine line: Int) -> [UInt8] {
    let lineEnd = DeckWriter.lineEnd(of: file)
    let place = start(ofLine: line + 1)
    var result = Array(file[..<place])
    if let last = result.last, !ASCII.isLineEnd(last), place > bomCount { result += lineEnd }
    for text in lines { result += Array(text.utf8) + lineEnd }
    return result + file[place...]
  }

  private func removing(_ entry: YAMLValue.Entry) throws(DeckFormatError) -> [UInt8] {
    _ = try keyEnd(of: entry)
    let last = max(entry.line, entry.value.lastLine)
    return Array(file[..<start(ofLine: entry.line)]) + file[start(ofLine: last + 1)...]
  }

  private func replacing(
    _ entry: YAMLValue.Entry, with value: OptionValue
  ) throws(DeckFormatError) -> [UInt8] {
    let sign = try keyEnd(of: entry)
    let range = file.withUnsafeBufferPointer { bytes -> Range<Int> in
      let lineEnd = FrontMatterBlock.lineEnd(bytes, sign)
      let start = bytes.skippingBlanks(sign + 1..<lineEnd)
      let comment = FrontMatterEdit.comment(bytes, start..<lineEnd)
      let last = max(entry.line, entry.value.lastLine)
      if last > entry.line {
        // A value over several lines goes altogether; a comment on the key's own line stays.
        let from = self.start(ofLine: last)
        return (comment == start ? sign + 1 : start)..<FrontMatterBlock.lineEnd(bytes, from)
      }
      // An empty value stands directly after the sign, whatever follows on the line.
      return start == comment ? sign + 1..<sign + 1 : bytes.trimmingBlanks(start..<comment)
    }
    let blank = ASCII.isBlank(file[range.lowerBound - 1]) ? "" : " "
    return Array(file[..<range.lowerBound]) + Array((blank + OptionForm.text(value, .yaml)).utf8)
      + file[range.upperBound...]
  }

  /// Where the `:` after a key stands, which begins its line.
  private func keyEnd(of entry: YAMLValue.Entry) throws(DeckFormatError) -> Int {
    let start = start(ofLine: entry.line)
    let sign = file.withUnsafeBufferPointer { bytes in
      FrontMatterEdit.keyEnd(
        bytes, start..<FrontMatterBlock.lineEnd(bytes, start), sign: UInt8(ascii: ":"),
        key: entry.key)
    }
    guard let sign else { throw refusal(line: entry.line) }
    return sign
  }

  // MARK: Lines

  private var bomCount: Int { file.starts(with: DeckWriter.mark) ? DeckWriter.mark.count : 0 }

  private var lineCount: Int {
    file.withUnsafeBufferPointer { bytes in
      var (count, place) = (0, bomCount)
      while place < bytes.count {
        place = FrontMatterBlock.afterLineEnd(bytes, FrontMatterBlock.lineEnd(bytes, place))
        count += 1
      }
      return count
    }
  }

  /// The first byte of a line, counted from 1; the end of the file for lines behind it.
  private func start(ofLine line: Int) -> Int {
    file.withUnsafeBufferPointer { bytes in
      var place = bomCount
      for _ in 1..<max(1, line) where place < bytes.count {
        place = FrontMatterBlock.afterLineEnd(bytes, FrontMatterBlock.lineEnd(bytes, place))
      }
      return place
    }
  }

  private func indent(ofLine line: Int) -> String {
    let start = start(ofLine: line)
    return String(repeating: " ", count: file[start...].prefix { $0 == UInt8(ascii: " ") }.count)
  }

  // MARK: Meaning

  private static func read(_ bytes: [UInt8]) throws(DeckFormatError) -> YAMLValue? {
    let (value, problems) = YAMLReader.read(bytes, path: "")
    if let problem = problems.first(where: { $0.severity == .error }) {
      throw .unreadableFrontMatter(line: problem.line ?? 1, reason: problem.message)
    }
    if let value, !value.isMap, !value.isNull {
      throw .unreadableFrontMatter(line: value.line, reason: "This file holds no `key: value`.")
    }
    return value
  }

  private static func entry(_ path: [String], in root: YAMLValue?) -> YAMLValue.Entry? {
    var (value, found) = (root, YAMLValue.Entry?.none)
    for key in path {
      found = value?.entries.last { $0.key == key }
      guard let found else { return nil }
      value = found.value
    }
    return found
  }

  private static func meaning(of root: YAMLValue?) -> Meaning {
    guard let root, !root.isNull else { return .map([]) }
    return Meaning(root)
  }
}

/// What a document says, without where it says it.
private indirect enum Meaning: Equatable {
  case text(String?)
  case list([Meaning])
  case map([Pair])

  struct Pair: Equatable {
    var key: String
    var value: Meaning
  }

  init(_ value: YAMLValue) {
    switch value.content {
    case .scalar(let text, _): self = .text(value.isNull ? nil : text)
    case .list(let items): self = .list(items.map(Meaning.init))
    case .map(let entries): self = .map(entries.map { Pair(key: $0.key, value: Meaning($0.value)) })
    }
  }

  init(_ value: OptionValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .list(let items): self = .list(items.map { .text($0) })
    }
  }

  /// The same with a key set or taken away.
  func setting(_ path: ArraySlice<String>, to value: Meaning?) -> Meaning {
    guard let key = path.first else { return value ?? self }
    var pairs: [Pair] = []
    if case .map(let known) = self { pairs = known }
    let place = pairs.firstIndex { $0.key == key }
    if path.count == 1 {
      guard let value else {
        if let place { pairs.remove(at: place) }
        return .map(pairs)
      }
      if let place {
        pairs[place].value = value
      } else {
        pairs.append(Pair(key: key, value: value))
      }
      return .map(pairs)
    }
    let inner = place.map { pairs[$0].value } ?? .map([])
    let changed = inner.setting(path.dropFirst(), to: value)
    if let place {
      pairs[place].value = changed
    } else if value != nil {
      pairs.append(Pair(key: key, value: changed))
    }
    return .map(pairs)
  }

  /// Equal, where a map without keys and no value at all count as one.
  func isSame(as other: Meaning) -> Bool {
    switch (self, other) {
    case (.text(nil), .map(let pairs)), (.map(let pairs), .text(nil)): pairs.isEmpty
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.map(let left), .map(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    default: self == other
    }
  }
}

/// The rows of a text in columns, in memory once: its bytes, and where cells and rows end.
public struct TextTable: Sendable {
  public let path: String
  /// What was found, or chosen.
  public let format: TextFormat
  /// Names of the columns, by a directive or the first row; nil when there are none.
  public let names: [String]?
  /// Those of the first row where Anki's directives rule, else those of the longest row.
  public let columnCount: Int
  /// Rows that have more cells than there are columns: these are lost.
  public let overlongRows: Int
  /// Lines between rows that were skipped because they begin with `#`.
  public let comments: Int
  private let text: [UInt8]
  private let ends: [UInt32]
  /// The places in `ends` where rows end.
  private let rowEnds: [UInt32]
  private let lines: [UInt32]
  private let first: Int

  /// The number of rows, a heading not counted.
  public var count: Int { rowEnds.count - first }

  /// The line in the file that a row begins on, from 1.
  public func line(ofRow row: Int) -> Int {
    Int(lines[row + first])
  }

  /// How many cells a row really has.
  public func cellCount(ofRow row: Int) -> Int {
    let place = row + first
    return Int(rowEnds[place]) - (place == 0 ? 0 : Int(rowEnds[place - 1]))
  }

  /// A cell's text, its line ends LF; empty where the row is shorter.
  public subscript(row: Int, column: Int) -> String {
    guard column < cellCount(ofRow: row) else { return "" }
    return Self.cell(row + first, column, text, ends, rowEnds)
  }

  public func isEmpty(row: Int, column: Int) -> Bool {
    guard column < cellCount(ofRow: row) else { return true }
    let place = row + first
    let cell = (place == 0 ? 0 : Int(rowEnds[place - 1])) + column
    return ends[cell] == (cell == 0 ? 0 : ends[cell - 1])
  }

  /// The cells of a row, as many as there are columns.
  public func cells(ofRow row: Int) -> [String] {
    (0..<columnCount).map { self[row, $0] }
  }

  private static func cell(
    _ place: Int, _ column: Int, _ text: [UInt8], _ ends: [UInt32], _ rowEnds: [UInt32]
  ) -> String {
    let cell = (place == 0 ? 0 : Int(rowEnds[place - 1])) + column
    let start = cell == 0 ? 0 : Int(ends[cell - 1])
    return String(decoding: text[start..<Int(ends[cell])], as: UTF8.self)
  }

  // MARK: Reading

  /// Reads the bytes of a file; `path` is for messages.
  ///
  /// What `choice` leaves open is told by the text itself.
  public init(
    reading bytes: [UInt8], path: String, choice: TextFormatChoice = TextFormatChoice(),
    limits: TextLimits = TextLimits()
  ) throws(TextFileError) {
    guard bytes.count <= limits.bytes else {
      throw TextFileError.tooLarge(path: path, limit: limits.bytes)
    }
    let found = TextEncoding.found(in: bytes)
    let encoding = choice.encoding ?? found.encoding
    let decoded = encoding.decoded(bytes)
    try Self.checkIsText(decoded, path)
    let top = TextDirectives.read(decoded)
    let sample = Self.sample(decoded, from: top.position)
    var doubts: [TextFormat.Doubt] = []
    if choice.encoding == nil, found.isGuess { doubts.append(.encoding) }
    let separator: TextSeparator
    if let told = choice.separator ?? top.directives.separator {
      separator = told
    } else if top.isKnown {
      separator = SeparatorGuess.ofAnki(decoded[top.position...])
    } else {
      let guess = SeparatorGuess(sample)
      separator = guess.separator
      if guess.isDoubtful { doubts.append(.separator) }
    }
    var format = TextFormat(encoding: encoding, separator: separator)
    format.directives = top.directives
    format.lineEnd = Self.lineEnd(decoded)
    let start = RowScanner(
      separator: separator.rawValue, hasQuotes: choice.hasQuotes ?? true, position: top.position,
      line: top.line)
    var rows = try Rows(start, decoded, path, limits)
    if let line = rows.openQuote, choice.hasQuotes == nil {
      doubts.append(.openQuote(line: line))
      rows = try Rows(
        RowScanner(
          separator: separator.rawValue, hasQuotes: false, position: top.position, line: top.line),
        decoded, path, limits)
      format.hasQuotes = false
    } else {
      format.hasQuotes = choice.hasQuotes ?? true
    }
    guard !rows.lines.isEmpty else { throw TextFileError.noRows(path: path) }
    format.isHTML = choice.isHTML ?? top.directives.isHTML ?? MarkupSigns.areIn(sample)
    let head = (0..<rows.cellCount(0)).map {
      Self.cell(0, $0, rows.text, rows.ends, rows.rowEnds)
    }
    // What only looks like columns has no names of columns: `front:back` may be a card.
    let isProse = separator == .colon || separator == .space
    let isHeading =
      !top.isKnown && rows.lines.count > 1 && ColumnNames.isHeading(head)
      && (choice.separator != nil || !isProse)
    format.hasHeading = choice.hasHeading ?? isHeading
    if choice.hasHeading == nil, isHeading { doubts.append(.heading) }
    format.doubts = doubts
    self.path = path
    self.format = format
    names = top.directives.columns ?? (format.hasHeading ? head : nil)
    let width = top.isKnown ? top.directives.columns?.count ?? head.count : rows.longest
    columnCount = min(width, 1000)
    let columns = columnCount
    overlongRows = rows.lines.indices.count { rows.cellCount($0) > columns }
    comments = rows.comments
    text = rows.text
    ends = rows.ends
    rowEnds = rows.rowEnds
    lines = rows.lines
    first = format.hasHeading ? 1 : 0
  }

  /// Up to 64 KiB from where the rows begin, whole lines.
  private static func sample(_ bytes: [UInt8], from position: Int) -> ArraySlice<UInt8> {
    let sample = bytes[position...].prefix(1 << 16)
    guard sample.endIndex < bytes.count,
      let end = sample.lastIndex(where: { $0 == 10 || $0 == 13 })
    else { return sample }
    return sample[...end]
  }

  private static func lineEnd(_ bytes: [UInt8]) -> TextFormat.LineEnd {
    guard let place = bytes.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return .lf }
    if bytes[place] == 10 { return .lf }
    return place + 1 < bytes.count && bytes[place + 1] == 10 ? .crlf : .cr
  }

  /// NULs, or more than one other control character in a hundred bytes, are no text.
  private static func checkIsText(_ bytes: [UInt8], _ path: String) throws(TextFileError) {
    var controls = 0
    var line = 1
    for byte in bytes {
      if byte == 10 { line += 1 }
      if byte == 0 { throw TextFileError.binary(path: path, line: line) }
      if byte < 32, byte != 9, byte != 10, byte != 13, byte != 12 { controls += 1 }
    }
    if controls > max(8, bytes.count / 100) { throw TextFileError.binary(path: path, line: 1) }
  }

  private struct Rows {
    var text: [UInt8] = []
    var ends: [UInt32] = []
    var rowEnds: [UInt32] = []
    var lines: [UInt32] = []
    var longest = 0
    var comments = 0
    var openQuote: Int?

    init(
      _ start: RowScanner, _ bytes: [UInt8], _ path: String, _ limits: TextLimits
    ) throws(TextFileError) {
      var scanner = start
      text.reserveCapacity(bytes.count)
      var overflow: Int?
      bytes.withUnsafeBufferPointer { bytes in
        while let line = scanner.next(in: bytes, text: &text, ends: &ends) {
          longest = max(longest, ends.count - Int(rowEnds.last ?? 0))
          rowEnds.append(UInt32(truncatingIfNeeded: ends.count))
          lines.append(UInt32(truncatingIfNeeded: line))
          if ends.count > limits.cells {
            overflow = line
            return
          }
        }
      }
      if let overflow {
        throw TextFileError.tooManyCells(path: path, line: overflow, limit: limits.cells)
      }
      comments = scanner.comments
      openQuote = scanner.openQuote
    }

    func cellCount(_ row: Int) -> Int {
      Int(rowEnds[row]) - (row == 0 ? 0 : Int(rowEnds[row - 1]))
    }
  }
}

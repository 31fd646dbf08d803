/// Several lines of text under edit, with the usual readline commands, wrapped to a width.
///
/// What stands on a row is measured by whoever draws it; until it is, a text is one row a line.
public struct TextArea: Hashable, Sendable {
  public private(set) var text: String
  /// Characters before the cursor.
  public private(set) var cursor: Int
  /// The rows of the text, at least one.
  public private(set) var rows: [Row]
  /// The first row in the window.
  public private(set) var top = 0
  private var characters: [Character]
  private var windowHeight = 1
  private var columns = Int.max
  /// The column that the cursor keeps to on its way through shorter rows.
  private var wantedColumn: Int?
  /// What was deleted last, for Ctrl-Y.
  private var killed = ""

  /// Characters that stand on one row, without the line end.
  public struct Row: Hashable, Sendable {
    public var characters: Range<Int>
    /// Of each character, in columns.
    var widths: [UInt8]
    /// A line of the text ends here.
    public var isLast: Bool
  }

  public init(_ text: String = "") {
    self.text = text
    characters = Array(text)
    cursor = characters.count
    rows = []
    wrap { _ in 1 }
  }

  /// What a key does to a text.
  public enum Edit: Hashable, Sendable {
    case insert(String)
    case deleteBack, deleteForward, deleteWordBack, deleteWordForward, deleteToStart, deleteToEnd
    case left, right, wordLeft, wordRight, start, end
    case up, down, pageUp, pageDown, top, bottom
    /// Puts back what was deleted last.
    case yank
  }

  // MARK: Editing

  public mutating func apply(_ edit: Edit) {
    if let movement = edit.rowStep(page: max(1, windowHeight - 1)) { return moveRows(by: movement) }
    wantedColumn = nil
    switch edit {
    case .insert(let inserted): replace(cursor..<cursor, with: Self.cleaned(inserted))
    case .deleteBack: replace(max(0, cursor - 1)..<cursor, with: "")
    case .deleteForward: replace(cursor..<min(cursor + 1, characters.count), with: "")
    case .deleteWordBack: kill(wordStart..<cursor)
    case .deleteWordForward: kill(cursor..<wordEnd)
    case .deleteToStart:
      kill(lineStart == cursor ? max(0, cursor - 1)..<cursor : lineStart..<cursor)
    case .deleteToEnd:
      kill(cursor..<(lineEnd == cursor ? min(cursor + 1, characters.count) : lineEnd))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .start: cursor = lineStart
    case .end: cursor = lineEnd
    case .top: cursor = 0
    case .bottom: cursor = characters.count
    case .yank: replace(cursor..<cursor, with: killed)
    case .up, .down, .pageUp, .pageDown: break
    }
    reveal()
  }

  /// Puts another text in, with the cursor behind so many of its characters.
  public mutating func replaceAll(with text: String, cursor: Int) {
    characters = Array(text)
    self.text = text
    self.cursor = min(max(0, cursor), characters.count)
    wantedColumn = nil
    rewrap()
  }

  /// Line ends of other systems as ours, without signs that a terminal would act on.
  private static func cleaned(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return String(
      String.UnicodeScalarView(
        lines.unicodeScalars.filter {
          $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t"
        }))
  }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = String(characters[range])
    replace(range, with: "")
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let head = String(characters[..<range.lowerBound]) + new
    text = head + String(characters[range.upperBound...])
    characters = Array(text)
    // A mark joins the character before it, so the text may hold fewer than were given.
    cursor = min(head.count, characters.count)
    rewrap()
  }

  // MARK: Places

  private var lineStart: Int {
    var place = cursor
    while place > 0, !characters[place - 1].isNewline { place -= 1 }
    return place
  }

  private var lineEnd: Int {
    var place = cursor
    while place < characters.count, !characters[place].isNewline { place += 1 }
    return place
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    while place < characters.count, !characters[place].isWhitespace { place += 1 }
    return place
  }

  /// The row of the cursor, and its column there.
  public var place: (row: Int, column: Int) {
    let row =
      rows.lastIndex { $0.characters.lowerBound <= cursor } ?? 0
    let before = cursor - rows[row].characters.lowerBound
    return (row, rows[row].widths.prefix(before).reduce(0) { $0 + Int($1) })
  }

  private mutating func moveRows(by step: Int) {
    let place = place
    let column = wantedColumn ?? place.column
    let target = place.row + step
    if target < 0 {
      cursor = 0
    } else if target >= rows.count {
      cursor = characters.count
    } else {
      let row = rows[target]
      var (x, count) = (0, 0)
      for width in row.widths where x + Int(width) <= column {
        (x, count) = (x + Int(width), count + 1)
      }
      // The end of a row that goes on below is the beginning of the next.
      if !row.isLast, count == row.widths.count { count = max(0, count - 1) }
      cursor = row.characters.lowerBound + count
    }
    wantedColumn = column
    reveal()
  }

  // MARK: The window

  /// Wraps the text to so many columns and takes the rows that are seen.
  ///
  /// One column stays free for the cursor.
  public mutating func fit(columns: Int, rows height: Int, width: (Character) -> Int) {
    self.columns = max(2, columns)
    windowHeight = max(1, height)
    wrap(width)
    reveal()
  }

  private mutating func reveal() {
    let row = place.row
    top = min(max(top, row - windowHeight + 1), row)
    top = max(0, min(top, rows.count - windowHeight))
  }

  /// What was measured still holds for all characters that were there.
  private mutating func rewrap() {
    var known: [Character: UInt8] = [:]
    for row in rows {
      for (place, width) in zip(row.characters, row.widths) where place < characters.count {
        known[characters[place]] = known[characters[place]] ?? width
      }
    }
    wrap { Int(known[$0] ?? 1) }
    reveal()
  }

  private mutating func wrap(_ width: (Character) -> Int) {
    rows = []
    var start = 0
    var widths: [UInt8] = []
    var total = 0
    /// Behind the last blank of the row.
    var breakAt: Int?
    func columnsOf(_ range: Range<Int>) -> [UInt8] { Array(widths[range]) }
    for place in characters.indices {
      let character = characters[place]
      if character.isNewline {
        rows.append(Row(characters: start..<place, widths: widths, isLast: true))
        (start, widths, total, breakAt) = (place + 1, [], 0, nil)
        continue
      }
      let columns = max(0, min(width(character), 8))
      if total + columns > self.columns - 1, !widths.isEmpty {
        let cut = breakAt ?? place
        let kept = cut - start
        rows.append(
          Row(characters: start..<cut, widths: columnsOf(0..<kept), isLast: false))
        widths = columnsOf(kept..<widths.count)
        total = widths.reduce(0) { $0 + Int($1) }
        (start, breakAt) = (cut, nil)
      }
      widths.append(UInt8(columns))
      total += columns
      if character.isWhitespace { breakAt = place + 1 }
    }
    rows.append(Row(characters: start..<characters.count, widths: widths, isLast: true))
  }

  /// The text of a row.
  public func text(ofRow row: Int) -> String { String(characters[rows[row].characters]) }
}

extension TextArea.Edit {
  /// Rows down, or up where it is negative; nil for what moves no rows.
  fileprivate func rowStep(page: Int) -> Int? {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    default: nil
    }
  }
}

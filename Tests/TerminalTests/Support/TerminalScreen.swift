import TerminalUI

/// A screen that understands what the driver may send, and notes everything else.
///
/// The grammar is that of ncurses on xterm-256color and of the driver's own modes: cursor, erase,
/// scroll, repeat, insert and delete, colours, the alternate screen, bracketed paste, focus reports. Commands
/// to the terminal (OSC, DCS), questions, other modes and other controls are violations, as are bytes
/// that are no UTF-8, characters without a width of their own, and places outside the screen.
struct TerminalScreen {
  let size: Size
  private(set) var violations: [String] = []
  /// Modes that are on now: "?1049", "?25" and so on.
  private(set) var modes: Set<String> = ["?25", "?7"]
  private(set) var counts: [String: Int] = [:]
  private var cells: [[Cell]]
  private(set) var x = 0
  private(set) var y = 0
  private var saved = (x: 0, y: 0)
  /// The rows that scroll.
  private var region: Range<Int>
  /// What has come of a sequence or character that is not all here.
  private var rest: [UInt8] = []
  private var last: Cell?

  struct Cell: Equatable {
    var text = " "
    var width = 1
  }

  init(size: Size) {
    self.size = size
    region = 0..<size.height
    cells = Array(repeating: Array(repeating: Cell(), count: size.width), count: size.height)
  }

  /// The rows, blanks at their ends removed.
  var rows: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  var text: String { rows.joined(separator: "\n") }

  /// Notes a sequence that was begun and never ended.
  mutating func finish() {
    if !rest.isEmpty { violation("the output ends within", rest) }
    rest = []
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    var place = 0
    while place < rest.count, let length = element(at: place) { place += length }
    rest.removeFirst(place)
  }

  private mutating func violation(_ what: String, _ bytes: some Sequence<UInt8>) {
    guard violations.count < 20 else { return }
    let text = String(decoding: Array(bytes), as: UTF8.self)
    violations.append("\(what): \(text.debugDescription) at \(x),\(y)")
  }

  // MARK: Grammar

  /// Takes one control, sequence or character; its length, or nil when it is not all here.
  private mutating func element(at place: Int) -> Int? {
    switch rest[place] {
    case 0x1B: return escape(at: place)
    case 0x0D: x = 0
    case 0x0A: lineFeed()
    case 0x08: x = max(0, min(x, size.width - 1) - 1)
    case 0x00..<0x20, 0x7F: violation("a control", [rest[place]])
    case 0x20..<0x7F: put(Unicode.Scalar(rest[place]))
    default: return character(at: place)
    }
    return 1
  }

  private mutating func character(at place: Int) -> Int? {
    let length = [0xC2...0xDF: 2, 0xE0...0xEF: 3, 0xF0...0xF4: 4]
      .first { $0.key.contains(Int(rest[place])) }?.value
    guard let length else {
      violation("no UTF-8", [rest[place]])
      return 1
    }
    let bytes = rest[place..<min(place + length, rest.count)]
    if bytes.dropFirst().contains(where: { $0 & 0xC0 != 0x80 }) {
      violation("no UTF-8", bytes)
      return 1
    }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else {
      violation("no UTF-8", bytes)
      return length
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate:
      violation("a scalar that is not portable", bytes)
    default: put(scalar)
    }
    return length
  }

  private mutating func escape(at place: Int) -> Int? {
    guard place + 1 < rest.count else { return nil }
    switch rest[place + 1] {
    case UInt8(ascii: "["): return sequence(at: place)
    case UInt8(ascii: "("):
      guard place + 2 < rest.count else { return nil }
      if rest[place + 2] != UInt8(ascii: "B") {
        violation("a character set", rest[place..<place + 3])
      }
      return 3
    case UInt8(ascii: "="), UInt8(ascii: ">"): return 2
    case UInt8(ascii: "M"):
      if y == region.lowerBound { scroll(region, by: -1) } else { y = max(0, y - 1) }
      return 2
    case UInt8(ascii: "7"):
      saved = (x, y)
      return 2
    case UInt8(ascii: "8"):
      (x, y) = saved
      return 2
    default:
      violation("an escape", rest[place..<place + 2])
      return 2
    }
  }

  /// CSI: digits, semicolons and a leading question mark, then a letter.
  private mutating func sequence(at place: Int) -> Int? {
    var end = place + 2
    let isPrivate = end < rest.count && rest[end] == UInt8(ascii: "?")
    if isPrivate { end += 1 }
    let first = end
    while end < rest.count, rest[end] == UInt8(ascii: ";") || 0x30...0x39 ~= rest[end] { end += 1 }
    guard end < rest.count else { return nil }
    let text = String(decoding: rest[first..<end], as: UTF8.self)
    let numbers = text.isEmpty ? [] : text.split(separator: ";", omittingEmptySubsequences: false)
    let values = numbers.map { Int($0) ?? -1 }
    let letter = String(decoding: [rest[end]], as: UTF8.self)
    let isAllowed = isPrivate ? setModes(values, letter) : control(values, letter)
    if !isAllowed { violation("a sequence", rest[place...end]) }
    return end - place + 1
  }

  private static let switches: Set<Int> = [1, 7, 12, 25, 1004, 1049, 2004]
  /// Mice: other programs may have left them on, so the driver turns them off, and never on.
  private static let offOnly: Set<Int> = [1000, 1002, 1003, 1006]

  private mutating func setModes(_ values: [Int], _ letter: String) -> Bool {
    guard letter == "h" || letter == "l", !values.isEmpty else { return false }
    for value in values {
      guard
        Self.switches.contains(value) || letter == "l" && Self.offOnly.contains(value)
      else { return false }
      counts["?\(value)\(letter)", default: 0] += 1
      if letter == "h" { modes.insert("?\(value)") } else { modes.remove("?\(value)") }
    }
    if values == [1049] { erase(0..<size.height) }
    return true
  }

  private mutating func control(_ values: [Int], _ letter: String) -> Bool {
    let value = values.first ?? 1
    let isStep = values.count <= 1 && 1...max(size.width, size.height) ~= value
    switch letter {
    case "m": return colors(values)
    case "H":
      let (row, column) = values.isEmpty ? (1, 1) : (values[0], values.count > 1 ? values[1] : 1)
      guard values.count <= 2, 1...size.height ~= row, 1...size.width ~= column else {
        return false
      }
      (x, y) = (column - 1, row - 1)
    case "d":
      guard values.count == 1, 1...size.height ~= value else { return false }
      y = value - 1
    case "G":
      guard values.count == 1, 1...size.width ~= value else { return false }
      x = value - 1
    case "A" where isStep && value <= y: y -= value
    case "B" where isStep && y + value < size.height: y += value
    case "C" where isStep && x + value < size.width: x += value
    case "D" where isStep && value <= x: x = min(x, size.width - 1) - value
    case "J" where values.isEmpty || values == [2]: eraseBelow(all: !values.isEmpty)
    case "K" where values.isEmpty: erase(row: y, min(x, size.width)..<size.width)
    case "K" where values == [1]: erase(row: y, 0..<min(x + 1, size.width))
    case "X" where isStep && x + value <= size.width: erase(row: y, x..<x + value)
    case "P" where isStep && x + value <= size.width:
      cells[y].removeSubrange(x..<x + value)
      cells[y] += Array(repeating: Cell(), count: value)
    case "@" where isStep && x + value <= size.width:
      cells[y].insert(contentsOf: Array(repeating: Cell(), count: value), at: x)
      cells[y].removeLast(value)
    case "b" where isStep && last?.width == 1:
      for _ in 0..<value { if let last { place(last) } }
    case "r" where values.count == 2 && 1..<values[1] ~= value && values[1] <= size.height:
      region = value - 1..<values[1]
      (x, y) = (0, 0)
    case "S" where isStep && value <= region.count: scroll(region, by: value)
    case "T" where isStep && value <= region.count: scroll(region, by: -value)
    case "M" where isStep && region ~= y && y + value <= region.upperBound:
      scroll(y..<region.upperBound, by: value)
    case "L" where isStep && region ~= y && y + value <= region.upperBound:
      scroll(y..<region.upperBound, by: -value)
    case "h" where values == [4], "l" where values == [4]: return letter == "l"
    // The window's title is kept and brought back.
    case "t" where values == [22, 0, 0] || values == [23, 0, 0]: break
    default: return false
    }
    return true
  }

  private func colors(_ values: [Int]) -> Bool {
    var rest = values[...]
    while let value = rest.popFirst() {
      switch value {
      case 0...5, 7, 22...25, 27, 30...37, 39...47, 49, 90...97, 100...107: break
      case 38, 48:
        guard rest.popFirst() == 5, let color = rest.popFirst(), 0...255 ~= color else {
          return false
        }
      default: return false
      }
    }
    return true
  }

  // MARK: Cells

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = WidthTable.width(of: scalar)
    if width > 0 {
      place(Cell(text: String(scalar), width: width))
    } else if width == 0, x > 0 {
      var column = min(x, size.width) - 1
      if cells[y][column].width == 0, column > 0 { column -= 1 }
      cells[y][column].text.unicodeScalars.append(scalar)
    } else {
      violation("a scalar without a width", Array(String(scalar).utf8))
    }
  }

  private mutating func place(_ cell: Cell) {
    last = cell
    if x + cell.width > size.width {
      // ncurses goes to the next row by itself, but for lines of plain text after the screens.
      if modes.contains("?1049") { violation("text beyond the edge", Array(cell.text.utf8)) }
      x = 0
      lineFeed()
    }
    erase(row: y, x..<x + cell.width)
    cells[y][x] = cell
    if cell.width == 2 { cells[y][x + 1] = Cell(text: "", width: 0) }
    x += cell.width
  }

  private mutating func lineFeed() {
    if y == region.upperBound - 1 {
      scroll(region, by: 1)
    } else {
      y = min(y + 1, size.height - 1)
    }
  }

  /// Moves rows up, or down where `count` is negative.
  private mutating func scroll(_ rows: Range<Int>, by count: Int) {
    let blank = Array(repeating: Cell(), count: size.width)
    for _ in 0..<abs(count) {
      cells.remove(at: count > 0 ? rows.lowerBound : rows.upperBound - 1)
      cells.insert(blank, at: count > 0 ? rows.upperBound - 1 : rows.lowerBound)
    }
  }

  /// Blanks columns; the other half of a wide glyph goes too.
  private mutating func erase(row: Int, _ columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    var (first, end) = (columns.lowerBound, columns.upperBound)
    if cells[row][first].width == 0, first > 0 { first -= 1 }
    if end < size.width, cells[row][end].width == 0 { end += 1 }
    for column in first..<end { cells[row][column] = Cell() }
  }

  private mutating func erase(_ rows: Range<Int>) {
    for row in rows { erase(row: row, 0..<size.width) }
  }

  private mutating func eraseBelow(all: Bool) {
    if all { return erase(0..<size.height) }
    erase(row: y, min(x, size.width)..<size.width)
    erase(y + 1..<size.height)
  }
}

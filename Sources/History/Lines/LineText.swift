import Glibc

/// The text of fields: escapes, and what bytes a line may hold.
enum LineText {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Appends `text` as a field: backslash, controls and a lone `.` escaped.
  static func escape(_ text: some Collection<UInt8>, into line: inout [UInt8]) {
    if text.count == 1, text.first == UInt8(ascii: ".") {
      line += [UInt8(ascii: "\\"), UInt8(ascii: ".")]
      return
    }
    let isDone: Void? = text.withContiguousStorageIfAvailable { escape($0, into: &line) }
    if isDone == nil { Array(text).withUnsafeBufferPointer { escape($0, into: &line) } }
  }

  /// Copies what needs no escape in runs.
  private static func escape(_ text: UnsafeBufferPointer<UInt8>, into line: inout [UInt8]) {
    var start = 0
    for place in text.indices {
      let byte = text[place]
      guard byte < 32 || byte == 127 || byte == UInt8(ascii: "\\") else { continue }
      line.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
      start = place + 1
      line.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\\"): line.append(byte)
      case 9: line.append(UInt8(ascii: "t"))
      case 10: line.append(UInt8(ascii: "n"))
      case 13: line.append(UInt8(ascii: "r"))
      default:
        line.append(UInt8(ascii: "x"))
        line.append(hexDigits[Int(byte >> 4)])
        line.append(hexDigits[Int(byte & 15)])
      }
    }
    line.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// The text of a field; nil when it holds an escape that is never written.
  static func unescape(_ field: UnsafeRawBufferPointer) -> [UInt8]? {
    if field.count == 2, field[0] == UInt8(ascii: "\\"), field[1] == UInt8(ascii: ".") {
      return [UInt8(ascii: ".")]
    }
    var text: [UInt8] = []
    text.reserveCapacity(field.count)
    var index = 0
    while index < field.count {
      let byte = field[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard index < field.count else { return nil }
      let escaped = field[index]
      index += 1
      switch escaped {
      case UInt8(ascii: "\\"): text.append(escaped)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "x"):
        guard index + 1 < field.count, let high = hexValue(field[index]),
          let low = hexValue(field[index + 1])
        else { return nil }
        index += 2
        let value = high << 4 | low
        let hasShortForm = value == 9 || value == 10 || value == 13
        guard value < 32 || value == 127, !hasShortForm else { return nil }
        text.append(value)
      default: return nil
      }
    }
    return text
  }

  /// True when `unescape` gives a text; allocates nothing.
  static func hasGoodEscapes(_ field: UnsafeRawBufferPointer) -> Bool {
    if field.count == 2, field[0] == UInt8(ascii: "\\"), field[1] == UInt8(ascii: ".") {
      return true
    }
    guard let base = field.baseAddress else { return true }
    var index = 0
    while index < field.count, let found = memchr(base + index, 92, field.count - index) {
      let place = base.distance(to: UnsafeRawPointer(found))
      guard place + 1 < field.count else { return false }
      switch field[place + 1] {
      case UInt8(ascii: "\\"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "r"):
        index = place + 2
      case UInt8(ascii: "x"):
        index = place + 4
        guard index <= field.count,
          unescape(UnsafeRawBufferPointer(rebasing: field[place..<index])) != nil
        else { return false }
      default: return false
      }
    }
    return true
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 97...102: byte - 87
    default: nil
    }
  }

  /// What the bytes of a line are.
  enum Content {
    /// Printable ASCII and tabs.
    case plain
    /// Valid UTF-8 without raw controls except tabs.
    case text
    /// Valid UTF-8 with raw controls.
    case controls
    case invalid
  }

  static func content(of bytes: UnsafeRawBufferPointer) -> Content {
    guard let base = bytes.baseAddress else { return .plain }
    let count = bytes.count
    var index = 0
    // Eight bytes at a time: none has its high bit, none is below 20 or 7f, tabs apart.
    while index + 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let ones: UInt64 = 0x0101_0101_0101_0101
      let highs: UInt64 = 0x8080_8080_8080_8080
      let tabs = word ^ (ones &* 9)
      let notTab = ((tabs & ~highs) &+ (highs &- ones)) | tabs
      let deletes = word ^ (ones &* 127)
      let notDelete = ((deletes & ~highs) &+ (highs &- ones)) | deletes
      let atLeastSpace = (word & ~highs) &+ (ones &* 96)
      if word & highs != 0 || ~notDelete & highs != 0 || ~atLeastSpace & notTab & highs != 0 {
        break
      }
      index += 8
    }
    var hasControls = false
    var isPlain = true
    while index < count {
      let byte = bytes[index]
      if byte < 128 {
        if (byte < 32 && byte != 9) || byte == 127 { hasControls = true }
        index += 1
        continue
      }
      isPlain = false
      let length = sequenceLength(bytes, at: index)
      guard length > 0 else { return .invalid }
      index += length
    }
    return hasControls ? .controls : isPlain ? .plain : .text
  }

  /// Bytes of the well-formed UTF-8 sequence that begins with a byte above 7f; 0 when ill-formed.
  ///
  /// The ranges are those of the Unicode Standard, table 3-7.
  private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    func isTrail(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xbf) -> Bool {
      let place = index + offset
      return place < bytes.count && bytes[place] >= low && bytes[place] <= high
    }
    switch bytes[index] {
    case 0xc2...0xdf: return isTrail(1) ? 2 : 0
    case 0xe0: return isTrail(1, 0xa0) && isTrail(2) ? 3 : 0
    case 0xed: return isTrail(1, 0x80, 0x9f) && isTrail(2) ? 3 : 0
    case 0xe1...0xef: return isTrail(1) && isTrail(2) ? 3 : 0
    case 0xf0: return isTrail(1, 0x90) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xf1...0xf3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xf4: return isTrail(1, 0x80, 0x8f) && isTrail(2) && isTrail(3) ? 4 : 0
    default: return 0
    }
  }

  /// `String` order differs from the order of bytes for texts that normalise alike; this is the
  /// history's "lower".
  static func isLower(_ left: String, than right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

/// A paragraph with `==highlights==`, in pieces.
enum HighlightText {
  /// Nil when there is no highlight; marks in code and formulas are none.
  ///
  /// `==2;;text;;hint==` gives its gap a number; a hint is left out.
  static func pieces(_ text: String) -> [NeighbourNote.Piece]? {
    let bytes = Array(text.utf8)
    var pieces: [NeighbourNote.Piece] = []
    var plain: [UInt8] = []
    var place = 0
    func isMark(_ place: Int) -> Bool {
      place + 1 < bytes.count && bytes[place] == UInt8(ascii: "=")
        && bytes[place + 1] == UInt8(ascii: "=")
    }
    while place < bytes.count {
      if let end = codeOrFormula(bytes, place) {
        plain += bytes[place..<end]
        place = end
        continue
      }
      guard isMark(place),
        let close = (place + 3..<max(place + 3, bytes.count)).first(where: isMark)
      else {
        plain.append(bytes[place])
        place += 1
        continue
      }
      let inner = String(decoding: bytes[place + 2..<close], as: UTF8.self)
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
      pieces.append(gap(inner))
      place = close + 2
    }
    if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
    let hasGap = pieces.contains { if case .gap = $0 { true } else { false } }
    return hasGap ? pieces : nil
  }

  private static func gap(_ inner: String) -> NeighbourNote.Piece {
    var parts: [String] = [""]
    var previous: Character?
    for character in inner {
      if character == ";", previous == ";" {
        parts[parts.count - 1].removeLast()
        parts.append("")
        previous = nil
      } else {
        parts[parts.count - 1].append(character)
        previous = character
      }
    }
    guard parts.count > 1 else { return .gap(inner) }
    if let number = Int(parts[0]), (1...500).contains(number) {
      return .gap(parts[1], group: number)
    }
    return .gap(parts[0])
  }

  /// Behind `` `code` `` or `$formula$` that begins here; nil where none does.
  private static func codeOrFormula(_ bytes: [UInt8], _ place: Int) -> Int? {
    let sign = bytes[place]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "$") else { return nil }
    if place > 0, bytes[place - 1] == sign || bytes[place - 1] == UInt8(ascii: "\\") { return nil }
    let run = bytes[place...].prefix { $0 == sign }.count
    var next = place + run
    while next < bytes.count {
      guard bytes[next] == sign else {
        next += 1
        continue
      }
      let count = bytes[next...].prefix { $0 == sign }.count
      if count == run { return next + count }
      next += count
    }
    return nil
  }
}

import StudyDomain

/// The marks around HTML in UTF-8.
enum HTMLBytes {
  private static let open = Array(String(Character(HTMLMark.open)).utf8)
  private static let close = Array(String(Character(HTMLMark.close)).utf8)
  private static let openHiding = Array(String(Character(HTMLMark.openHiding)).utf8)

  struct Part {
    /// Marks included.
    var range: Range<Int>
    var content: Range<Int>
    var showsHidden: Bool
  }

  static func firstPart(in bytes: ArraySlice<UInt8>) -> Part? {
    var rest = bytes
    while let place = rest.firstIndex(of: open[0]) {
      rest = rest[place...]
      if rest.starts(with: open) || rest.starts(with: openHiding) {
        var index = place + 4
        while index < rest.endIndex, !rest[index...].starts(with: close) { index += 1 }
        guard index < rest.endIndex else { return nil }
        return Part(
          range: place..<(index + 4), content: (place + 4)..<index,
          showsHidden: rest.starts(with: open))
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Without marks that have no partner.
  static func withoutMarks(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(open[0]) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let place = rest.firstIndex(of: open[0]) {
      result += rest[..<place]
      rest = rest[place...]
      if rest.starts(with: open) || rest.starts(with: close) || rest.starts(with: openHiding) {
        rest = rest.dropFirst(4)
      } else {
        result.append(open[0])
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}

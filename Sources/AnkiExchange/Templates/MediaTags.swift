/// Tags that name a file: pictures, sounds, films.
enum MediaTags {
  /// One of them and the name as it is written.
  struct Found {
    var range: Range<Int>
    var name: Range<Int>
  }

  private static let elements: [StaticString] = ["<img", "<audio", "<video", "<object", "<source"]

  /// Each such tag replaced by the name between blanks.
  static func withNames(_ text: TemplateText) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for found in all(in: text) {
      result += text.bytes[start..<found.range.lowerBound]
      result.append(0x20)
      result += text.bytes[found.name]
      result.append(0x20)
      start = found.range.upperBound
    }
    return result + text.bytes[start...]
  }

  /// In the order of the text; linear, as no stretch is searched in vain twice.
  static func all(in text: TemplateText) -> [Found] {
    var found: [Found] = []
    var position = 0
    var vainBefore = 0
    while let place = text.first(UInt8(ascii: "<"), from: position) {
      position = place + 1
      guard let element = elements.first(where: { text.hasIgnoringCase($0, at: place) }) else {
        continue
      }
      let inside = place + element.utf8CodeUnitCount
      guard inside >= vainBefore, inside < text.count,
        !TemplateText.isWordByte(text.bytes[inside]),
        let name = name(in: text, from: inside, &vainBefore)
      else { continue }
      guard let end = text.first(UInt8(ascii: ">"), from: name.upperBound) else { break }
      found.append(Found(range: place..<(end + 1), name: name))
      position = end + 1
    }
    return found
  }

  /// The value of the first `src` or `data` before the tag ends; a `>` in quotes is no end.
  private static func name(
    in text: TemplateText, from start: Int, _ vainBefore: inout Int
  ) -> Range<Int>? {
    var index = start
    while index < text.count, text.bytes[index] != UInt8(ascii: ">") {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let end = text.first(byte, from: index + 1) else { break }
        index = end
      } else if !TemplateText.isWordByte(text.bytes[index - 1]) {
        let isSource = text.hasIgnoringCase("src=", at: index)
        if isSource || text.hasIgnoringCase("data=", at: index),
          let value = value(in: text, from: index + (isSource ? 4 : 5))
        {
          return value
        }
      }
      index += 1
    }
    vainBefore = index
    return nil
  }

  private static func value(in text: TemplateText, from start: Int) -> Range<Int>? {
    guard start < text.count else { return nil }
    let quote = text.bytes[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = text.first(quote, from: start + 1), end > start + 1
    {
      return (start + 1)..<end
    }
    var end = start
    while end < text.count, !TemplateText.isWhite(text.bytes[end]),
      text.bytes[end] != UInt8(ascii: ">")
    {
      end += 1
    }
    return end > start ? start..<end : nil
  }
}

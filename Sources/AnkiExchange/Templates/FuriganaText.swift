/// Readings behind their words: `kanji[kana]`.
enum FuriganaText {
  enum Part {
    case base, reading, both
  }

  /// The text with each word and its reading made one of them, or ruby.
  ///
  /// A word is all up to the blank or `>` before its bracket; one blank before it goes away. A
  /// sound in brackets is no reading. Linear: what was searched in vain is not searched again.
  static func text(_ value: String, _ part: Part) -> String {
    let text = TemplateText(withoutNoBreakSpaces(TemplateText(value)))
    let bytes = text.bytes
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    /// Before this place no bracket closes any more.
    var vainBefore = 0
    while position < bytes.count {
      let start = bytes[position] == 0x20 ? position + 1 : position
      var index = start + 1
      var found: (open: Int, close: Int)?
      while start < bytes.count, !isStop(bytes[start]), index < bytes.count, !isStop(bytes[index]) {
        if bytes[index] == UInt8(ascii: "["), index >= vainBefore {
          if let close = closing(bytes, index, &vainBefore) {
            found = (index, close)
            break
          }
        }
        index += 1
      }
      guard let found else {
        // No word begins in between: it would have the same brackets behind it.
        let isWord = start < bytes.count && !isStop(bytes[start])
        let end = isWord ? max(position + 1, min(index, bytes.count)) : position + 1
        result += bytes[position..<end]
        position = end
        continue
      }
      let reading = bytes[(found.open + 1)..<found.close]
      if reading.starts(with: "sound:".utf8) {
        result += bytes[position...found.close]
      } else {
        append(bytes[start..<found.open], reading, part, to: &result)
      }
      position = found.close + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(
    _ base: ArraySlice<UInt8>, _ reading: ArraySlice<UInt8>, _ part: Part,
    to result: inout [UInt8]
  ) {
    switch part {
    case .base: result += base
    case .reading: result += reading
    case .both:
      result += "<ruby><rb>".utf8
      result += base
      result += "</rb><rt>".utf8
      result += reading
      result += "</rt></ruby>".utf8
    }
  }

  private static func isStop(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: ">")
  }

  /// The bracket that ends a reading of at least one character on the same line.
  private static func closing(_ bytes: [UInt8], _ open: Int, _ vainBefore: inout Int) -> Int? {
    var index = open + 1
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == UInt8(ascii: "]"), index > open + 1 { return index }
      index += 1
    }
    vainBefore = index
    return nil
  }

  private static func withoutNoBreakSpaces(_ text: TemplateText) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    while let place = text.first("&nbsp;", from: position) {
      result += text.bytes[position..<place]
      result.append(0x20)
      position = place + 6
    }
    return result + text.bytes[position...]
  }
}

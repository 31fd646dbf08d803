import StudyDomain

/// Takes tags out of HTML, with simple rules that hold for any text: a field may be broken HTML.
struct HTMLStripper {
  private let text: TemplateText
  private var result: [UInt8] = []
  private var position = 0
  /// Whether a search for the end of something has failed: it would fail again.
  private var isVain = Vain()

  private struct Vain {
    var comment = false
    var style = false
    var script = false
    var tag = false
  }

  private init(_ text: TemplateText) {
    self.text = text
  }

  /// Without comments, scripts, style sheets and tags; a `<` that nothing ends stays.
  static func withoutTags(_ text: TemplateText) -> [UInt8] {
    guard text.bytes.contains(UInt8(ascii: "<")) else { return text.bytes }
    var stripper = HTMLStripper(text)
    stripper.run()
    return stripper.result
  }

  private mutating func run() {
    while let place = text.first(UInt8(ascii: "<"), from: position) {
      result += text.bytes[position..<place]
      position = place
      if let end = comment() ?? element("<style", "</style>", &isVain.style)
        ?? element("<script", "</script>", &isVain.script) ?? tag(from: position + 1)
      {
        position = end
      } else {
        result.append(UInt8(ascii: "<"))
        position += 1
      }
    }
    result += text.bytes[position...]
  }

  private mutating func comment() -> Int? {
    guard text.has("<!--", at: position), !isVain.comment else { return nil }
    if let end = text.first("-->", from: position + 4) { return end + 3 }
    isVain.comment = true
    return nil
  }

  private func element(
    _ opening: StaticString, _ closing: StaticString, _ isVain: inout Bool
  ) -> Int? {
    guard !isVain, text.hasIgnoringCase(opening, at: position) else { return nil }
    let inside = position + opening.utf8CodeUnitCount
    if let start = text.first(UInt8(ascii: ">"), from: inside),
      let end = text.first(closing, from: start + 1, ignoringCase: true)
    {
      return end + closing.utf8CodeUnitCount
    }
    isVain = true
    return nil
  }

  private mutating func tag(from start: Int) -> Int? {
    guard !isVain.tag else { return nil }
    if let end = text.first(UInt8(ascii: ">"), from: start) { return end + 1 }
    isVain.tag = true
    return nil
  }

  // MARK: Entities

  /// With entities decoded, or as it is when any `&` begins none.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "&") else {
        // A no-break space becomes a plain one, however it is written.
        let isNoBreakSpace =
          bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xA0
        result.append(isNoBreakSpace ? 0x20 : bytes[index])
        index += isNoBreakSpace ? 2 : 1
        continue
      }
      guard let (scalar, end) = entity(bytes, index) else { return bytes }
      result += (scalar == "\u{A0}" ? " " : String(scalar)).utf8
      index = end
    }
    return result
  }

  private static func entity(_ bytes: [UInt8], _ start: Int) -> (Unicode.Scalar, end: Int)? {
    var end = start + 1
    while end < bytes.count, end - start <= 32, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
    let name = bytes[(start + 1)..<end]
    guard name.first == UInt8(ascii: "#") else {
      return CharacterNames.scalar(named: name).map { ($0, end + 1) }
    }
    let digits = name.dropFirst()
    let isHex = digits.first == UInt8(ascii: "x")
    let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
    guard text.utf8.first != UInt8(ascii: "+"), let value = UInt32(text, radix: isHex ? 16 : 10)
    else { return nil }
    return Unicode.Scalar(value).map { ($0, end + 1) }
  }
}

/// What stands in brackets on a side: sounds, speech, places to type.
struct SideScan {
  enum Piece {
    case text(Range<Int>)
    case sound(name: Range<Int>)
    case speech(options: Range<Int>, text: Range<Int>)
  }

  private let text: TemplateText
  private(set) var pieces: [Piece] = []
  private var brackets = ClosingBrackets()
  private var hasNoSpeechEnd = false

  init(_ text: TemplateText) {
    self.text = text
    var start = 0
    var position = 0
    while let place = text.first(UInt8(ascii: "["), from: position) {
      position = place
      guard let (piece, end) = piece(at: place) else {
        position += 1
        continue
      }
      if start < place { pieces.append(.text(start..<place)) }
      pieces.append(piece)
      start = end
      position = end
    }
    if start < text.count { pieces.append(.text(start..<text.count)) }
  }

  private mutating func piece(at place: Int) -> (Piece, end: Int)? {
    let isSpeech = text.has("[anki:tts", at: place)
    guard isSpeech ? !hasNoSpeechEnd : text.has("[sound:", at: place) else { return nil }
    guard let end = brackets.first(in: text, from: place) else { return nil }
    guard isSpeech else {
      let name = (place + 7)..<end
      return name.isEmpty ? nil : (.sound(name: name), end + 1)
    }
    let options = place + 9
    guard options < end, TemplateText.isWhite(text.bytes[options]) else { return nil }
    guard let close = text.first("[/anki:tts]", from: end + 1) else {
      hasNoSpeechEnd = true
      return nil
    }
    return (.speech(options: options..<end, text: (end + 1)..<close), close + 11)
  }

  // MARK: Texts

  /// Without sounds and what is spoken.
  static func withoutSounds(_ text: TemplateText) -> [UInt8] {
    SideScan(text).pieces.reduce(into: []) { result, piece in
      if case .text(let range) = piece { result += text.bytes[range] }
    }
  }

  /// Without places to type and, but for their names, sounds; speech stays as it is written.
  static func withoutPlaces(_ text: TemplateText, keepsSoundNames: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    var brackets = ClosingBrackets()
    while let place = text.first(UInt8(ascii: "["), from: position) {
      result += text.bytes[position..<place]
      position = place
      if let spec = typeSpec(text, place) {
        position = spec.upperBound + 2
      } else if text.has("[sound:", at: place),
        let end = brackets.first(in: text, from: place), end > place + 7
      {
        if keepsSoundNames { result += text.bytes[(place + 7)..<end] }
        position = end + 1
      } else {
        result.append(UInt8(ascii: "["))
        position += 1
      }
    }
    return result + text.bytes[position...]
  }

  /// What counts as a break.
  ///
  /// The places that ask do not agree, and what they give is compared.
  enum Breaks {
    /// Line ends, `<div>`, `<br>` with any blanks inside.
    case inLine
    /// Line ends, `<div>`, `</div>`, `<br>` with one blank inside.
    case inTyped
    /// As in typed text, but line ends stay.
    case inSpeech
  }

  /// With a blank for each break.
  static func spaced(_ text: TemplateText, _ breaks: Breaks) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text.bytes[index]
      if byte == 0x0A, breaks != .inSpeech {
        result.append(0x20)
      } else if byte == UInt8(ascii: "<"), let end = breakEnd(text, index, breaks) {
        result.append(0x20)
        index = end
        continue
      } else {
        result.append(byte)
      }
      index += 1
    }
    return result
  }

  private static func breakEnd(_ text: TemplateText, _ place: Int, _ breaks: Breaks) -> Int? {
    if text.hasIgnoringCase("<div>", at: place) { return place + 5 }
    if breaks != .inLine, text.hasIgnoringCase("</div>", at: place) { return place + 6 }
    guard text.hasIgnoringCase("<br", at: place) else { return nil }
    var index = place + 3
    while index < text.count, TemplateText.isWhite(text.bytes[index]),
      breaks == .inLine || index == place + 3
    {
      index += 1
    }
    if index < text.count, text.bytes[index] == UInt8(ascii: "/") { index += 1 }
    return index < text.count && text.bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
  }

  // MARK: Places to type

  /// What stands behind the colon in `[[type:…]]`.
  private static func typeSpec(_ text: TemplateText, _ place: Int) -> Range<Int>? {
    guard text.has("[[type:", at: place) else { return nil }
    var end = place + 7
    while end < min(text.count, place + 300), text.bytes[end] != UInt8(ascii: "]") { end += 1 }
    return end > place + 7 && text.has("]]", at: end) ? (place + 7)..<end : nil
  }

  static func typeSpecs(_ html: String) -> [String] {
    let text = TemplateText(html)
    var specs: [String] = []
    var position = 0
    while let place = text.first("[[type:", from: position) {
      let spec = typeSpec(text, place)
      if let spec { specs.append(text.string(spec)) }
      position = spec?.upperBound ?? place + 1
    }
    return specs
  }
}

/// Finds closing brackets of ever later places; no stretch is searched twice.
private struct ClosingBrackets {
  private var next = -1

  mutating func first(in text: TemplateText, from place: Int) -> Int? {
    if next < place { next = text.first(UInt8(ascii: "]"), from: place) ?? Int.max }
    return next == Int.max ? nil : next
  }
}

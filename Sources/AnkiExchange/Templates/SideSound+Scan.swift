extension SideSound {
  /// What a side plays, in its order.
  static func all(in html: String) -> [SideSound] {
    let text = TemplateText(html)
    return SideScan(text).pieces.compactMap { piece in
      switch piece {
      case .text: nil
      case .sound(let name):
        .file(String(decoding: HTMLStripper.decoded(Array(text.bytes[name])), as: UTF8.self))
      case .speech(let options, let spoken):
        Speech(options: text.string(options), text: TemplateText(Array(text.bytes[spoken])))
          .map(SideSound.speech)
      }
    }
  }
}

extension SideSound.Speech {
  /// Nil without a language.
  fileprivate init?(options: String, text: TemplateText) {
    var values: [String: String] = [:]
    for (key, value) in Self.pairs(options) { values[key] = value }
    guard let language = values["lang"], !language.isEmpty else { return nil }
    let blank = values["cloze_blank"] ?? "blank"
    let stripped = AnkiText.stripped(
      String(decoding: SideScan.spaced(text, .inSpeech), as: UTF8.self))
    self.init(
      text: stripped.replacing("[...]", with: blank), language: language,
      voices: values["voices"].map { voices in
        voices.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      } ?? [],
      speed: values["speed"].flatMap(Double.init) ?? 1)
  }

  /// `key=value` between blanks; a value may stand in quotes.
  private static func pairs(_ options: String) -> [(String, String)] {
    var pairs: [(String, String)] = []
    var rest = Array(options.utf8)[...]
    while let start = rest.firstIndex(where: { !TemplateText.isWhite($0) }) {
      rest = rest[start...]
      let key = rest.prefix { $0 != UInt8(ascii: "=") && !TemplateText.isWhite($0) }
      rest = rest[key.endIndex...].dropFirst()
      var value = rest.prefix { !TemplateText.isWhite($0) }
      if rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      {
        value = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
      } else {
        rest = rest[value.endIndex...]
      }
      pairs.append((String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return pairs
  }
}

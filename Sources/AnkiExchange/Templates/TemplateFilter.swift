/// What a template does with a field before it shows it.
enum TemplateFilter {
  case text, hint, cloze, clozeOnly
  case furigana(FuriganaText.Part)
  /// Shows a place to type in the field's stead.
  case type(mode: String)
  case speech(options: String)

  /// In the order in which they apply; unknown ones do nothing and are left out.
  static func list(_ names: [String]) -> [TemplateFilter] {
    switch names {
    case ["cloze", "type"]: [.type(mode: "cloze:")]
    case ["nc", "type"]: [.type(mode: "nc:")]
    default: names.compactMap { TemplateFilter(name: $0) }
    }
  }

  private init?(name: String) {
    switch name {
    case "text": self = .text
    case "hint": self = .hint
    case "cloze": self = .cloze
    case "cloze-only": self = .clozeOnly
    case "furigana": self = .furigana(.both)
    case "kana": self = .furigana(.reading)
    case "kanji": self = .furigana(.base)
    case "type": self = .type(mode: "")
    case "type-cloze": self = .type(mode: "cloze:")
    case "type-nc": self = .type(mode: "nc:")
    default:
      guard name.utf8.starts(with: "tts ".utf8) else { return nil }
      self = .speech(options: String(name.dropFirst(4)))
    }
  }

  /// `number` is that of the card's deletion.
  func applied(to value: String, of field: String, number: Int, isQuestion: Bool) -> String {
    switch self {
    case .text: AnkiText.stripped(value)
    case .hint: Self.hint(value, of: field)
    case .cloze: ClozeRendering(value, number: number, isQuestion: isQuestion).html()
    case .clozeOnly: ClozeRendering(value, number: number, isQuestion: isQuestion).asked()
    case .furigana(let part): FuriganaText.text(value, part)
    case .type(let mode): "[[type:\(mode)\(field)]]"
    case .speech(let options): "[anki:tts lang=\(options)]\(value)[/anki:tts]"
    }
  }

  /// A link with the field's name, and the value in a block that a click shows.
  private static func hint(_ value: String, of field: String) -> String {
    guard !value.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return value }
    let id = identifier(of: value)
    return """

      <a class=hint href="#"
      onclick="this.style.display='none';
      document.getElementById('\(id)').style.display='block';
      return false;" draggable=false>
      \(field)</a>
      <div id="\(id)" class=hint style="display: none">\(value)</div>

      """
  }

  /// Tells the blocks of a side apart: FNV-1a over the value.
  private static func identifier(of value: String) -> String {
    let hash = value.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return "hint" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

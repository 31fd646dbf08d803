extension Key {
  /// This key, then the key of a Latin keyboard that it stands for on other layouts.
  ///
  /// Key tables outside text fields take the first that they know: full-width and Arabic-Indic
  /// digits are digits, U+3000 is Space, a letter of a Cyrillic, Greek, Hebrew or Arabic layout is
  /// the Latin letter at the same place.
  public var aliases: [Key] {
    switch self {
    case .character(let character):
      Key.latin(character).map { [self, .character($0)] } ?? [self]
    case .control(let character):
      Key.latin(character).map { [self, .control($0)] } ?? [self]
    default: [self]
    }
  }

  private static func latin(_ character: Character) -> Character? {
    if character.isASCII { return nil }
    if let letter = layouts[character] { return letter }
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x3000: return " "
    // Full-width forms of all printable ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init)
    default:
      // Digits of any script: Arabic-Indic, Persian, Devanagari, Bengali, Thai and the like.
      guard scalar.properties.generalCategory == .decimalNumber else { return nil }
      return character.wholeNumberValue.flatMap { String($0).first }
    }
  }

  /// Rows of a layout, key by key beside the Latin ones; earlier layouts win.
  private static let layouts: [Character: Character] = {
    let latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
    let shifted = "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?~"
    var map: [Character: Character] = [:]
    func add(_ layout: String, _ keys: String) {
      // By scalars: the vowel signs of the Arabic layout would join each other.
      for (scalar, key) in zip(layout.unicodeScalars, keys) {
        let foreign = Character(scalar)
        if !foreign.isASCII, map[foreign] == nil { map[foreign] = key }
      }
    }
    // Russian, then what Ukrainian and Belarusian have in other places.
    add("йцукенгшщзхъфывапролджэячсмитьбю.ё", latin)
    add("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,Ё", shifted)
    add("йцукенгшщзхїфівапролджєячсмитьбю.'", latin)
    add("ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,'", shifted)
    add("йцукенгўщзх'фывапролджэячсмітьбю.ё", latin)
    add("ЙЦУКЕНГЎЩЗХ'ФЫВАПРОЛДЖЭЯЧСМІТЬБЮ,Ё", shifted)
    // Greek.
    add(";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./`", latin)
    add(":΅ΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨\"ΖΧΨΩΒΝΜ<>?~", shifted)
    // Hebrew, which has one case.
    add("/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.;", latin)
    // Arabic; its key for B writes two letters, which arrive as one or as lam and alef.
    add("ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزظذ", latin)
    add(
      "\u{64E}\u{64B}\u{64F}\u{64C}ﻹإ‘÷×؛<>\u{650}\u{64D}][ﻷأـ،/:\"~\u{652}}{ﻵآ’,.؟\u{651}", shifted
    )
    // What their other rows have: the numero sign stands on 3, Hebrew's sheqel on 4.
    add("№₪", "#$")
    return map
  }()
}

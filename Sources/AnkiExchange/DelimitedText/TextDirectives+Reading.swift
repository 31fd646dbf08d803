extension TextDirectives {
  /// Reads the lines at the top of a text; also where the rows begin, and on which line.
  ///
  /// Unknown keys are comments. The separator must stand before names of columns.
  static func read(
    _ bytes: [UInt8]
  ) -> (directives: TextDirectives, isKnown: Bool, position: Int, line: Int) {
    var directives = TextDirectives()
    var isKnown = false
    var position = 0
    var line = 1
    while position < bytes.count {
      let end = bytes[position...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
      let text = bytes[position..<end]
      let isTags = line == 1 && text.starts(with: "tags:".utf8)
      guard text.first == UInt8(ascii: "#") || isTags else { break }
      let words = String(decoding: isTags ? text : text.dropFirst(), as: UTF8.self)
      if directives.take(words) { isKnown = true }
      position = min(end + 1, bytes.count)
      if end + 1 < bytes.count, bytes[end] == 13, bytes[end + 1] == 10 { position += 1 }
      line += 1
    }
    return (directives, isKnown, position, line)
  }

  /// Takes `key:value`; returns whether the key is known.
  private mutating func take(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let key = Self.trimmed(text[..<colon]).lowercased()
    let raw = Self.trimmed(text[text.index(after: colon)...])
    let word = Self.firstWord(raw)
    switch key {
    case "separator":
      separator = TextSeparator(named: word) ?? (raw.hasPrefix("\\t") ? .tab : nil)
    case "html": isHTML = Self.truth(word)
    case "tags": tags = Self.tags(unstretched(raw))
    case "columns": columns = names(raw)
    case "notetype": noteType = unstretched(raw)
    case "deck": deck = unstretched(raw)
    case "notetype column": noteTypeColumn = Self.column(word)
    case "deck column": deckColumn = Self.column(word)
    case "tags column": tagsColumn = Self.column(word)
    case "guid column": guidColumn = Self.column(word)
    case "deckle column": notationColumn = Self.column(word)
    case "deckle note type": noteTypes.append(raw)
    case "if matches":
      switch unstretched(raw).lowercased() {
      case "update current": matches = .update
      case "keep current": matches = .keep
      case "keep both": matches = .both
      default: return false
      }
    case "match scope":
      switch unstretched(raw).lowercased() {
      case "notetype": isWithinDeck = false
      case "notetype + deck": isWithinDeck = true
      default: return false
      }
    default: return false
    }
    return true
  }

  private static func truth(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true": true
    case "false": false
    default: nil
    }
  }

  private static func column(_ word: String) -> Int? {
    Int(word).flatMap { (1...10_000).contains($0) ? $0 : nil }
  }

  private func names(_ value: String) -> [String] {
    var scanner = RowScanner(separator: (separator ?? .tab).rawValue, hasQuotes: true)
    var text: [UInt8] = []
    var ends: [UInt32] = []
    // A column named `#` is none: a comment would begin there.
    _ = Array(value.utf8).withUnsafeBufferPointer { scanner.next(in: $0, text: &text, ends: &ends) }
    var names: [String] = []
    var start = 0
    for end in ends {
      names.append(String(decoding: text[start..<Int(end)], as: UTF8.self))
      start = Int(end)
    }
    return names
  }

  /// Without the separators that a spreadsheet adds at the end of each line.
  private func unstretched(_ value: String) -> String {
    guard let separator, separator == .comma || separator == .semicolon else { return value }
    var bytes = Array(value.utf8)
    while bytes.last == separator.rawValue { bytes.removeLast() }
    return Self.trimmed(String(decoding: bytes, as: UTF8.self)[...])
  }

  /// Up to the first sign after the first character that is neither letter nor digit.
  private static func firstWord(_ value: String) -> String {
    guard let first = value.first else { return "" }
    return String(first) + value.dropFirst().prefix { $0.isLetter || $0.isNumber }
  }

  static func tags(_ text: String) -> [String] {
    text.unicodeScalars.split { $0 == " " || $0 == "\u{3000}" || $0 == "\t" || $0 == "\n" }
      .map { String(Substring($0)) }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

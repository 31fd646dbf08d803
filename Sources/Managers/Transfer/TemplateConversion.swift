import AnkiExchange
import DeckFormat

/// Turns a side of a template of Anki, HTML around `{{…}}`, into one of ours, Markdown around it.
///
/// Colours and places are lost; what is asked and shown, and when a card exists, stays.
struct TemplateConversion {
  /// Fields by their name in Anki.
  let fieldNames: [String: String]
  let isCloze: Bool

  func front(_ html: String) -> String {
    converted(html, isFront: true)
  }

  /// The answer below the question, which is shown above it anyway.
  func back(_ html: String) -> String {
    converted(html, isFront: false)
  }

  private func converted(_ html: String, isFront: Bool) -> String {
    var result = ""
    var rest = Self.without(["style", "script"], html)[...]
    while let place = rest.firstIndex(where: { $0 == "<" || $0 == "{" }) {
      result += Self.spaced(rest[..<place])
      rest = rest[place...]
      if rest.hasPrefix("{{"), let end = Self.range(of: "}}", in: rest) {
        let inside = rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound
        result += tag(Self.trimmed(rest[inside]), isFront)
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!--"), let end = Self.range(of: "-->", in: rest) {
        rest = rest[end.upperBound...]
      } else if rest.first == "<", let end = rest.firstIndex(of: ">") {
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        result += Self.picture(inside) ?? Self.breaks(inside)
        rest = rest[rest.index(after: end)...]
      } else {
        result += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    return Self.tidied(result + Self.spaced(rest))
  }

  /// What stands for `{{…}}`.
  private func tag(_ word: String, _ isFront: Bool) -> String {
    if let mark = word.first, ["#", "^", "/"].contains(mark) {
      let name = Self.trimmed(word.dropFirst())
      return "{{\(mark)\(fieldNames[name] ?? name)}}"
    }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(Self.trimmed)
    guard let last = parts.last else { return "" }
    let filters = parts.dropLast()
    guard let name = fieldNames[last] else {
      switch last {
      case "Tags", "Type": return "{{\(last)}}"
      case "FrontSide": return isCloze && !isFront ? "{{FrontSide}}" : ""
      default: return ""
      }
    }
    if filters.contains(where: { $0.hasPrefix("tts ") }) { return "" }
    if isFront, filters.contains("type"), !isCloze { return "{{type:\(name)}}" }
    if isFront, filters.contains("type") || filters.contains("hint") { return "" }
    return isCloze && filters.contains("cloze") ? "{{cloze:\(name)}}" : "{{\(name)}}"
  }

  /// Elements that begin and end on a line of their own.
  private static let blocks: Set<String> = [
    "br", "div", "p", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "ul", "ol", "li",
    "section", "header", "footer", "center", "details", "summary", "blockquote",
  ]

  private static func breaks(_ tag: Substring) -> String {
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    return blocks.contains(name) ? "\n\n" : ""
  }

  /// A picture of the template's own, as Markdown; nil for another tag.
  private static func picture(_ tag: Substring) -> String? {
    guard tag.prefix(4).lowercased() == "img ", let start = range(of: "src=", in: tag) else {
      return nil
    }
    let value = tag[start.upperBound...]
    let name =
      if let quote = value.first, quote == "\"" || quote == "'" {
        value.dropFirst().prefix { $0 != quote }
      } else {
        value.prefix { !$0.isWhitespace }
      }
    // What a field gives, or what Markdown cannot hold, is no name.
    guard !name.isEmpty, !name.contains(where: { "<>{}\n".contains($0) }) else { return nil }
    return "![](<\(name.replacing("&amp;", with: "&"))>)"
  }

  private static func without(_ elements: [String], _ html: String) -> String {
    var result = html
    for element in elements {
      while let start = range(of: "<\(element)", in: result[...]),
        let end = range(of: "</\(element)>", in: result[start.upperBound...])
      {
        result.removeSubrange(start.lowerBound..<end.upperBound)
      }
    }
    return result
  }

  private static func range(of word: String, in text: Substring) -> Range<Substring.Index>? {
    var rest = text
    while let place = rest.firstIndex(where: { $0 == word.first }) {
      rest = rest[place...]
      if rest.hasPrefix(word) { return place..<rest.index(place, offsetBy: word.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// White space of HTML, line ends included, is one blank.
  private static func spaced(_ text: Substring) -> String {
    var result = ""
    for character in text {
      if character.isWhitespace {
        if result.last != " " { result.append(" ") }
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Lines without outer blanks, never more than one empty line.
  private static func tidied(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { trimmed($0) }.filter { !$0.isEmpty }
    return lines.joined(separator: "\n\n")
  }
}

extension NoteType {
  /// Our type for one of Anki's; `fields` are its names of fields as ours can be written.
  ///
  /// A front that shows no field makes no card, here as there; where there are cards of it, which
  /// `hasCards` tells of a template's place, it shows the first field.
  init(_ type: AnkiNoteType, fields: [String], hasCards: (Int) -> Bool = { _ in true }) {
    let names = Dictionary(
      zip(type.fields.map(\.name), fields), uniquingKeysWith: { first, _ in first })
    let conversion = TemplateConversion(fieldNames: names, isCloze: type.kind == .cloze)
    var taken: Set<String> = []
    self.init(
      fields: fields,
      templates: type.templates.enumerated().map { index, template in
        var name = SafeText.line(template.name, limit: 100)
        if name.isEmpty || !taken.insert(name).inserted { name = "Card \(index + 1)" }
        taken.insert(name)
        var front = conversion.front(template.question)
        if !front.contains("{{"), let first = fields.first, hasCards(index) {
          front = "{{\(first)}}"
        }
        return Template(name: name, front: front, back: conversion.back(template.answer))
      })
  }
}

/// Names that fit on a line of a deck.
enum SafeText {
  /// On one line, without controls, cut at `limit` characters.
  static func line(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar)
    }
    return Flattened.trimmed(String(String(result).prefix(limit)))
  }

  /// The names of fields as `- Name:` can hold them, each once.
  static func fieldNames(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      var safe = line(name, limit: 50)
      safe = String(safe.map { $0 == ":" || $0 == "{" || $0 == "}" ? "-" : $0 })
      if safe.hasSuffix("(html)") { safe += "-" }
      if safe.isEmpty { safe = "Field \(index + 1)" }
      var unique = safe
      var number = 2
      while !taken.insert(unique).inserted {
        unique = "\(safe) \(number)"
        number += 1
      }
      return unique
    }
  }
}

/// A text without blanks and line ends at its ends.
enum Flattened {
  static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last, !isBlank(first), !isBlank(last) {
      return text
    }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return first == 0 && last == bytes.count - 1
      ? text : String(decoding: bytes[first...last], as: UTF8.self)
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }
}

/// Fills the sides of a template with the fields of a note.
struct TemplateRenderer {
  private let card: TemplateCard
  private var values: [String: String] = [:]
  /// Names of fields that are not empty, and the `c1` of the card.
  private var filled: Set<String> = []
  private var isQuestion = true
  /// The question, when the answer is made.
  private var front = ""
  private var output: [UInt8] = []
  /// Values by the tag that made them: a template may name a field any number of times.
  private var made: [TemplateTree.Replacement: [UInt8]] = [:]
  /// Bytes that filters may still read, so that no template costs the square of its length.
  private var remainingWork = TemplateRenderer.workLimit

  private static let outputLimit = 16 << 20
  private static let workLimit = 16 << 20

  init(_ card: TemplateCard) {
    self.card = card
    let special = [
      ("Tags", card.tags.joined(separator: " ")), ("Type", card.noteType), ("Deck", card.deck),
      ("Subdeck", Self.lastPart(of: card.deck)), ("Card", card.templateName),
      ("CardFlag", "flag\(card.flag & 7)"), ("CardID", String(card.cardID)),
    ]
    for (name, value) in special {
      values[name] = value
      if name != "Tags" || !card.tags.isEmpty { filled.insert(name) }
    }
    filled.insert("c\(card.ordinal + 1)")
    for field in card.fields {
      values[field.name] = field.value
      if AnkiText.isEmpty(field.value) {
        filled.remove(field.name)
      } else {
        filled.insert(field.name)
      }
    }
  }

  private static func lastPart(of deck: String) -> String {
    let text = TemplateText(deck)
    var start = 0
    while let place = text.first("::", from: start) { start = place + 2 }
    return text.string(start..<text.count)
  }

  // MARK: Sides

  mutating func question(_ tree: TemplateTree) throws(TemplateError) -> String {
    isQuestion = true
    return try side(tree)
  }

  mutating func answer(_ tree: TemplateTree, front: String) throws(TemplateError) -> String {
    isQuestion = false
    self.front = front
    return try side(tree)
  }

  private mutating func side(_ tree: TemplateTree) throws(TemplateError) -> String {
    output = []
    made = [:]
    try render(tree.nodes, tree.text, isShown: true)
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether something of the note would show.
  func hasContent(_ tree: TemplateTree) -> Bool {
    hasContent(tree.nodes)
  }

  private func hasContent(_ nodes: [TemplateTree.Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .text: false
      case .replacement(let tag): filled.contains(tag.name)
      case .section(let name, let isInverted, let nodes):
        filled.contains(name) != isInverted && hasContent(nodes)
      }
    }
  }

  /// Goes through hidden sections as well: an error in them is an error.
  private mutating func render(
    _ nodes: [TemplateTree.Node], _ text: TemplateText, isShown: Bool
  ) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text(let range): if isShown { append(text.bytes[range]) }
      case .replacement(let tag):
        let value = try value(of: tag)
        if isShown { append(value[...]) }
      case .section(let name, let isInverted, let nodes):
        guard values[name] != nil || Self.isClozeName(name) else {
          throw .unknownField(name, tag: (isInverted ? "^" : "#") + name)
        }
        try render(nodes, text, isShown: isShown && filled.contains(name) != isInverted)
      }
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = Self.outputLimit - output.count
    if bytes.count <= room {
      output += bytes
    } else if room > 0 {
      var end = bytes.startIndex + room
      while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      output += bytes[..<end]
    }
  }

  /// `c` and a number.
  private static func isClozeName(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "c")
      && name.utf8.dropFirst().allSatisfy(TemplateText.isDigit)
      && UInt32(name.utf8.dropFirst().reduce(into: "") { $0 += String(UnicodeScalar($1)) }) != nil
  }

  // MARK: Replacements

  private mutating func value(
    of tag: TemplateTree.Replacement
  ) throws(TemplateError) -> [UInt8] {
    if let known = made[tag] { return known }
    // The front has been through the filters of its own side; others do not count.
    if tag.name == "FrontSide" { return Array(front.utf8) }
    var value: String
    if let field = values[tag.name] {
      value = field
    } else if tag.name.isEmpty, !tag.filters.isEmpty {
      value = ""
    } else {
      throw .unknownField(tag.name, tag: tag.tag)
    }
    for filter in TemplateFilter.list(tag.filters) {
      remainingWork -= value.utf8.count
      guard remainingWork > 0 else { return [] }
      value = filter.applied(
        to: value, of: tag.name, number: card.ordinal + 1, isQuestion: isQuestion)
    }
    let bytes = Array(value.utf8)
    made[tag] = bytes
    return bytes
  }
}

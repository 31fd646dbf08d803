/// A template of a note type, split into its parts.
struct CompiledTemplate: Sendable {
  /// A part; those inside a section follow it.
  struct Part: Sendable {
    enum Kind: UInt8 { case text, field, cloze, section, inverted }

    var kind: Kind
    /// In `texts` for a text, else in `names`.
    var index: Int
    /// After the parts inside a section.
    var end: Int
  }

  private(set) var parts: [Part] = []
  private(set) var texts: [String] = []
  /// The fields that are named, each once.
  private(set) var names: [String] = []

  /// The field that is typed in: the last `type:` of a front.
  private(set) var typedField: String?
  private let isFront: Bool

  /// Sections deeper than this are text.
  private static let depthLimit = 16

  /// On a front `{{type:Field}}` shows nothing: the field is asked for.
  init(_ template: String, isFront: Bool = false) {
    self.isFront = isFront
    var pieces = Self.split(Array(template.utf8))[...]
    parse(&pieces, until: nil, depth: 0)
  }

  private enum Piece {
    case text([UInt8])
    case tag([UInt8])
  }

  /// Cuts at `{{` and `}}`.
  private static func split(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position...].starts(with: "{{".utf8),
        let end = close(bytes, from: position + 2)
      {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = []
        pieces.append(.tag(Array(bytes[(position + 2)..<end])))
        position = end + 2
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  /// The `}}` of a tag; a tag does not go past its line.
  private static func close(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + 1 < bytes.count, bytes[position] != ASCII.lf {
      if bytes[position] == UInt8(ascii: "}"), bytes[position + 1] == UInt8(ascii: "}") {
        return position
      }
      position += 1
    }
    return nil
  }

  private mutating func parse(
    _ pieces: inout ArraySlice<Piece>, until name: String?, depth: Int
  ) {
    while let piece = pieces.popFirst() {
      switch piece {
      case .text(let text):
        parts.append(Part(kind: .text, index: texts.count, end: 0))
        texts.append(String(decoding: text, as: UTF8.self))
      case .tag(let tag):
        let word = Self.trimmed(tag)
        switch word.utf8.first {
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
          let section = Self.trimmed(Array(word.utf8.dropFirst()))
          guard depth < Self.depthLimit else { continue }
          let isInverted = word.utf8.first == UInt8(ascii: "^")
          let place = parts.count
          parts.append(
            Part(kind: isInverted ? .inverted : .section, index: index(of: section), end: 0))
          parse(&pieces, until: section, depth: depth + 1)
          parts[place].end = parts.count
        case UInt8(ascii: "/"):
          if Self.trimmed(Array(word.utf8.dropFirst())) == name { return }
        default: addField(word)
        }
      }
    }
  }

  /// `Field`, or `filter:Field`: only `cloze` and `type` among the filters have a meaning here.
  private mutating func addField(_ word: String) {
    let bytes = Array(word.utf8)
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else {
      parts.append(Part(kind: .field, index: index(of: word), end: 0))
      return
    }
    let filters = bytes[..<colon].split(separator: UInt8(ascii: ":"))
    let isCloze = filters.contains { $0.elementsEqual("cloze".utf8) }
    let name = Self.trimmed(Array(bytes[(colon + 1)...]))
    let isTyped = isFront && filters.contains { $0.elementsEqual("type".utf8) }
    if isTyped { typedField = name }
    // A gap that is typed is shown once.
    if isTyped, !isCloze || parts.contains(where: { $0.kind == .cloze }) { return }
    parts.append(Part(kind: isCloze ? .cloze : .field, index: index(of: name), end: 0))
  }

  private mutating func index(of name: String) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    names.append(name)
    return names.count - 1
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: $0[$0.trimmingBlanks(0..<$0.count)], as: UTF8.self)
    }
  }

  /// The field that holds the deletions, when the template asks for them.
  var clozeField: String? {
    parts.first { $0.kind == .cloze }.map { names[$0.index] }
  }

  /// Goes through the parts that are shown, texts and fields; `isFilled` decides about sections.
  ///
  /// Ends early when `body` returns false.
  @inline(__always)
  func forEach(_ isFilled: (Int) -> Bool, _ body: (Part) -> Bool) {
    var place = 0
    while place < parts.count {
      let part = parts[place]
      place += 1
      switch part.kind {
      case .section: if !isFilled(part.index) { place = part.end }
      case .inverted: if isFilled(part.index) { place = part.end }
      case .text, .field, .cloze: if !body(part) { return }
      }
    }
  }

  /// True when a field that is not empty would be shown: without one there is no card.
  ///
  /// `isFilled` is asked by the indices of names.
  @inline(__always)
  func hasContent(at isFilled: (Int) -> Bool) -> Bool {
    var hasContent = false
    forEach(isFilled) { part in
      hasContent = part.kind != .text && isFilled(part.index)
      return !hasContent
    }
    return hasContent
  }

  func hasContent(_ isFilled: (String) -> Bool) -> Bool {
    hasContent(at: { isFilled(names[$0]) })
  }

  /// The names of the fields that are shown.
  func shownFields(_ isFilled: (String) -> Bool) -> [String] {
    var shown: [String] = []
    forEach {
      isFilled(names[$0])
    } _: { part in
      if part.kind != .text, isFilled(names[part.index]) { shown.append(names[part.index]) }
      return true
    }
    return shown
  }

  /// The text with the values of the fields; `isFilled` decides about sections.
  func render(_ isFilled: (String) -> Bool, _ value: (String, _ isCloze: Bool) -> String)
    -> String
  {
    var result = ""
    forEach {
      isFilled(names[$0])
    } _: { part in
      result +=
        part.kind == .text ? texts[part.index] : value(names[part.index], part.kind == .cloze)
      return true
    }
    return result
  }
}

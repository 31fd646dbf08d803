/// A template of a note type, split into its parts.
struct CompiledTemplate: Sendable {
  private indirect enum Node {
    case text(String)
    case field(name: String, isCloze: Bool)
    case section(name: String, isInverted: Bool, nodes: [Node])
  }

  private var nodes: [Node] = []

  /// Sections deeper than this are text.
  private static let depthLimit = 16

  init(_ template: String) {
    var parts = Self.split(Array(template.utf8))[...]
    nodes = Self.parse(&parts, until: nil, depth: 0)
  }

  private enum Part {
    case text([UInt8])
    case tag([UInt8])
  }

  /// Cuts at `{{` and `}}`.
  private static func split(_ bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var text: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position...].starts(with: "{{".utf8),
        let end = close(bytes, from: position + 2)
      {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
        parts.append(.tag(Array(bytes[(position + 2)..<end])))
        position = end + 2
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
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

  private static func parse(
    _ parts: inout ArraySlice<Part>, until name: String?, depth: Int
  ) -> [Node] {
    var nodes: [Node] = []
    while let part = parts.popFirst() {
      switch part {
      case .text(let text): nodes.append(.text(String(decoding: text, as: UTF8.self)))
      case .tag(let tag):
        let word = trimmed(tag)
        switch word.utf8.first {
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
          let section = trimmed(Array(word.utf8.dropFirst()))
          if depth < depthLimit {
            nodes.append(
              .section(
                name: section, isInverted: word.utf8.first == UInt8(ascii: "^"),
                nodes: parse(&parts, until: section, depth: depth + 1)))
          }
        case UInt8(ascii: "/"):
          if trimmed(Array(word.utf8.dropFirst())) == name { return nodes }
        default: nodes.append(field(word))
        }
      }
    }
    return nodes
  }

  /// `Field`, or `filter:Field`: only `cloze` among the filters has a meaning here.
  private static func field(_ word: String) -> Node {
    let bytes = Array(word.utf8)
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else {
      return .field(name: word, isCloze: false)
    }
    let filters = bytes[..<colon].split(separator: UInt8(ascii: ":"))
    return .field(
      name: trimmed(Array(bytes[(colon + 1)...])),
      isCloze: filters.contains { $0.elementsEqual("cloze".utf8) })
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: $0[$0.trimmingBlanks(0..<$0.count)], as: UTF8.self)
    }
  }

  /// The field that holds the deletions, when the template asks for them.
  var clozeField: String? {
    Self.clozeField(nodes)
  }

  private static func clozeField(_ nodes: [Node]) -> String? {
    for node in nodes {
      switch node {
      case .field(let name, isCloze: true): return name
      case .section(_, _, let inner):
        if let name = clozeField(inner) { return name }
      default: break
      }
    }
    return nil
  }

  /// True when a field that is not empty would be shown: without one there is no card.
  func hasContent(_ isFilled: (String) -> Bool) -> Bool {
    Self.hasContent(nodes, isFilled)
  }

  private static func hasContent(_ nodes: [Node], _ isFilled: (String) -> Bool) -> Bool {
    nodes.contains { node in
      switch node {
      case .text: false
      case .field(let name, _): isFilled(name)
      case .section(let name, let isInverted, let inner):
        isFilled(name) != isInverted && hasContent(inner, isFilled)
      }
    }
  }

  /// The names of the fields that are shown.
  func shownFields(_ isFilled: (String) -> Bool) -> [String] {
    Self.shownFields(nodes, isFilled)
  }

  private static func shownFields(
    _ nodes: [Node], _ isFilled: (String) -> Bool
  ) -> [String] {
    nodes.flatMap { node -> [String] in
      switch node {
      case .text: []
      case .field(let name, _): isFilled(name) ? [name] : []
      case .section(let name, let isInverted, let inner):
        isFilled(name) != isInverted ? shownFields(inner, isFilled) : []
      }
    }
  }

  /// The text with the values of the fields; `isFilled` decides about sections.
  func render(_ isFilled: (String) -> Bool, _ value: (String, _ isCloze: Bool) -> String)
    -> String
  {
    var result = ""
    Self.render(nodes, isFilled, value, into: &result)
    return result
  }

  private static func render(
    _ nodes: [Node], _ isFilled: (String) -> Bool, _ value: (String, Bool) -> String,
    into result: inout String
  ) {
    for node in nodes {
      switch node {
      case .text(let text): result += text
      case .field(let name, let isCloze): result += value(name, isCloze)
      case .section(let name, let isInverted, let inner):
        if isFilled(name) != isInverted { render(inner, isFilled, value, into: &result) }
      }
    }
  }
}

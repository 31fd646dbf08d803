/// A field with deletions as one of its cards shows it.
struct ClozeRendering {
  private let field: ClozeField
  private let number: Int
  private let isQuestion: Bool
  private var output: [UInt8] = []
  private var hasAsked = false

  init(_ field: String, number: Int, isQuestion: Bool) {
    self.field = ClozeField(field)
    self.number = number
    self.isQuestion = isQuestion
  }

  // MARK: The whole field

  /// Empty when nothing of the field is asked on this card.
  func html() -> String {
    var copy = self
    copy.append(field.nodes)
    guard copy.hasAsked else { return "" }
    return String(decoding: Self.withPlainFormulas(copy.output), as: UTF8.self)
  }

  private mutating func append(_ nodes: [ClozeField.Node]) {
    for node in nodes {
      switch node {
      case .text(let range): output += field.text.bytes[range]
      case .deletion(let deletion): append(deletion)
      }
    }
  }

  private mutating func append(_ deletion: ClozeField.Deletion) {
    let isAsked = deletion.isAsked(on: number)
    if isAsked { hasAsked = true }
    if case .text(let range) = deletion.nodes.first,
      let shape = ImageOcclusion(field.text.string(range))
    {
      output +=
        shape.html(
          numbers: deletion.numbers, isAsked: isAsked, isQuestion: isQuestion
        ).utf8
      return
    }
    output += "<span class=\"cloze\(isAsked ? "" : "-inactive")\" data-ordinal=\"".utf8
    output += deletion.numbers.map(String.init).joined(separator: ",").utf8
    output += "\">".utf8
    if isAsked, isQuestion {
      output.append(UInt8(ascii: "["))
      output += hint(deletion)
      output.append(UInt8(ascii: "]"))
    } else {
      append(deletion.nodes)
    }
    output += "</span>".utf8
  }

  private func hint(_ deletion: ClozeField.Deletion) -> ArraySlice<UInt8> {
    if let hint = deletion.hint { return field.text.bytes[hint] }
    return Array("...".utf8)[...]
  }

  /// Without tags inside `\(` `\)` and `\[` `\]`: a formula is text.
  private static func withPlainFormulas(_ html: [UInt8]) -> [UInt8] {
    let text = TemplateText(html)
    var result: [UInt8] = []
    var position = 0
    var start = 0
    while let open = text.first("\\(", else: "\\[", from: position) {
      guard let close = text.first("\\)", else: "\\]", from: open + 2) else { break }
      result += html[start..<open]
      result += HTMLStripper.withoutTags(TemplateText(Array(html[open..<(close + 2)])))
      position = close + 2
      start = position
    }
    return result + html[start...]
  }

  // MARK: What is asked, alone

  /// The texts of the deletions that are asked, or their hints on the question.
  func asked() -> String {
    texts(hints: isQuestion).joined(separator: ", ")
  }

  /// What is to be typed: the texts, or the one that they all are; HTML.
  static func typed(_ field: String, number: Int) -> String {
    let texts = ClozeRendering(field, number: number, isQuestion: false).texts(hints: false)
    guard let first = texts.first, texts.contains(where: { $0 != first }) else {
      return texts.first ?? ""
    }
    return texts.joined(separator: ", ")
  }

  private func texts(hints: Bool) -> [String] {
    var found: [String] = []
    collect(field.nodes, hints, into: &found)
    return found
  }

  private func collect(_ nodes: [ClozeField.Node], _ hints: Bool, into found: inout [String]) {
    for case .deletion(let deletion) in nodes {
      if deletion.isAsked(on: number) {
        if hints {
          found.append(String(decoding: hint(deletion), as: UTF8.self))
        } else {
          var text: [UInt8] = []
          appendPlain(deletion.nodes, to: &text)
          found.append(String(decoding: text, as: UTF8.self))
        }
      }
      collect(deletion.nodes, hints, into: &found)
    }
  }

  private func appendPlain(_ nodes: [ClozeField.Node], to text: inout [UInt8]) {
    for node in nodes {
      switch node {
      case .text(let range): text += field.text.bytes[range]
      case .deletion(let deletion): appendPlain(deletion.nodes, to: &text)
      }
    }
  }
}

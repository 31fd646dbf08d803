/// What the two sides of a card are made from: its note, its template and its place.
public struct TemplateCard: Hashable, Sendable {
  /// A field of the note; the value is HTML.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var noteType: String
  public var isCloze: Bool
  /// In the order of the note type; of two equal names the last counts.
  public var fields: [Field]
  public var tags: [String]
  /// The full name of the home deck, its parts separated by `::`.
  public var deck: String
  public var templateName: String
  public var question: String
  public var answer: String
  /// The index of the template; of a cloze the number of the deletion less one.
  public var ordinal: Int
  /// 0 to 7.
  public var flag: Int
  public var cardID: Int64

  public init(
    noteType: String, isCloze: Bool = false, fields: [Field], tags: [String] = [],
    deck: String = "Default", templateName: String = "Card 1", question: String, answer: String,
    ordinal: Int = 0, flag: Int = 0, cardID: Int64 = 0
  ) {
    self.noteType = noteType
    self.isCloze = isCloze
    self.fields = fields
    self.tags = tags
    self.deck = deck
    self.templateName = templateName
    self.question = question
    self.answer = answer
    self.ordinal = ordinal
    self.flag = flag
    self.cardID = cardID
  }

  /// Makes both sides.
  ///
  /// The cost is linear in the templates and fields, but for a field that the template names
  /// often, and bounded: a side stops growing at 16 MB.
  public func rendered() -> RenderedCard {
    do {
      let questionTree = try TemplateTree(question)
      let answerTree = try TemplateTree(answer)
      var renderer = TemplateRenderer(self)
      let front = try renderer.question(questionTree)
      let hasQuestion =
        isCloze
        ? fields.contains { ClozeField($0.value).numbers().contains(ordinal + 1) }
        : renderer.hasContent(questionTree)
      guard hasQuestion else { return .emptyQuestion }
      let back = try renderer.answer(answerTree, front: front)
      return .sides(question: side(front), answer: side(back))
    } catch {
      return .broken(error)
    }
  }

  private func side(_ html: String) -> RenderedSide {
    RenderedSide(
      html: html, sounds: SideSound.all(in: html),
      typed: SideScan.typeSpecs(html).map(typedField))
  }

  private func typedField(_ spec: String) -> TypedField {
    let colon = spec.lastIndex(of: ":")
    let name = colon.map { spec[spec.index(after: $0)...] } ?? spec[...]
    let mode = colon.map { spec[..<$0] }
    var source = fields.last { $0.name == name }?.value ?? ""
    if mode == "cloze" { source = ClozeRendering.typed(source, number: ordinal + 1) }
    return TypedField(
      spec: spec, source: source, expected: AnkiText.expected(source),
      ignoresMarks: mode == "nc")
  }
}

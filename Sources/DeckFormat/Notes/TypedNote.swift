import StudyDomain

/// A note of a type: its fields, and the cards that the type's templates make of them.
struct TypedNote {
  let type: String
  let fields: [NoteContent.Field]
  /// Nil where the default one applies.
  private let templates: [NoteType.Template]?
  private var cloze: (field: String, value: [UInt8], deletions: Deletions)?

  /// Its cards ask for deletions.
  var isCloze: Bool { cloze != nil }

  /// One card of the note.
  enum Face {
    /// The first field in front, the others at the back.
    case standard
    /// The template at this index.
    case template(Int)
    /// A deletion in the field that the template at this index asks for.
    case cloze(template: Int, Deletions.Face)
  }

  init(type: String, fields: [NoteContent.Field], types: NoteTypes) {
    self.type = type
    self.fields = fields
    templates = types[type].flatMap { $0.templates.isEmpty ? nil : $0.templates }
    if let name = templates?.first?.compiledFront.clozeField, let value = value(of: name) {
      let bytes = Array(value.utf8)
      let deletions = bytes.withUnsafeBufferPointer { bytes -> Deletions in
        var scanner = NumberedClozeScanner(bytes, 0..<bytes.count)
        return scanner.scan()
      }
      cloze = (name, bytes, deletions)
    }
  }

  func value(of name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// The value as a card shows it.
  private func shown(_ field: NoteContent.Field) -> String {
    field.isHTML && !field.value.isEmpty ? HTMLMark.marked(field.value) : field.value
  }

  /// False for white space, and in HTML for breaks as well, as an editor leaves them.
  func isFilled(_ name: String) -> Bool {
    guard let field = fields.first(where: { $0.name == name }) else { return false }
    var value = field.value
    return field.isHTML
      ? !value.withUTF8(EmptyHTML.holds) : !field.value.utf8.allSatisfy(ASCII.isWhite)
  }

  /// A name that two fields have.
  var repeatedField: String? {
    for (index, field) in fields.enumerated()
    where fields[..<index].contains(where: { $0.name == field.name }) {
      return field.name
    }
    return nil
  }

  /// A template makes a card when a field would show in its front.
  var faces: [Face] {
    guard let templates else { return isFilled(fields[0].name) ? [.standard] : [] }
    if let cloze { return cloze.deletions.faces.map { .cloze(template: 0, $0) } }
    return templates.indices.filter { templates[$0].compiledFront.hasContent(isFilled) }
      .map { .template($0) }
  }

  /// The name of a face's template; empty for the standard one.
  func templateName(of face: Face) -> String {
    switch face {
    case .standard: ""
    case .template(let index), .cloze(let index, _): templates?[index].name ?? ""
    }
  }

  /// The keys of the faces, in their order; the maker has the note's text or its pinned id.
  func keys(maker: KeyMaker, plain: ByteBuffer) -> [CardKey] {
    var clozeKeys = ClozeKeys()
    return faces.map { face in
      guard case .cloze(_, let deletion) = face, let cloze else {
        return maker.key(template: templateName(of: face))
      }
      return cloze.value.withUnsafeBufferPointer {
        let text = ClozeText(bytes: $0, range: 0..<$0.count, deletions: cloze.deletions)
        return clozeKeys.next(deletion, of: text, maker: maker, plain: plain)
      }
    }
  }

  // MARK: What a card shows

  func front(of face: Face, context: Context) -> String {
    switch face {
    case .standard: shown(fields[0])
    case .template(let index):
      templates.map { render($0[index].compiledFront, context, nil, front: nil) } ?? ""
    case .cloze(let index, let deletion):
      templates.map { render($0[index].compiledFront, context, (deletion, .hidden), front: nil) }
        ?? ""
    }
  }

  func back(of face: Face, front: String, context: Context) -> String {
    switch face {
    case .standard:
      fields.dropFirst().filter { isFilled($0.name) }.map { "\($0.name): \(shown($0))" }
        .joined(separator: "\n\n")
    case .template(let index):
      templates.map { render($0[index].compiledBack, context, nil, front: front) } ?? ""
    case .cloze(let index, let deletion):
      templates.map { render($0[index].compiledBack, context, (deletion, .solved), front: front) }
        ?? ""
    }
  }

  /// The texts that a cloze face hides, a line each; nil for other faces.
  func solution(of face: Face) -> String? {
    guard case .cloze(_, let deletion) = face, let cloze else { return nil }
    return cloze.value.withUnsafeBufferPointer {
      let text = ClozeText(bytes: $0, range: 0..<$0.count, deletions: cloze.deletions)
      return OcclusionText(text)?.words(ofAsked: cloze.deletions.indices(of: deletion))
        ?? text.solution(of: deletion)
    }
  }

  /// What is typed to answer a face; nil where its template asks for nothing of the kind.
  func typedAnswer(of face: Face) -> String? {
    guard case .template(let index) = face, let name = templates?[index].compiledFront.typedField,
      let field = fields.first(where: { $0.name == name })
    else { return nil }
    return shown(field)
  }

  /// True when the template of a face asks for typing.
  func isTyped(_ face: Face) -> Bool {
    switch face {
    case .standard: false
    case .template(let index), .cloze(let index, _):
      templates?[index].compiledFront.typedField != nil
    }
  }

  /// What the back of a face says without repeating its front.
  func backAlone(of face: Face, context: Context) -> String {
    back(of: face, front: "", context: context)
  }

  func hint(of face: Face) -> String? {
    guard case .cloze(_, let deletion) = face, let cloze else { return nil }
    return cloze.value.withUnsafeBufferPointer {
      ClozeText(bytes: $0, range: 0..<$0.count, deletions: cloze.deletions).hint(of: deletion)
    }
  }

  /// True when all fields that are shown are HTML.
  func isHTML(_ face: Face, back: Bool) -> Bool {
    let names: [String]
    switch face {
    case .standard:
      names = back ? fields.dropFirst().map(\.name).filter(isFilled) : [fields[0].name]
    case .template(let index), .cloze(let index, _):
      guard let template = templates?[index] else { return false }
      var shown = (back ? template.compiledBack : template.compiledFront).shownFields(isFilled)
      if back, shown.contains("FrontSide") { shown += template.compiledFront.shownFields(isFilled) }
      names = shown
    }
    let shown = fields.filter { names.contains($0.name) }
    return !shown.isEmpty && shown.allSatisfy(\.isHTML)
  }

  /// What templates may name beside fields.
  struct Context {
    var tags: [String]
  }

  private func render(
    _ template: CompiledTemplate, _ context: Context,
    _ asked: (face: Deletions.Face, style: ClozeText.Style)?, front: String?
  ) -> String {
    template.render(isFilled) { name, isCloze in
      if isCloze, let cloze, cloze.field == name, let asked {
        let isHTML = fields.contains { $0.name == name && $0.isHTML }
        return cloze.value.withUnsafeBufferPointer {
          let text = ClozeText(bytes: $0, range: 0..<$0.count, deletions: cloze.deletions)
          if let shapes = OcclusionText(text) {
            return HTMLMark.marked(
              shapes.html(asked: cloze.deletions.indices(of: asked.face), style: asked.style))
          }
          let shown = text.text(asked.face, style: asked.style)
          return isHTML ? HTMLMark.marked(shown) : shown
        }
      }
      if let field = fields.first(where: { $0.name == name }) { return shown(field) }
      switch name {
      case "FrontSide": return front ?? ""
      case "Tags": return context.tags.joined(separator: " ")
      case "Type": return type
      default: return ""
      }
    }
  }
}

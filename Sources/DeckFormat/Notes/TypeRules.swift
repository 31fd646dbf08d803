import StudyDomain

/// What the templates of one type make of fields that are held as bytes: the same as `TypedNote`
/// of their texts, which it leaves the rarer notes to.
final class TypeRules {
  let type: [UInt8]
  let templates: [NoteType.Template]
  /// The names in the templates, by template: where they stand in `names`.
  private let frontNames: [[Int]]
  private let backNames: [[Int]]
  private let names: [String]
  /// A template asks for deletions, or a name or text holds bytes that are not shown as they are.
  private let isOdd: Bool
  /// By name: the field that has it, -1 for none.
  private var places: [Int] = []
  /// The names of the fields that `places` is of.
  private var known: [UInt8] = []
  private var isKnownOdd = false
  /// A name that two fields have.
  private(set) var repeatedField: String?
  /// By field: 0 where it is not known yet whether it is filled, 1 where it is not, 2 where it is.
  private var filled: [UInt8] = []
  /// The cards of the note that was taken last, by their templates; -1 is the standard one.
  private(set) var faces: [Int] = []

  init(type: String, _ noteType: NoteType?) {
    self.type = Array(type.utf8)
    templates = noteType?.templates ?? []
    var names: [String] = []
    func index(_ name: String) -> Int {
      if let index = names.firstIndex(of: name) { return index }
      names.append(name)
      return names.count - 1
    }
    frontNames = templates.map { $0.compiledFront.names.map(index) }
    backNames = templates.map { $0.compiledBack.names.map(index) }
    self.names = names
    let texts = templates.flatMap { $0.compiledFront.texts + $0.compiledBack.texts }
    isOdd =
      templates.contains { $0.compiledFront.clozeField != nil }
      || (names + texts + [type]).contains { !Self.isPlain($0.utf8) }
  }

  /// No NUL and no byte that begins a mark.
  private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 != 0 && $0 != 0xF4 }
  }

  /// Finds the cards of a note; false where its texts have to be looked at.
  func take(_ table: FieldTable) -> Bool {
    guard !isOdd else { return false }
    let bytes = table.names.bytes
    let isSame =
      bytes.count == known.count
      && known.withUnsafeBufferPointer { $0.elementsEqual(bytes) }
    if !isSame { learn(table) }
    guard !isKnownOdd else { return false }
    let count = table.fields.count
    if filled.count == count {
      for field in 0..<count { filled[field] = 0 }
    } else {
      filled = Array(repeating: 0, count: count)
    }
    faces.removeAll(keepingCapacity: true)
    if templates.isEmpty {
      if isFilled(0, table) { faces.append(-1) }
      return true
    }
    for (place, template) in templates.enumerated() {
      let names = frontNames[place]
      let hasContent = template.compiledFront.hasContent(at: { isFilled(name: names[$0], table) })
      if hasContent { faces.append(place) }
    }
    return true
  }

  /// Finds the fields of the names.
  private func learn(_ table: FieldTable) {
    known = Array(table.names.bytes)
    isKnownOdd = !Self.isPlain(known) || String(validating: known, as: UTF8.self) == nil
    repeatedField = nil
    guard !isKnownOdd else { return }
    let fields = table.fields.indices.map { String(decoding: table.name($0), as: UTF8.self) }
    places = names.map { fields.firstIndex(of: $0) ?? -1 }
    repeatedField =
      fields.indices.first { fields[..<$0].contains(fields[$0]) }.map { fields[$0] }
  }

  private func isFilled(_ field: Int, _ table: FieldTable) -> Bool {
    if filled[field] == 0 { filled[field] = table.isFilled(field) ? 2 : 1 }
    return filled[field] == 2
  }

  private func isFilled(name: Int, _ table: FieldTable) -> Bool {
    let field = places[name]
    return field >= 0 && isFilled(field, table)
  }

  /// Begins the text of the note that was taken.
  func begin(_ maker: KeyMaker, _ table: FieldTable, _ value: (Int) -> Void) {
    maker.begin(.note)
    maker.buffer.append(type)
    for (place, field) in table.fields.enumerated() {
      maker.buffer.append(ASCII.unitSeparator)
      maker.buffer.append(table.names.bytes, field.name)
      maker.buffer.append(ASCII.recordSeparator)
      value(place)
    }
    maker.endText()
  }

  func key(ofFace template: Int, _ maker: KeyMaker) -> CardKey {
    maker.key(template: template < 0 ? "" : templates[template].name)
  }

  // MARK: What a card shows

  /// The field that is all of a side; nil for more than that.
  func onlyField(ofTemplate place: Int, back: Bool) -> Int? {
    let side = back ? templates[place].compiledBack : templates[place].compiledFront
    guard side.parts.count == 1, side.parts[0].kind == .field else { return nil }
    let field = places[(back ? backNames : frontNames)[place][0]]
    return field >= 0 ? field : nil
  }

  /// Appends a side without the marks of its parts.
  func appendSide(
    ofTemplate place: Int, back: Bool, _ table: FieldTable, front: Bytes, to out: ByteBuffer
  ) {
    let side = back ? templates[place].compiledBack : templates[place].compiledFront
    let indices = (back ? backNames : frontNames)[place]
    side.forEach {
      isFilled(name: indices[$0], table)
    } _: { part in
      guard part.kind != .text else {
        out.append(side.texts[part.index])
        return true
      }
      let field = places[indices[part.index]]
      if field >= 0 {
        out.append(table.value(field))
      } else {
        switch side.names[part.index] {
        case "FrontSide": out.append(front)
        case "Type": out.append(type)
        default: break
        }
      }
      return true
    }
  }
}

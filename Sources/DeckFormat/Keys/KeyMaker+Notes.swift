import StudyDomain

extension KeyMaker {
  /// Begins the text of a question and its answer; tells whether something is left of each.
  @discardableResult
  func beginBasic(
    _ bytes: Bytes, front: Range<Int>, back: Range<Int>
  ) -> (hasFront: Bool, hasBack: Bool) {
    begin(.basic)
    let hasFront = addPart(bytes, front)
    buffer.append(ASCII.unitSeparator)
    let hasBack = addPart(bytes, back)
    endText()
    return (hasFront, hasBack)
  }

  /// Begins the text of a question and its answer, both in their normal forms.
  func beginBasic(normalFront front: Bytes, back: Bytes) {
    begin(.basic)
    add(normal: front)
    buffer.append(ASCII.unitSeparator)
    add(normal: back)
    endText()
  }

  /// The key of one direction of a basic text, or of a pinned id.
  func key(isReverse: Bool) -> CardKey {
    beginFace()
    if isReverse { buffer.append("reverse") }
    return key
  }

  /// Begins the text of a cloze: without the marks and hints of its deletions.
  func beginCloze(_ text: ClozeText, plain: ByteBuffer) {
    begin(.cloze)
    plain.removeAll()
    text.append(to: plain)
    addPart(plain.bytes, 0..<plain.count)
    endText()
  }

  /// Begins a pinned id in place of a text.
  func beginID(_ id: String) {
    begin(.id)
    buffer.append(id)
    endText()
  }

  /// Begins the text of a note of a type.
  func beginNote(type: String, fields: [NoteContent.Field]) {
    begin(.note)
    buffer.append(type)
    for field in fields {
      beginField(field.name)
      var value = field.value
      value.withUTF8 { _ = addPart($0, 0..<$0.count) }
    }
    endText()
  }

  /// The same in two makers at once, each value brought to its normal form only once.
  static func beginNote(
    type: String, fields: [NoteContent.Field], _ makers: (KeyMaker, KeyMaker), part: ByteBuffer
  ) {
    for maker in [makers.0, makers.1] {
      maker.begin(.note)
      maker.buffer.append(type)
    }
    for field in fields {
      part.removeAll()
      var value = field.value
      value.withUTF8 { Normaliser.append($0, 0..<$0.count, to: part) }
      for maker in [makers.0, makers.1] {
        maker.beginField(field.name)
        maker.add(normal: part.bytes)
      }
    }
    makers.0.endText()
    makers.1.endText()
  }

  private func beginField(_ name: String) {
    buffer.append(ASCII.unitSeparator)
    buffer.append(name)
    buffer.append(ASCII.recordSeparator)
  }

  /// The key of the card that a template makes.
  func key(template: String) -> CardKey {
    beginFace()
    buffer.append(template)
    return key
  }
}

/// The keys of the faces of one cloze, in their order.
///
/// The face of a number is `cN` and its texts, that of another deletion its text and its ordinal
/// among equals, so that adding or removing a deletion leaves the others' keys alone.
struct ClozeKeys {
  private var earlier: [UInt64] = []

  /// The key of the next face.
  mutating func next(
    _ face: Deletions.Face, of text: ClozeText, maker: KeyMaker, plain: ByteBuffer
  ) -> CardKey {
    maker.beginFace()
    switch face {
    case .number(let number):
      maker.buffer.append("c\(number)")
      for index in text.deletions.indices(of: face) {
        maker.buffer.append(ASCII.unitSeparator)
        addText(of: index, of: text, maker: maker, plain: plain)
      }
    case .single(let index):
      let start = maker.buffer.count
      addText(of: index, of: text, maker: maker, plain: plain)
      let hash = KeyMaker.hash(Bytes(rebasing: maker.buffer.bytes[start...]))
      let ordinal = earlier.count { $0 == hash } + 1
      earlier.append(hash)
      maker.buffer.append(ASCII.unitSeparator)
      maker.buffer.append(String(ordinal))
    }
    return maker.key
  }

  private func addText(
    of index: Int, of text: ClozeText, maker: KeyMaker, plain: ByteBuffer
  ) {
    plain.removeAll()
    text.appendPlain(index, to: plain)
    maker.addPart(plain.bytes, 0..<plain.count)
  }
}

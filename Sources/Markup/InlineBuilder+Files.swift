/// Formulas, pictures and sounds.
extension InlineBuilder {
  mutating func add(_ span: HiddenSpan) {
    flushHTML()
    switch span.kind {
    case .math:
      push(kind: .math)
      append(span.content.map { $0 == 0x0A ? 0x20 : $0 }[...])
      pop()
    case .displayMath:
      if !isAtLineStart { addBreak() }
      push(kind: .math)
      addCode(span.content[...])
      pop()
      addBreak()
    case .sound:
      addFile("sound", .sound, String(decoding: span.content, as: UTF8.self))
    case .picture:
      addPicture(String(decoding: span.content, as: UTF8.self))
    case .html(let showsHidden):
      guard !isFull else { return }
      add(
        HTMLReader.blocks(
          of: String(decoding: span.content, as: UTF8.self), showsHidden: showsHidden,
          room: &room, isPictureMissing: isPictureMissing))
    }
  }

  /// Adds a part that was read on its own: what it begins and ends with belongs to the line.
  private mutating func add(_ blocks: [Block]) {
    guard !isMuted else { return }
    for (index, block) in blocks.enumerated() {
      guard case .paragraph(let inlines) = block else {
        add(block)
        continue
      }
      if index > 0 { endPart() }
      flush()
      found += inlines.map { inline in
        guard case .run(var run) = inline else { return inline }
        run.emphasis.formUnion(look.emphasis)
        run.isCloze = run.isCloze || clozeDepth > 0
        if look.kind != .text, run.kind == .text { run.kind = look.kind }
        run.target = run.target ?? look.target
        return .run(run)
      }
    }
  }

  mutating func beginPicture(_ source: String) {
    flushHTML()
    if pictureDepth == 0 { picture = source }
    pictureDepth += 1
  }

  mutating func endPicture() {
    flushHTML()
    pictureDepth -= 1
    if pictureDepth == 0 { addPicture(picture) }
  }

  mutating func addPicture(_ source: String) {
    let isMissing = isPictureMissing(source)
    addFile(
      isMissing ? "missing picture" : "picture", isMissing ? .missingPicture : .picture, source)
  }

  mutating func addFile(_ word: String, _ kind: Run.Kind, _ source: String) {
    guard !isMuted else { return }
    // A picture that is written out in place has no name.
    let name = source.hasPrefix("data:") ? nil : source.split(separator: "/").last
    let text = name.map { "[\(word): \($0)]" } ?? "[\(word)]"
    push(kind: kind, target: source)
    appendPlain(text.utf8.map { $0 < 0x20 ? 0x20 : $0 }[...])
    pop()
  }
}

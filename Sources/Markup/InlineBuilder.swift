/// Collects the runs of one paragraph, heading, cell or block of code.
struct InlineBuilder {
  /// How text that comes now looks.
  struct Look: Equatable {
    var emphasis: Run.Emphasis = []
    var kind = Run.Kind.text
    var target: String?
  }

  /// What a paragraph with HTML inside may hold.
  enum Part {
    case inlines([Inline])
    case block(Block)
    case open(Frame.Kind)
    case close
  }

  var parts: [Part] = []
  var found: [Inline] = []
  private var looks = [Look()]
  /// Text that has not become a run yet, and its look.
  private var pending: [UInt8] = []
  private var pendingLook = Look()
  private var pendingIsCloze = false
  /// Open marks of clozes; a cloze may hold another and may go on over several blocks.
  var clozeDepth = 0
  /// Open pictures: their text is not shown, the outermost is.
  var pictureDepth = 0
  var picture = ""
  /// The HTML that is open in this paragraph.
  var html = HTMLState()
  var room: TextRoom
  /// In a block of code tabs stay what they are.
  var isInCodeBlock = false
  let isPictureMissing: (String) -> Bool

  init(
    room: TextRoom = TextRoom(), isPictureMissing: @escaping (String) -> Bool = { _ in false }
  ) {
    self.room = room
    self.isPictureMissing = isPictureMissing
  }

  // MARK: Room

  /// Whether no more text is taken.
  var isFull: Bool { room.isUsedUp }

  mutating func spend(_ bytes: Int) {
    room.spend(bytes)
  }

  // MARK: What was collected

  /// Ends a paragraph; mostly it has one part.
  mutating func takeParts() -> [Part] {
    finishHTML()
    endPart()
    defer { parts = [] }
    return parts
  }

  /// Ends a heading or cell, which can hold no blocks.
  mutating func takeLine() -> [Inline] {
    var line: [Inline] = []
    var isItem = false
    for part in takeParts() {
      switch part {
      case .inlines(let inlines):
        if !line.isEmpty { line.append(.lineBreak) }
        if isItem { line.append(.run(Run("• "))) }
        line += inlines
      case .block(let block): line += (line.isEmpty ? [] : [.lineBreak]) + block.line
      case .open(let kind):
        if case .item = kind { isItem = true } else { isItem = false }
        continue
      case .close: break
      }
      isItem = false
    }
    return line
  }

  /// Ends a block of code.
  mutating func takeCode() -> [Inline] {
    flush()
    defer { found = [] }
    if found.last == .lineBreak { found.removeLast() }
    return found
  }

  /// Ends what stands before a block inside HTML.
  mutating func endPart() {
    flush()
    let inlines = Self.trimmed(found)
    found = []
    if !inlines.isEmpty { parts.append(.inlines(inlines)) }
  }

  mutating func add(_ block: Block) {
    endPart()
    parts.append(.block(block))
  }

  /// Whether the first line, so far, is the title of a call-out.
  var beginsCallout: Bool {
    guard parts.isEmpty, !found.contains(.lineBreak) else { return false }
    if case .run(let run) = found.first { return Frame.calloutKind(run.text) != nil }
    return Frame.calloutKind(String(decoding: pending, as: UTF8.self)) != nil
  }

  /// Lines without blanks at their ends, and without empty lines around them.
  private static func trimmed(_ inlines: [Inline]) -> [Inline] {
    var result: [Inline] = []
    for inline in inlines {
      switch inline {
      case .lineBreak:
        trimEnd(&result)
        if !result.isEmpty { result.append(.lineBreak) }
      case .run(var run):
        if isBlankable(run), result.isEmpty || result.last == .lineBreak {
          run.text = String(run.text.drop { $0 == " " })
        }
        if !run.text.isEmpty { result.append(.run(run)) }
      }
    }
    repeat { trimEnd(&result) } while result.popBreak()
    return result
  }

  private static func isBlankable(_ run: Run) -> Bool {
    run.kind == .text && !run.isCloze
  }

  private static func trimEnd(_ inlines: inout [Inline]) {
    while case .run(var run) = inlines.last, isBlankable(run), run.text.last == " " {
      while run.text.last == " " { run.text.removeLast() }
      inlines.removeLast()
      if !run.text.isEmpty { inlines.append(.run(run)) }
    }
  }

  // MARK: Looks

  mutating func push(_ emphasis: Run.Emphasis) {
    var look = look
    look.emphasis.formUnion(emphasis)
    looks.append(look)
  }

  mutating func push(kind: Run.Kind, target: String? = nil) {
    var look = look
    look.kind = kind
    look.target = target ?? look.target
    looks.append(look)
  }

  mutating func pop() {
    if looks.count > 1 { looks.removeLast() }
  }

  var look: Look { looks[looks.count - 1] }

  // MARK: Text

  var isMuted: Bool { pictureDepth > 0 || html.isHiding }

  mutating func addBreak() {
    flushHTML()
    spend(TextRoom.step)
    guard !isMuted, !isFull else { return }
    flush()
    found.append(.lineBreak)
  }

  /// Adds text whose cloze marks count.
  mutating func add(_ text: ArraySlice<UInt8>) {
    flushHTML()
    append(text)
  }

  /// Adds text that is no source: nothing in it is a mark.
  mutating func addShown(_ text: String) {
    flushHTML()
    guard !isMuted else { return }
    spend(TextRoom.step)
    appendPlain(Array(text.utf8)[...])
  }

  /// Adds lines of code.
  mutating func addCode(_ text: ArraySlice<UInt8>) {
    flushHTML()
    var rest = text
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[..<end])
      addBreak()
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  mutating func append(_ text: ArraySlice<UInt8>) {
    guard text.contains(0xF4) else {
      if !isMuted { appendPlain(text) }
      return
    }
    var rest = text
    while let (place, isOpen) = ClozeBytes.firstMark(in: rest) {
      if !isMuted { appendPlain(rest[..<place]) }
      rest = rest[(place + ClozeBytes.count)...]
      mark(isOpen: isOpen)
    }
    if !isMuted { appendPlain(rest) }
  }

  private mutating func mark(isOpen: Bool) {
    if isOpen {
      clozeDepth += 1
      if clozeDepth == 1, !isMuted { appendPlain([UInt8(ascii: "[")]) }
    } else if clozeDepth > 0 {
      if clozeDepth == 1, !isMuted { appendPlain([UInt8(ascii: "]")]) }
      clozeDepth -= 1
    }
  }

  mutating func appendPlain(_ text: ArraySlice<UInt8>) {
    let text = room.take(text)
    guard !text.isEmpty else { return }
    let look = html.applied(to: look)
    let isCloze = clozeDepth > 0
    if look != pendingLook || isCloze != pendingIsCloze { flush() }
    pendingLook = look
    pendingIsCloze = isCloze
    if isInCodeBlock || html.isPreformatted || !text.contains(0x09) {
      pending += text
    } else {
      pending += text.map { $0 == 0x09 ? 0x20 : $0 }
    }
  }

  /// Makes a run of the text so far.
  mutating func flush() {
    guard !pending.isEmpty else { return }
    found.append(
      .run(
        Run(
          String(decoding: pending, as: UTF8.self), kind: pendingLook.kind,
          emphasis: pendingLook.emphasis, isCloze: pendingIsCloze, target: pendingLook.target)))
    pending.removeAll(keepingCapacity: true)
  }

  /// Whether a blank would stand at the beginning of a line or after another.
  var endsInBlank: Bool {
    if let last = pending.last { return last == 0x20 }
    if case .run(let run) = found.last { return run.text.last == " " }
    return true
  }

  var isAtLineStart: Bool {
    pending.isEmpty && (found.isEmpty || found.last == .lineBreak)
  }

  /// Raises or lowers what was added since there were `start` parts of the line.
  mutating func shift(since start: Int, _ shift: ScriptLetters.Shift) {
    flush()
    guard start < found.count else { return }
    let runs = ScriptLetters.shifted(Array(found[start...]), shift)
    found.replaceSubrange(start..., with: runs)
  }

  /// Removes an unknown tag that was shown until its end was found.
  mutating func removeRun(_ text: String, at place: Int) {
    guard place < found.count, case .run(let run) = found[place], run.text == text else { return }
    found.remove(at: place)
  }
}

extension [Inline] {
  fileprivate mutating func popBreak() -> Bool {
    guard last == .lineBreak else { return false }
    removeLast()
    return true
  }
}

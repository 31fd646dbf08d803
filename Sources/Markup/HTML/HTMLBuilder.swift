import CGumbo

/// Makes blocks of the parser's tree.
struct HTMLBuilder {
  var inlines: InlineBuilder
  let showsHidden: Bool
  private var depth = 0
  /// Texts that begin or end a rendered deletion, whose brackets stand in the text already.
  private var bracketedFirst: Set<HTMLNode> = []
  private var bracketedLast: Set<HTMLNode> = []
  private var preformatted = 0
  /// Counts the paragraphs that were ended.
  private var paragraphs = 0

  /// The rewriter lets nothing stand as deep as this.
  private static let deepest = 500

  init(showsHidden: Bool, room: TextRoom, isPictureMissing: @escaping (String) -> Bool) {
    self.showsHidden = showsHidden
    inlines = InlineBuilder(room: room, isPictureMissing: isPictureMissing)
  }

  mutating func document(_ root: UnsafeMutablePointer<GumboNode>?) -> [Block] {
    guard let root else { return [] }
    var blocks: [Block] = []
    visitChildren(of: HTMLNode(root), &blocks)
    flush(&blocks)
    return blocks
  }

  /// Ends a paragraph.
  mutating func flush(_ blocks: inout [Block]) {
    paragraphs += 1
    for case .inlines(let inlines) in inlines.takeParts() {
      blocks.append(.paragraph(inlines))
    }
  }

  /// The blocks inside an element that has its own.
  mutating func blocks(in node: HTMLNode) -> [Block] {
    var blocks: [Block] = []
    visitChildren(of: node, &blocks)
    flush(&blocks)
    return blocks
  }

  /// The blocks of one node where a block is wanted.
  mutating func blocks(of node: HTMLNode) -> [Block] {
    var blocks: [Block] = []
    visit(node, &blocks)
    flush(&blocks)
    return blocks
  }

  mutating func visitChildren(of node: HTMLNode, _ blocks: inout [Block]) {
    guard depth < Self.deepest else { return }
    depth += 1
    for child in node.children { visit(child, &blocks) }
    depth -= 1
  }

  // MARK: Nodes

  private mutating func visit(_ node: HTMLNode, _ blocks: inout [Block]) {
    guard !inlines.isFull else { return }
    guard let tag = node.tag else {
      if let text = node.text { add(text, of: node) }
      return
    }
    inlines.spend(TextRoom.step)
    if !showsHidden, node.attribute("h") != nil { return addDots(for: node) }
    switch tag {
    case GUMBO_TAG_BR: inlines.addBreak()
    case GUMBO_TAG_HR:
      flush(&blocks)
      blocks.append(.rule)
    case GUMBO_TAG_IMG: addFile(node)
    case GUMBO_TAG_B: visit(node, .strong, &blocks)
    case GUMBO_TAG_I: visit(node, .emphasised, &blocks)
    case GUMBO_TAG_U: visit(node, .underlined, &blocks)
    case GUMBO_TAG_S: visit(node, .struck, &blocks)
    case GUMBO_TAG_CODE:
      inlines.push(kind: .code)
      visitChildren(of: node, &blocks)
      inlines.pop()
    case GUMBO_TAG_A:
      guard let target = node.attribute("href") else { return visitChildren(of: node, &blocks) }
      inlines.push(kind: .link, target: Entities.shown(target))
      visitChildren(of: node, &blocks)
      inlines.pop()
    case GUMBO_TAG_SPAN: visitSpan(node, &blocks)
    case GUMBO_TAG_SUB: visit(node, .down, &blocks)
    case GUMBO_TAG_SUP: visit(node, .up, &blocks)
    case GUMBO_TAG_RT:
      inlines.append([UInt8(ascii: "[")])
      visitChildren(of: node, &blocks)
      inlines.append([UInt8(ascii: "]")])
    case GUMBO_TAG_RP: break
    default: visitBlock(node, tag, &blocks)
    }
  }

  private mutating func visit(
    _ node: HTMLNode, _ emphasis: Run.Emphasis, _ blocks: inout [Block]
  ) {
    inlines.push(emphasis)
    visitChildren(of: node, &blocks)
    inlines.pop()
  }

  private mutating func visit(
    _ node: HTMLNode, _ shift: ScriptLetters.Shift, _ blocks: inout [Block]
  ) {
    inlines.flush()
    let start = inlines.found.count
    let paragraph = paragraphs
    visitChildren(of: node, &blocks)
    inlines.shift(since: paragraph == paragraphs ? start : 0, shift)
  }

  private mutating func visitSpan(_ node: HTMLNode, _ blocks: inout [Block]) {
    let looks = node.attribute("s").map(Run.Emphasis.init(letters:)) ?? []
    guard node.attribute("c") != nil else { return visit(node, looks, &blocks) }
    if let first = node.outermostText(last: false), let last = node.outermostText(last: true),
      first.text?.first(where: { $0 > 0x20 }) == UInt8(ascii: "["),
      last.text?.last(where: { $0 > 0x20 }) == UInt8(ascii: "]")
    {
      bracketedFirst.insert(first)
      bracketedLast.insert(last)
    }
    inlines.append(ClozeBytes.open[...])
    visit(node, looks, &blocks)
    inlines.append(ClozeBytes.close[...])
  }

  // MARK: Text

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, of node: HTMLNode) {
    var bytes = Array(text)[...]
    if bracketedFirst.contains(node), let place = bytes.firstIndex(of: 0x5B) {
      bytes.remove(at: place)
    }
    if bracketedLast.contains(node), let place = bytes.lastIndex(of: 0x5D) {
      bytes.remove(at: place)
    }
    if preformatted > 0 { return inlines.addCode(bytes) }
    // Blanks and line ends are one blank, none at the beginning of a line.
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var isAfterBlank = inlines.endsInBlank
    for byte in bytes {
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A
      if !isBlank { shown.append(byte) } else if !isAfterBlank { shown.append(0x20) }
      isAfterBlank = isBlank
    }
    inlines.append(shown[...])
  }

  /// Dots for what a click would show, if that is anything.
  mutating func addDots(for node: HTMLNode) {
    if node.outermostText(last: false) != nil { inlines.addShown("...") }
  }

  /// Text in the elements of code keeps its blanks.
  mutating func visitPreformatted(_ node: HTMLNode, _ blocks: inout [Block]) {
    flush(&blocks)
    inlines.push(kind: .code)
    inlines.isInCodeBlock = true
    preformatted += 1
    var inner: [Block] = []
    visitChildren(of: node, &inner)
    preformatted -= 1
    inlines.isInCodeBlock = preformatted > 0
    inlines.pop()
    let code = inlines.takeCode()
    blocks += inner
    if !code.isEmpty { blocks.append(.code(code, language: "")) }
  }

  private mutating func addFile(_ node: HTMLNode) {
    let source = node.attribute("src").map(Entities.shown) ?? ""
    switch node.attribute("k") {
    case "m", "d":
      let formula = Array((node.attribute("alt") ?? "").utf8)
      let content = formula.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank)
      inlines.add(
        HiddenSpan(
          kind: node.attribute("k") == "m" ? .math : .displayMath, source: formula,
          content: content.reversed()))
    case "s": inlines.addFile("sound", .sound, source)
    case "v": inlines.addFile("film", .sound, source)
    default:
      if source.isEmpty {
        inlines.addFile("picture", .picture, "")
      } else {
        inlines.addPicture(source)
      }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }
}

extension Run.Emphasis {
  /// Of the letters `bius`.
  fileprivate init(letters: String) {
    self = []
    if letters.contains("b") { insert(.strong) }
    if letters.contains("i") { insert(.emphasised) }
    if letters.contains("u") { insert(.underlined) }
    if letters.contains("s") { insert(.struck) }
  }
}

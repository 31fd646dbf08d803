import CMD4C

/// Makes blocks of what md4c reports, outermost first.
final class BlockBuilder: MarkdownSink {
  private let disguised: DisguisedMarkdown
  private var frames: [Frame] = [Frame(.root)]
  /// Containers that are open beyond the deepest frame; their blocks stand in that frame.
  private var flattened = 0
  private var inlines: InlineBuilder
  private var headingLevel = 1
  private var language = ""
  /// No soft break was in the paragraph yet.
  private var isInFirstLine = true

  init(_ disguised: DisguisedMarkdown, isPictureMissing: @escaping (String) -> Bool) {
    self.disguised = disguised
    inlines = InlineBuilder(isPictureMissing: isPictureMissing)
  }

  /// Values nested deeper than this would exhaust the stack in layout and on release.
  private static let deepest = 60

  /// Whether the text is longer than what a document has room for.
  var isFull: Bool { inlines.isFull }

  /// Not 0 when no more is taken: a table fills short rows up to its columns, so a text could make
  /// the square of its length.
  var status: CInt { isFull ? 1 : 0 }

  func finished() -> [Block] {
    // Where the parser was stopped, blocks are still open.
    if inlines.isInCodeBlock { endCode() }
    flushParagraph()
    while frames.count > 1 { close(frames.removeLast()) }
    return frames[0].blocks
  }

  private func add(_ block: Block) {
    frames[frames.count - 1].blocks.append(block)
  }

  /// Text that stands directly in an item of a tight list, or in HTML, is a paragraph.
  private func flushParagraph() {
    for part in inlines.takeParts() {
      switch part {
      case .inlines(let inlines): add(.paragraph(inlines))
      case .block(let block): add(block)
      case .open(let kind): push(kind)
      case .close: pop()
      }
    }
  }

  // MARK: Blocks

  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    // md4c does not stop at once; what is open is closed at the end.
    guard !isFull else { return }
    inlines.spend(TextRoom.step)
    isInFirstLine = true
    switch type {
    case MD_BLOCK_QUOTE: open(.quote)
    case MD_BLOCK_UL:
      let isTight = detail?.load(as: MD_BLOCK_UL_DETAIL.self).is_tight != 0
      open(.list(start: nil, isTight: isTight))
    case MD_BLOCK_OL:
      guard let list = detail?.load(as: MD_BLOCK_OL_DETAIL.self) else { return }
      open(.list(start: Int(list.start), isTight: list.is_tight != 0))
    case MD_BLOCK_LI:
      var isTicked: Bool?
      if let item = detail?.load(as: MD_BLOCK_LI_DETAIL.self), item.is_task != 0 {
        isTicked = item.task_mark != CChar(bitPattern: UInt8(ascii: " "))
      }
      open(.item(isTicked: isTicked))
    case MD_BLOCK_TABLE:
      flushParagraph()
      frames.append(Frame(.table))
    case MD_BLOCK_TR: frames.append(Frame(.row))
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let align = detail?.load(as: MD_BLOCK_TD_DETAIL.self).align ?? MD_ALIGN_DEFAULT
      frames[frames.count - 1].alignments.append(
        align == MD_ALIGN_CENTER ? .centre : align == MD_ALIGN_RIGHT ? .right : .left)
    case MD_BLOCK_CODE:
      flushParagraph()
      language = detail.map { text(of: $0.load(as: MD_BLOCK_CODE_DETAIL.self).lang) } ?? ""
      inlines.push(kind: .code)
      inlines.isInCodeBlock = true
    case MD_BLOCK_HR:
      flushParagraph()
      add(.rule)
    case MD_BLOCK_P, MD_BLOCK_H, MD_BLOCK_HTML:
      flushParagraph()
      if type == MD_BLOCK_H {
        headingLevel = Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1)
      }
    default: break
    }
  }

  private func open(_ kind: Frame.Kind) {
    flushParagraph()
    push(kind)
  }

  private func push(_ kind: Frame.Kind) {
    let isOutermost =
      switch kind {
      case .item, .row, .cell: false
      default: true
      }
    if flattened > 0 || isOutermost && frames.count >= Self.deepest {
      flattened += 1
    } else {
      frames.append(Frame(kind))
    }
  }

  private func pop() {
    if flattened > 0 { flattened -= 1 } else { close(frames.removeLast()) }
  }

  func leave(_ type: MD_BLOCKTYPE, _: UnsafeMutableRawPointer?) {
    guard !isFull else { return }
    switch type {
    case MD_BLOCK_P, MD_BLOCK_HTML: flushParagraph()
    case MD_BLOCK_H: add(.heading(level: headingLevel, inlines.takeLine()))
    case MD_BLOCK_CODE: endCode()
    case MD_BLOCK_TH, MD_BLOCK_TD: frames[frames.count - 1].row.append(inlines.takeLine())
    case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL, MD_BLOCK_LI:
      flushParagraph()
      pop()
    case MD_BLOCK_TABLE, MD_BLOCK_TR: close(frames.removeLast())
    default: break
    }
  }

  private func endCode() {
    inlines.pop()
    inlines.isInCodeBlock = false
    add(.code(inlines.takeCode(), language: language))
  }

  private func close(_ frame: Frame) {
    switch frame.kind {
    case .root: break
    case .quote: add(frame.quote)
    case .list(let start, let isTight):
      if !frame.items.isEmpty {
        add(.list(.init(start: start, isTight: isTight, items: frame.items)))
      }
      frame.blocks.forEach(add)
    case .item(let isTicked):
      frames[frames.count - 1].items.append(.init(isTicked: isTicked, blocks: frame.blocks))
    case .row:
      frames[frames.count - 1].rows.append(frame.row)
      if frames[frames.count - 1].alignments.isEmpty {
        frames[frames.count - 1].alignments = frame.alignments
      }
      frame.blocks.forEach(add)
    case .cell: frames[frames.count - 1].row.append(Block.line(of: frame.blocks))
    case .table:
      if !frame.rows.isEmpty { add(frame) }
      // HTML may hold text beside the cells.
      frame.blocks.forEach(add)
    }
  }

  /// Adds a table; one that is mostly made of cells that its rows lack becomes lines.
  private func add(_ table: Frame) {
    inlines.spend(table.columns * table.rows.count)
    if isFull {
      table.rows.forEach { add(.paragraph(Block.line(of: $0.map { .paragraph($0) }))) }
    } else {
      add(.table(table.table))
    }
  }

  private func text(of attribute: MD_ATTRIBUTE) -> String {
    guard let text = attribute.text else { return "" }
    let source = disguised.source(
      of: UnsafeRawBufferPointer(start: text, count: Int(attribute.size)))
    return Entities.text(decoding: ClozeBytes.removed(from: source))
  }

  // MARK: Spans and text

  func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    guard !isFull else { return }
    inlines.spend(TextRoom.step)
    switch type {
    case MD_SPAN_EM: inlines.push(.emphasised)
    case MD_SPAN_STRONG: inlines.push(.strong)
    case MD_SPAN_U: inlines.push(.underlined)
    case MD_SPAN_DEL: inlines.push(.struck)
    case MD_SPAN_CODE: inlines.push(kind: .code)
    case MD_SPAN_A:
      inlines.push(
        kind: .link, target: detail.map { text(of: $0.load(as: MD_SPAN_A_DETAIL.self).href) })
    case MD_SPAN_WIKILINK:
      inlines.push(
        kind: .link,
        target: detail.map { text(of: $0.load(as: MD_SPAN_WIKILINK_DETAIL.self).target) })
    case MD_SPAN_IMG:
      let source = detail.map { text(of: $0.load(as: MD_SPAN_IMG_DETAIL.self).src) } ?? ""
      inlines.beginPicture(source)
    default: inlines.push([])
    }
  }

  func leave(_ type: MD_SPANTYPE) {
    guard !isFull else { return }
    if type == MD_SPAN_IMG { inlines.endPicture() } else { inlines.pop() }
  }

  func add(_ seen: UnsafeRawBufferPointer, _ type: MD_TEXTTYPE) {
    guard !isFull else { return }
    switch type {
    case MD_TEXT_BR:
      isInFirstLine = false
      inlines.addBreak()
    case MD_TEXT_SOFTBR: addSoftBreak()
    case MD_TEXT_NULLCHAR: inlines.add(CleanText.replacement[...])
    case MD_TEXT_ENTITY: inlines.addShown(Entities.text(of: String(decoding: seen, as: UTF8.self)))
    case MD_TEXT_HTML:
      inlines.addHTML(disguised.source(of: seen))
    case MD_TEXT_CODE: inlines.addCode(disguised.source(of: seen)[...])
    default:
      for piece in disguised.pieces(of: seen) {
        switch piece {
        case .text(let text): inlines.add(text[...])
        case .span(let span): inlines.add(span)
        }
      }
    }
  }

  /// A soft break is a blank, but the title of a call-out is a line.
  private func addSoftBreak() {
    defer { isInFirstLine = false }
    let frame = frames[frames.count - 1]
    if isInFirstLine, case .quote = frame.kind, frame.blocks.isEmpty, inlines.beginsCallout {
      inlines.addBreak()
    } else {
      inlines.add([0x20])
    }
  }
}

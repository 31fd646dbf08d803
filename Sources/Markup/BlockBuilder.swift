import CMD4C

/// Makes blocks of what md4c reports, outermost first.
final class BlockBuilder {
  private var frames: [Frame] = [Frame(.root)]
  private var inlines = InlineBuilder()

  init(open: Unicode.Scalar, close: Unicode.Scalar) {
    inlines.open = open
    inlines.close = close
  }

  /// A container that is still open.
  private struct Frame {
    enum Kind {
      case root, quote
      case list(start: Int?)
      case item(isTicked: Bool?)
      case table, row
    }

    var kind: Kind
    var blocks: [Block] = []
    var items: [Block.Item] = []
    var rows: [[[Inline]]] = []
    var alignments: [Block.Alignment] = []

    init(_ kind: Kind) {
      self.kind = kind
    }
  }

  static func from(_ user: UnsafeMutableRawPointer?) -> BlockBuilder {
    guard let user else { preconditionFailure("md4c hands back what it was given") }
    return Unmanaged<BlockBuilder>.fromOpaque(user).takeUnretainedValue()
  }

  func finished() -> [Block] {
    flushParagraph()
    return frames[0].blocks
  }

  private func add(_ block: Block) {
    frames[frames.count - 1].blocks.append(block)
  }

  /// Text that stands directly in an item of a tight list, or in HTML, is a paragraph.
  private func flushParagraph() {
    let found = inlines.take()
    if !found.isEmpty { add(.paragraph(found)) }
  }

  // MARK: Blocks

  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    switch type {
    case MD_BLOCK_QUOTE:
      flushParagraph()
      frames.append(Frame(.quote))
    case MD_BLOCK_UL:
      flushParagraph()
      frames.append(Frame(.list(start: nil)))
    case MD_BLOCK_OL:
      flushParagraph()
      let start = detail?.load(as: MD_BLOCK_OL_DETAIL.self).start ?? 1
      frames.append(Frame(.list(start: Int(start))))
    case MD_BLOCK_LI:
      var isTicked: Bool?
      if let item = detail?.load(as: MD_BLOCK_LI_DETAIL.self), item.is_task != 0 {
        isTicked = item.task_mark != CChar(bitPattern: UInt8(ascii: " "))
      }
      frames.append(Frame(.item(isTicked: isTicked)))
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
      inlines.language =
        detail.map {
          Self.text(of: $0.load(as: MD_BLOCK_CODE_DETAIL.self).lang)
        } ?? ""
    case MD_BLOCK_HR:
      flushParagraph()
      add(.rule)
    case MD_BLOCK_P, MD_BLOCK_H, MD_BLOCK_HTML:
      flushParagraph()
      if type == MD_BLOCK_H {
        inlines.headingLevel = Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1)
      }
    default: break
    }
  }

  func leave(_ type: MD_BLOCKTYPE) {
    switch type {
    case MD_BLOCK_P, MD_BLOCK_HTML: flushParagraph()
    case MD_BLOCK_H: add(.heading(level: inlines.headingLevel, inlines.take()))
    case MD_BLOCK_CODE: add(.code(inlines.takeCode(), language: inlines.language))
    case MD_BLOCK_TH, MD_BLOCK_TD: frames[frames.count - 1].rows.append([inlines.take()])
    case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL, MD_BLOCK_LI, MD_BLOCK_TABLE, MD_BLOCK_TR:
      flushParagraph()
      close(frames.removeLast())
    default: break
    }
  }

  private func close(_ frame: Frame) {
    switch frame.kind {
    case .root: break
    case .quote: add(.quote(frame.blocks))
    case .list(let start): add(.list(.init(start: start, items: frame.items)))
    case .item(let isTicked):
      frames[frames.count - 1].items.append(.init(isTicked: isTicked, blocks: frame.blocks))
    case .row:
      frames[frames.count - 1].rows.append(frame.rows.map { $0[0] })
      if frames[frames.count - 1].alignments.isEmpty {
        frames[frames.count - 1].alignments = frame.alignments
      }
    case .table:
      let columns = frame.alignments.count
      let rows = frame.rows.map { row in
        Array(row.prefix(columns)) + Array(repeating: [], count: max(0, columns - row.count))
      }
      add(.table(.init(alignments: frame.alignments, rows: rows)))
    }
  }

  private static func text(of attribute: MD_ATTRIBUTE) -> String {
    guard let text = attribute.text else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: text, count: Int(attribute.size)), as: UTF8.self)
  }

  // MARK: Spans and text

  func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    switch type {
    case MD_SPAN_EM: inlines.push(.emphasised)
    case MD_SPAN_STRONG: inlines.push(.strong)
    case MD_SPAN_U: inlines.push(.underlined)
    case MD_SPAN_DEL: inlines.push(.struck)
    case MD_SPAN_CODE: inlines.push(kind: .code)
    case MD_SPAN_LATEXMATH, MD_SPAN_LATEXMATH_DISPLAY: inlines.push(kind: .math)
    case MD_SPAN_A, MD_SPAN_WIKILINK: inlines.push(kind: .link)
    case MD_SPAN_IMG:
      let source = detail.map { Self.text(of: $0.load(as: MD_SPAN_IMG_DETAIL.self).src) } ?? ""
      inlines.beginPicture(source)
    default: inlines.push([])
    }
  }

  func leave(_ type: MD_SPANTYPE) {
    if type == MD_SPAN_IMG { inlines.endPicture() } else { inlines.pop() }
  }

  func add(_ text: String, _ type: MD_TEXTTYPE) {
    switch type {
    case MD_TEXT_BR: inlines.addBreak()
    case MD_TEXT_SOFTBR: inlines.add(" ")
    case MD_TEXT_NULLCHAR: inlines.add("\u{FFFD}")
    case MD_TEXT_ENTITY: inlines.add(Entities.text(of: text))
    case MD_TEXT_HTML: inlines.addHTML(text)
    default: inlines.add(text)
    }
  }
}

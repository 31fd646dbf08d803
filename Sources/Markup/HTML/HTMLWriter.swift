import CMD4C

/// Writes what md4c reports.
final class HTMLWriter: MarkdownSink {
  private let disguised: DisguisedMarkdown
  private let gaps: [(open: String, close: String)]
  private let file: (String) -> String
  private var output: [UInt8] = []
  private var files: [String] = []
  /// Gaps that are open, innermost last; -1 for a mark beyond those that are named.
  private var open: [Int] = []
  private var nextGap = 0
  /// How many blocks stand at the top, and whether the only one is a paragraph.
  private var topBlocks = 0
  private var isParagraphOnly = true
  private var depth = 0
  /// Where the tags of the first paragraph are, to be taken off when it is the only block.
  private var firstTag: Int?
  private var lastTag: Int?
  /// In a picture: its other text is collected here.
  private var alternative: [UInt8]?
  private var pictureSources: [String] = []

  /// A table fills short rows up to its columns, so a text could make the square of its length:
  /// beyond this it is no text that a person wrote.
  private let limit: Int

  init(
    _ disguised: DisguisedMarkdown, gaps: [(open: String, close: String)],
    file: @escaping (String) -> String
  ) {
    limit = 1_000_000 + 20 * disguised.bytes.count
    self.disguised = disguised
    self.gaps = gaps
    self.file = file
  }

  /// Not 0 when no more is taken.
  var status: CInt { output.count > limit ? 1 : 0 }

  func finished() -> MarkdownHTML.Fragment {
    while !open.isEmpty { closeGap() }
    var html = output[...]
    if topBlocks == 1, isParagraphOnly, let first = firstTag, let last = lastTag, last >= first {
      html = output[(first + 3)..<last] + output[(last + 4)...]
    }
    while html.last == 0x0A { html = html.dropLast() }
    return .init(html: String(decoding: html, as: UTF8.self), files: files)
  }

  // MARK: Blocks

  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    if depth == 1 {
      topBlocks += 1
      if type != MD_BLOCK_P { isParagraphOnly = false }
    }
    depth += 1
    switch type {
    case MD_BLOCK_P:
      if firstTag == nil { firstTag = output.count }
      write("<p>")
    case MD_BLOCK_H: write("<h\(level(detail))>")
    case MD_BLOCK_QUOTE: write("<blockquote>")
    case MD_BLOCK_UL: write("<ul>")
    case MD_BLOCK_OL:
      let start = detail?.load(as: MD_BLOCK_OL_DETAIL.self).start ?? 1
      write(start == 1 ? "<ol>" : "<ol start=\"\(start)\">")
    case MD_BLOCK_LI:
      write("<li>")
      if let item = detail?.load(as: MD_BLOCK_LI_DETAIL.self), item.is_task != 0 {
        write(item.task_mark == CChar(bitPattern: UInt8(ascii: " ")) ? "☐ " : "☑ ")
      }
    case MD_BLOCK_HR: write("<hr>")
    case MD_BLOCK_CODE: write("<pre><code>")
    case MD_BLOCK_TABLE: write("<table>")
    case MD_BLOCK_TR: write("<tr>")
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let tag = type == MD_BLOCK_TH ? "th" : "td"
      switch detail?.load(as: MD_BLOCK_TD_DETAIL.self).align ?? MD_ALIGN_DEFAULT {
      case MD_ALIGN_LEFT: write("<\(tag) style=\"text-align: left\">")
      case MD_ALIGN_CENTER: write("<\(tag) style=\"text-align: center\">")
      case MD_ALIGN_RIGHT: write("<\(tag) style=\"text-align: right\">")
      default: write("<\(tag)>")
      }
    default: break
    }
  }

  func leave(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    depth -= 1
    switch type {
    case MD_BLOCK_P:
      lastTag = output.count
      write("</p>")
    case MD_BLOCK_H: write("</h\(level(detail))>")
    case MD_BLOCK_QUOTE: write("</blockquote>")
    case MD_BLOCK_UL: write("</ul>")
    case MD_BLOCK_OL: write("</ol>")
    case MD_BLOCK_LI: write("</li>")
    case MD_BLOCK_CODE:
      if output.last == 0x0A { output.removeLast() }
      write("</code></pre>")
    case MD_BLOCK_TABLE: write("</table>")
    case MD_BLOCK_TR: write("</tr>")
    case MD_BLOCK_TH: write("</th>")
    case MD_BLOCK_TD: write("</td>")
    default: break
    }
  }

  private func level(_ detail: UnsafeMutableRawPointer?) -> UInt32 {
    detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1
  }

  // MARK: Spans

  func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    switch type {
    case MD_SPAN_EM: write("<i>")
    case MD_SPAN_STRONG: write("<b>")
    case MD_SPAN_U: write("<u>")
    case MD_SPAN_DEL: write("<s>")
    case MD_SPAN_CODE: write("<code>")
    case MD_SPAN_A:
      let target = detail.map { text(of: $0.load(as: MD_SPAN_A_DETAIL.self).href) } ?? ""
      write("<a href=\"\(HTMLWriter.attribute(target))\">")
    case MD_SPAN_IMG:
      let source = detail.map { text(of: $0.load(as: MD_SPAN_IMG_DETAIL.self).src) } ?? ""
      pictureSources.append(source)
      if alternative == nil { alternative = [] }
    default: break
    }
  }

  func leave(_ type: MD_SPANTYPE) {
    switch type {
    case MD_SPAN_EM: write("</i>")
    case MD_SPAN_STRONG: write("</b>")
    case MD_SPAN_U: write("</u>")
    case MD_SPAN_DEL: write("</s>")
    case MD_SPAN_CODE: write("</code>")
    case MD_SPAN_A: write("</a>")
    case MD_SPAN_IMG: endPicture()
    default: break
    }
  }

  private func endPicture() {
    guard let source = pictureSources.popLast() else { return }
    // A picture in the other text of a picture is only text there.
    guard pictureSources.isEmpty, let alternative else { return }
    self.alternative = nil
    picture(source, alternative: String(decoding: alternative, as: UTF8.self))
  }

  private func picture(_ source: String, alternative: String = "") {
    files.append(source)
    let name = HTMLWriter.attribute(file(source))
    let text = alternative.isEmpty ? "" : " alt=\"\(HTMLWriter.quoted(alternative))\""
    write("<img src=\"\(name)\"\(text)>")
  }

  private func text(of attribute: MD_ATTRIBUTE) -> String {
    guard let text = attribute.text else { return "" }
    let source = disguised.source(
      of: UnsafeRawBufferPointer(start: text, count: Int(attribute.size)))
    return Entities.text(decoding: ClozeBytes.removed(from: source))
  }

  // MARK: Text

  func add(_ seen: UnsafeRawBufferPointer, _ type: MD_TEXTTYPE) {
    switch type {
    case MD_TEXT_BR: write("<br>")
    case MD_TEXT_SOFTBR: write("\n")
    case MD_TEXT_NULLCHAR: write("\u{FFFD}")
    case MD_TEXT_ENTITY: add(raw: Array(seen))
    case MD_TEXT_HTML:
      if alternative == nil { addMarked(disguised.source(of: seen)[...]) { $0.append($1) } }
    case MD_TEXT_CODE: addMarked(disguised.source(of: seen)[...], Self.escapeInto)
    default:
      for piece in disguised.pieces(of: seen) {
        switch piece {
        case .text(let text): addMarked(text[...], Self.escapeInto)
        case .span(let span): add(span)
        }
      }
    }
  }

  private func add(_ span: HiddenSpan) {
    guard alternative == nil else { return add(raw: span.content) }
    switch span.kind {
    case .math:
      write("\\(")
      addFormula(span.content)
      write("\\)")
    case .displayMath:
      write("\\[")
      addFormula(span.content)
      write("\\]")
    case .sound:
      let name = Entities.text(decoding: span.content)
      files.append(name)
      var escaped: [UInt8] = []
      for byte in file(name).utf8 { Self.escape(byte, into: &escaped) }
      write("[sound:")
      add(raw: escaped)
      write("]")
    case .picture: picture(String(decoding: span.content, as: UTF8.self))
    case .html: addMarked(span.content[...]) { $0.append($1) }
    }
  }

  /// Two braces in a gap of a formula would end the gap.
  private func addFormula(_ content: [UInt8]) {
    addMarked(content[...]) { [self] output, byte in
      if byte == UInt8(ascii: "}"), !open.isEmpty, output.last == byte { output.append(0x20) }
      Self.escape(byte, into: &output)
    }
  }

  /// Adds text with the marks of clozes.
  private func addMarked(
    _ text: ArraySlice<UInt8>, _ append: (inout [UInt8], UInt8) -> Void
  ) {
    var rest = text
    while let (place, isOpen) = ClozeBytes.firstMark(in: rest) {
      for byte in rest[..<place] { put(byte, append) }
      if isOpen { openGap() } else { closeGap() }
      rest = rest[(place + ClozeBytes.count)...]
    }
    for byte in rest { put(byte, append) }
  }

  private func put(_ byte: UInt8, _ append: (inout [UInt8], UInt8) -> Void) {
    if alternative != nil {
      alternative?.append(byte)
    } else {
      append(&output, byte)
    }
  }

  private func openGap() {
    let gap = nextGap < gaps.count ? nextGap : -1
    nextGap += 1
    open.append(gap)
    if gap >= 0 { write(gaps[gap].open) }
  }

  private func closeGap() {
    guard let gap = open.popLast(), gap >= 0 else { return }
    // A brace before the two that end the gap would be taken for one of them.
    if output.last == UInt8(ascii: "}"), alternative == nil, !gaps[gap].close.isEmpty {
      output.append(0x20)
    }
    write(gaps[gap].close)
  }

  private func add(raw bytes: [UInt8]) {
    if alternative != nil { alternative? += bytes } else { output += bytes }
  }

  private func write(_ text: String) {
    if alternative == nil { output += text.utf8 }
  }
}

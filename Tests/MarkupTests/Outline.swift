import Markup
import StudyDomain

/// A document as one line of text, to be compared: `p a **b**; ul{ p c }`.
///
/// Looks: `**strong**`, `_emphasised_`, `+underlined+`, `~struck~`, `` `code` ``, `$math$`,
/// `<link|target>`, `{picture}`, `«cloze»`; `/` is a break.
func outline(_ markdown: String, missing: Set<String> = []) -> String {
  let document = MarkupDocument(markdown: clozed(markdown)) { missing.contains($0) }
  return document.blocks.map(outline).joined(separator: "; ")
}

/// The same for HTML.
func outline(html: String) -> String {
  MarkupDocument(html: clozed(html)).blocks.map(outline).joined(separator: "; ")
}

/// `⟦x⟧` in tests stands for a cloze.
func clozed(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        scalar == "⟦" ? ClozeMark.open : scalar == "⟧" ? ClozeMark.close : scalar
      }))
}

private func outline(_ block: Block) -> String {
  switch block {
  case .paragraph(let inlines): return "p \(outline(inlines))"
  case .heading(let level, let inlines): return "h\(level) \(outline(inlines))"
  case .rule: return "hr"
  case .code(let inlines, let language): return "code(\(language)) \(outline(inlines))"
  case .quote(let blocks): return "quote{ \(outline(blocks)) }"
  case .callout(let callout):
    return "callout(\(callout.kind): \(outline(callout.title))){ \(outline(callout.blocks)) }"
  case .list(let list):
    let name = (list.start.map { "ol\($0)" } ?? "ul") + (list.isTight ? "" : " loose")
    let items = list.items.map { item in
      (item.isTicked.map { $0 ? "[x] " : "[ ] " } ?? "") + outline(item.blocks)
    }
    return "\(name){ \(items.joined(separator: " - ")) }"
  case .table(let table):
    let sides = table.alignments.map { "\($0)".prefix(1) }.joined()
    let rows = table.rows.map { $0.map(outline).joined(separator: "|") }
    return "table(\(sides)){ \(rows.joined(separator: " - ")) }"
  }
}

private func outline(_ blocks: [Block]) -> String {
  blocks.map(outline).joined(separator: "; ")
}

private func outline(_ inlines: [Inline]) -> String {
  inlines.map { inline in
    guard case .run(let run) = inline else { return "/" }
    var text = run.text
    switch run.kind {
    case .text: break
    case .code: text = "`\(text)`"
    case .math: text = "$\(text)$"
    case .link: text = "<\(text)|\(run.target ?? "")>"
    case .picture, .missingPicture, .sound: text = "{\(text)}"
    }
    if run.emphasis.contains(.struck) { text = "~\(text)~" }
    if run.emphasis.contains(.underlined) { text = "+\(text)+" }
    if run.emphasis.contains(.emphasised) { text = "_\(text)_" }
    if run.emphasis.contains(.strong) { text = "**\(text)**" }
    return run.isCloze ? "«\(text)»" : text
  }.joined()
}

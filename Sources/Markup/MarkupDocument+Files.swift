extension MarkupDocument {
  /// The sources of pictures and sounds, as they are written, in reading order.
  public func files(_ kinds: Set<Run.Kind>) -> [String] {
    var sources: [String] = []
    func take(_ inlines: [Inline]) {
      for case .run(let run) in inlines where kinds.contains(run.kind) {
        if let source = run.target, sources.last != source { sources.append(source) }
      }
    }
    func take(_ blocks: [Block]) {
      for block in blocks {
        switch block {
        case .paragraph(let inlines), .heading(_, let inlines), .code(let inlines, _):
          take(inlines)
        case .list(let list): for item in list.items { take(item.blocks) }
        case .quote(let blocks): take(blocks)
        case .callout(let callout):
          take(callout.title)
          take(callout.blocks)
        case .table(let table): for row in table.rows { row.forEach(take) }
        case .rule: break
        }
      }
    }
    take(blocks)
    return sources
  }
}

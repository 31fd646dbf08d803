extension MarkupDocument {
  /// The sources of pictures and sounds, as they are written, in reading order.
  public func files(_ kinds: Set<Run.Kind>) -> [String] {
    var sources: [String] = []
    func takeRuns(_ inlines: [Inline]) {
      for case .run(let run) in inlines where kinds.contains(run.kind) {
        if let source = run.target, sources.last != source { sources.append(source) }
      }
    }
    func takeBlocks(_ blocks: [Block]) {
      for block in blocks {
        switch block {
        case .paragraph(let inlines), .heading(_, let inlines), .code(let inlines, _):
          takeRuns(inlines)
        case .list(let list): for item in list.items { takeBlocks(item.blocks) }
        case .quote(let blocks): takeBlocks(blocks)
        case .callout(let callout):
          takeRuns(callout.title)
          takeBlocks(callout.blocks)
        case .table(let table): for row in table.rows { row.forEach(takeRuns) }
        case .rule: break
        }
      }
    }
    takeBlocks(blocks)
    return sources
  }
}

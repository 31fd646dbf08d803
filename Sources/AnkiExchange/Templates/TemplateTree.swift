/// A template, read once and shown for any note.
struct TemplateTree {
  indirect enum Node {
    /// Shown as it stands.
    case text(Range<Int>)
    case replacement(Replacement)
    case section(name: String, isInverted: Bool, nodes: [Node])
  }

  struct Replacement: Hashable {
    var name: String
    /// In the order in which they apply.
    var filters: [String]
    /// What stands between the braces.
    var tag: String
  }

  let text: TemplateText
  private(set) var nodes: [Node] = []

  static let depthLimit = 200

  init(_ template: String) throws(TemplateError) {
    text = TemplateText(template)
    var scanner = TemplateScanner(text)
    var open: [(name: String, isInverted: Bool)] = []
    var levels: [[Node]] = [[]]
    while let token = scanner.next() {
      switch token {
      case .text(let range): levels[levels.count - 1].append(.text(range))
      case .open(let name, let isInverted):
        guard open.count < Self.depthLimit else { throw .tooDeep }
        open.append((name, isInverted))
        levels.append([])
      case .close(let name):
        guard let last = open.last, last.name == name else {
          throw .sectionNotOpen(name, expected: open.last?.name)
        }
        open.removeLast()
        let nodes = levels.removeLast()
        levels[levels.count - 1].append(
          .section(name: name, isInverted: last.isInverted, nodes: nodes))
      case .replacement(let tag):
        levels[levels.count - 1].append(.replacement(Replacement(tag)))
      }
    }
    if let last = open.last { throw .sectionNotClosed(last.name) }
    nodes = levels[0]
  }
}

extension TemplateTree.Replacement {
  init(_ tag: String) {
    let parts = tag.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    self.tag = tag
    name = parts.last ?? ""
    filters = parts.dropLast().reversed()
  }
}

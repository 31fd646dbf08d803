/// The headings that a place in a file stands below.
struct Outline {
  private struct Heading {
    var level: Int
    var title: String
    var tags: [String]
  }

  private var headings: [Heading] = []
  private var context: UInt32? = 0
  private var known: [String: UInt32] = ["": 0]

  /// The level of the innermost heading, 1 to 6; 0 above the first.
  var level: Int { headings.last?.level ?? 0 }

  /// The tags of all headings above.
  var tags: [String] { headings.flatMap(\.tags) }

  mutating func enter(level: Int, title: String, tags: [String]) {
    while let last = headings.last, last.level >= level { headings.removeLast() }
    headings.append(Heading(level: level, title: title, tags: tags))
    context = nil
  }

  /// The index of the heading path in a table that it may be added to.
  mutating func contextIndex(in table: inout [String]) -> UInt32 {
    if let context { return context }
    let path = headings.map(\.title).filter { !$0.isEmpty }.joined(separator: " › ")
    let index = known[path] ?? UInt32(table.count)
    if index == table.count {
      known[path] = index
      table.append(path)
    }
    context = index
    return index
  }
}

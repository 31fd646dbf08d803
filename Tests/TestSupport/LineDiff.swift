/// The lines in which two texts differ, `-` recorded and `+` drawn, with some lines around.
struct LineDiff {
  private var lines: [(mark: Character, text: Substring)] = []

  init(recorded: String, drawn: String) {
    let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
    let new = drawn.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      if removed.contains(i) {
        lines.append(("-", old[i]))
        i += 1
      } else if inserted.contains(j) {
        lines.append(("+", new[j]))
        j += 1
      } else {
        lines.append((" ", old[i]))
        i += 1
        j += 1
      }
    }
  }

  /// The changed lines with `context` unchanged ones around; `...` where lines are left out.
  func text(context: Int) -> String {
    let changed = lines.indices.filter { lines[$0].mark != " " }
    var shown: [String] = []
    var last = -1
    for index in lines.indices {
      guard changed.contains(where: { abs($0 - index) <= context }) else { continue }
      if index > last + 1 { shown.append("...") }
      shown.append("\(lines[index].mark)\(lines[index].text)")
      last = index
    }
    return shown.joined(separator: "\n")
  }
}

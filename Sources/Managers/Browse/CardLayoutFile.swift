import FileStorage
import StudyDomain

/// The layout of the list of cards, in the state folder of this machine: a line of columns, and one
/// of the order, where it is not that of the decks.
struct CardLayoutFile {
  let path: String

  func read() -> CardLayout {
    var layout = CardLayout()
    // No file yet: the usual layout.
    guard let bytes = try? FileSystem.live.contents(of: path) else { return layout }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let columns = words.dropFirst().compactMap(CardColumn.init)
      switch words.first {
      case "columns":
        // The question always stands there, once, and first.
        layout.columns = [.question]
        for column in columns where !layout.columns.contains(column) {
          layout.columns.append(column)
        }
      case "sort":
        layout.order = CardOrder(columns.first, isDescending: words.last == "descending")
      default: break
      }
    }
    return layout
  }

  func write(_ layout: CardLayout) {
    var text = (["columns"] + layout.columns.map(\.rawValue)).joined(separator: " ") + "\n"
    let order = [
      "sort", layout.order.column?.rawValue, layout.order.isDescending ? "descending" : nil,
    ]
    if layout.order != CardOrder() {
      text += order.compactMap { $0 }.joined(separator: " ") + "\n"
    }
    // Losing a layout costs a few key presses; it is not worth an error.
    try? CacheFile.write(Array(text.utf8), to: path)
  }
}

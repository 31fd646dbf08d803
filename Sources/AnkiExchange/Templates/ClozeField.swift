/// A field with its deletions, `{{c1::text::hint}}`, which may stand in each other.
struct ClozeField {
  indirect enum Node {
    case text(Range<Int>)
    case deletion(Deletion)
  }

  struct Deletion {
    /// Rising.
    ///
    /// A deletion may belong to several cards; 0 is on none.
    var numbers: [Int]
    var hint: Range<Int>?
    var nodes: [Node] = []

    func isAsked(on number: Int) -> Bool { numbers.contains(number) }
  }

  let text: TemplateText
  private(set) var nodes: [Node] = []

  /// Deletions deeper than this are none; their text belongs to what is around them.
  static let depthLimit = 10
  private static let largestNumber = 65_535

  init(_ field: String) {
    text = TemplateText(field)
    var open: [Deletion] = []
    var position = 0
    var start = 0

    /// Ends the text before `position`.
    func flush(_ nodes: inout [Node]) {
      guard start < position else { return }
      if open.isEmpty {
        nodes.append(.text(start..<position))
      } else {
        let last = open.count - 1
        let (shown, hint) = Self.split(text, start..<position)
        if !shown.isEmpty { open[last].nodes.append(.text(shown)) }
        if let hint { open[last].hint = hint }
      }
    }

    while let place = text.first(open.isEmpty ? "{{c" : "}}", else: "{{c", from: position) {
      position = place
      if text.bytes[place] == UInt8(ascii: "}") {
        flush(&nodes)
        let closed = open.removeLast()
        if open.isEmpty {
          nodes.append(.deletion(closed))
        } else {
          open[open.count - 1].nodes.append(.deletion(closed))
        }
        position += 2
        start = position
      } else if let (numbers, end) = Self.opening(text, place) {
        flush(&nodes)
        if open.count < Self.depthLimit { open.append(Deletion(numbers: numbers)) }
        position = end
        start = end
      } else {
        position += 3
      }
    }
    position = text.count
    // What is not closed is not shown.
    if open.isEmpty { flush(&nodes) }
  }

  /// The numbers of a deletion that opens at `place`, and where its text begins.
  private static func opening(_ text: TemplateText, _ place: Int) -> (numbers: [Int], end: Int)? {
    var numbers: Set<Int> = []
    var number: Int?
    var index = place + 3
    while index < text.count {
      let byte = text.bytes[index]
      if TemplateText.isDigit(byte) {
        number = min((number ?? 0) * 10 + Int(byte & 0x0F), largestNumber + 1)
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        if let number, number <= largestNumber { numbers.insert(number) }
        number = nil
        if byte == UInt8(ascii: ":") { break }
      } else {
        return nil
      }
      index += 1
    }
    guard text.has("::", at: index), !numbers.isEmpty else { return nil }
    return (numbers.sorted(), index + 2)
  }

  /// A text directly in a deletion, and the hint behind the first `::` in it.
  private static func split(
    _ text: TemplateText, _ range: Range<Int>
  ) -> (shown: Range<Int>, hint: Range<Int>?) {
    guard !text.has(ImageOcclusion.prefix, at: range.lowerBound),
      let place = text.first("::", from: range.lowerBound), place < range.upperBound
    else { return (range, nil) }
    return (range.lowerBound..<place, (place + 2)..<range.upperBound)
  }

  /// The numbers of all deletions, those of no card included.
  func numbers() -> Set<Int> {
    var numbers: Set<Int> = []
    Self.collect(nodes, into: &numbers)
    return numbers
  }

  private static func collect(_ nodes: [Node], into numbers: inout Set<Int>) {
    for case .deletion(let deletion) in nodes {
      numbers.formUnion(deletion.numbers)
      collect(deletion.nodes, into: &numbers)
    }
  }
}

import StudyDomain

/// A cloze text whose deletions are shapes on a picture, in words: a terminal shows no picture.
struct OcclusionText {
  private var shapes: [(shape: OcclusionShape, numbers: [UInt32])] = []
  /// Those that are asked for, in their order.
  private var regions: [UInt32] = []

  /// Nil unless every deletion is a shape.
  init?(_ text: ClozeText) {
    // Nearly all texts are told by their first deletion.
    guard let first = text.deletions.all.first,
      text.bytes.matches(
        "image-occlusion:", at: first.text.lowerBound, end: first.text.upperBound)
    else { return nil }
    for deletion in text.deletions.all {
      let source = String(decoding: text.bytes[deletion.text], as: UTF8.self)
      guard let shape = OcclusionShape(source) else { return nil }
      shapes.append((shape, deletion.numbers))
      for number in deletion.numbers where number > 0 && !regions.contains(number) {
        regions.append(number)
      }
    }
    regions.sort()
    addLabels(text.bytes[text.range])
  }

  /// What is written on the picture belongs to no card: its number is 0.
  private mutating func addLabels(_ bytes: Slice<Bytes>) {
    var rest = bytes
    let opener = Array("{{c0::".utf8)
    while let start = rest.firstRange(of: opener) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}".utf8) else { return }
      let source = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      if let shape = OcclusionShape(source) { shapes.append((shape, [])) }
      rest = rest[end.upperBound...]
    }
  }

  /// As HTML with the marks of a cloze around what is asked; `asked` are indices of deletions.
  func html(asked: [Int], style: ClozeText.Style) -> String {
    var html = ""
    for index in asked where shapes.indices.contains(index) {
      let words = Self.escaped(words(index, style))
      // A gap in a question is shown empty: what it asks for stands before it.
      html +=
        style == .hidden
        ? "<div>\(words): \(ClozeMark.open)...\(ClozeMark.close)</div>"
        : "<div>\(ClozeMark.open)\(words)\(ClozeMark.close)</div>"
    }
    for (index, entry) in shapes.enumerated() where !asked.contains(index) {
      guard let label = entry.shape.label else { continue }
      let place = entry.shape.place.map { ", \($0)" } ?? ""
      html += "<div>on the picture: \(Self.escaped(label + place))</div>"
    }
    return html
  }

  /// The regions in words, a line each.
  func words(ofAsked asked: [Int]) -> String {
    asked.filter(shapes.indices.contains).map { words($0, .solved) }.joined(separator: "\n")
  }

  private func words(_ index: Int, _ style: ClozeText.Style) -> String {
    let (shape, numbers) = shapes[index]
    let number = numbers.first.flatMap { regions.firstIndex(of: $0) }
    var words = number.map { "region \($0 + 1) of \(regions.count)" } ?? "region"
    if let place = shape.place { words += ": \(place)" }
    if style != .hidden, let label = shape.label { words += ": \(label)" }
    return words
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

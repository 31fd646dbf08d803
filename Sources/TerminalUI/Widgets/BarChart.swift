/// Values side by side as columns of eighth blocks, with an axis of numbers and labels below.
///
/// Where there are more values than columns, neighbours share one: nothing is cut.
public struct BarChart: Sendable {
  public var values: [Double]
  /// What stands below a bar, by value; an empty text leaves the place out.
  public var labels: [String]
  /// The end from which neighbours are joined: the bar there stands for as many as all others.
  public var anchor: Anchor
  public var joining: Joining
  public var role: Style.Role
  /// The top of the axis; nil is a round number above the largest bar.
  public var top: Double?

  public enum Anchor: Sendable { case first, last }

  /// What a bar of several values shows.
  public enum Joining: Sendable { case sum, average }

  public init(
    _ values: [Double], labels: [String] = [], anchor: Anchor = .first, joining: Joining = .sum,
    role: Style.Role = .accent, top: Double? = nil
  ) {
    self.values = values
    self.labels = labels
    self.anchor = anchor
    self.joining = joining
    self.role = role
    self.top = top
  }

  /// A bar: the place of its first value, and what it shows.
  struct Bar: Equatable {
    var first: Int
    var value: Double
  }

  /// How many values share a bar in so many columns of a chart, its axis included.
  public func valuesPerBar(width: Int) -> Int {
    guard !values.isEmpty else { return 1 }
    let room = max(1, width - (width >= Self.narrowestAxis ? axisWidth : 0))
    return (values.count + room - 1) / room
  }

  /// Columns that a chart with numbers at its side has at least.
  private static let narrowestAxis = 12

  /// Columns for the numbers of the axis and a blank.
  private var axisWidth: Int { Self.number(scale).count + 1 }

  /// As if no values were joined: the width of the axis must not depend on itself.
  private var scale: Double {
    top ?? Self.roundedUp(joining == .sum ? values.reduce(0, +) : values.max() ?? 0)
  }

  func bars(width: Int) -> [Bar] {
    let each = valuesPerBar(width: width)
    let rest = values.count % each
    var bars: [Bar] = []
    var place = 0
    while place < values.count {
      let count = anchor == .last && place == 0 && rest > 0 ? rest : each
      let part = values[place..<min(place + count, values.count)]
      let sum = part.reduce(0, +)
      bars.append(Bar(first: place, value: joining == .sum ? sum : sum / Double(part.count)))
      place += count
    }
    return bars
  }

  // MARK: Drawing

  public func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width > 0, rect.height > 0, !values.isEmpty else { return }
    let bars = bars(width: rect.width)
    let highest = top ?? Self.roundedUp(bars.map(\.value).max() ?? 0)
    let axis = rect.width >= Self.narrowestAxis ? Self.number(highest).count + 1 : 0
    let hasLabels = rect.height >= 3 && labels.contains { !$0.isEmpty }
    let plot = Rect(
      x: rect.x + axis, y: rect.y, width: rect.width - axis,
      height: rect.height - (hasLabels ? 1 : 0))
    let barWidth = max(1, min(8, plot.width / max(1, bars.count)))
    drawAxis(highest, on: &canvas, x: rect.x, width: axis - 1, plot)
    for (index, bar) in bars.enumerated() {
      drawBar(
        highest > 0 ? bar.value / highest : 0, on: &canvas, x: plot.x + index * barWidth,
        width: barWidth > 1 ? barWidth - 1 : 1, plot)
    }
    if hasLabels { drawLabels(bars, barWidth, on: &canvas, plot, right: rect.maxX) }
  }

  private func drawAxis(
    _ highest: Double, on canvas: inout Canvas, x: Int, width: Int, _ plot: Rect
  ) {
    guard width > 0 else { return }
    func put(_ value: Double, row: Int) {
      canvas.draw(
        [Span(Self.number(value), .dim)], x: x, y: plot.y + row, width: width, align: .right)
    }
    put(highest, row: 0)
    guard plot.height >= 2 else { return }
    put(0, row: plot.height - 1)
    let half = highest / 2
    if plot.height >= 5, half == half.rounded() { put(half, row: plot.height / 2) }
  }

  /// At least an eighth of a row for anything above nothing; a line on the ground for nothing.
  private func drawBar(
    _ share: Double, on canvas: inout Canvas, x: Int, width: Int, _ plot: Rect
  ) {
    let full = plot.height * 8
    let filled = share > 0 ? max(1, min(full, Int((share * Double(full)).rounded()))) : 0
    guard filled > 0 else {
      let ground = String(repeating: "·", count: width)
      canvas.draw(ground, x: x, y: plot.maxY - 1, style: Style(.rule), limit: plot.maxX)
      return
    }
    for row in 0..<plot.height {
      let eighths = min(8, filled - row * 8)
      guard eighths > 0 else { return }
      let block = String(repeating: Self.blocks[eighths - 1], count: width)
      canvas.draw(block, x: x, y: plot.maxY - 1 - row, style: Style(role), limit: plot.maxX)
    }
  }

  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private func drawLabels(
    _ bars: [Bar], _ barWidth: Int, on canvas: inout Canvas, _ plot: Rect, right: Int
  ) {
    var free = plot.x
    func label(_ index: Int) -> String {
      let first = bars[index].first
      return labels.indices.contains(first) ? labels[first] : ""
    }
    // The last bar's label is the one that says where the axis ends.
    let last = bars.indices.last.map(label) ?? ""
    let lastEnd = min(right, plot.x + bars.count * barWidth)
    let lastStart = max(
      plot.x, min(plot.x + (bars.count - 1) * barWidth, lastEnd - PortableText.width(of: last)))
    let showsLast = anchor == .last && !last.isEmpty
    for index in bars.indices {
      let text = label(index)
      let x = plot.x + index * barWidth
      let end = x + PortableText.width(of: text)
      guard !text.isEmpty, x >= free, end <= (showsLast ? lastStart - 1 : right) else { continue }
      canvas.draw(text, x: x, y: plot.maxY, style: Style(.dim), limit: right)
      free = end + 2
    }
    if showsLast {
      canvas.draw(last, x: lastStart, y: plot.maxY, style: Style(.dim), limit: right)
    }
  }

  // MARK: Numbers

  /// The smallest round number that is not below a value.
  static func roundedUp(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    var power = 1.0
    while power * 10 < value { power *= 10 }
    let fine = power >= 10 ? [1.2, 1.4, 1.6, 2.4] : []
    return ([1.0, 2, 3, 4, 5, 6, 8, 10] + fine).sorted().first { $0 * power >= value }
      .map { $0 * power } ?? value
  }

  /// Without a fraction; thousands and millions with a letter.
  static func number(_ value: Double) -> String {
    let whole = Int(value.rounded())
    if whole >= 10_000_000 { return "\(whole / 1_000_000)M" }
    if whole >= 10_000 { return "\(whole / 1000)k" }
    return String(whole)
  }
}

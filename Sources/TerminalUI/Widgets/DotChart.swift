/// A line in braille dots: two dots a column, four a row.
public struct DotChart: Sendable {
  /// Values at even distances, between the ends of the axis.
  public var values: [Double]
  public var range: ClosedRange<Double>
  /// A value at which a dotted line goes across.
  public var level: Double?
  /// Where a line goes down, as a share of the width.
  public var mark: Double?

  public init(
    _ values: [Double], in range: ClosedRange<Double>, level: Double? = nil, mark: Double? = nil
  ) {
    self.values = values
    self.range = range
    self.level = level
    self.mark = mark
  }

  public func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width > 0, rect.height > 0, values.count > 1 else { return }
    var line = Dots(width: rect.width, height: rect.height)
    var last: Int?
    for x in 0..<line.dotWidth {
      let place = Double(x) / Double(line.dotWidth - 1) * Double(values.count - 1)
      let y = row(of: values[min(values.count - 1, Int(place.rounded()))], line.dotHeight)
      // What rises or falls by more than a dot stays one line.
      for between in min(y, last ?? y)...max(y, last ?? y) { line.set(x, between) }
      last = y
    }
    var across = Dots(width: rect.width, height: rect.height)
    if let level, range.contains(level) {
      let y = row(of: level, across.dotHeight)
      for x in stride(from: 0, to: across.dotWidth, by: 4) { across.set(x, y) }
    }
    let markColumn = mark.map { min(rect.width - 1, max(0, Int($0 * Double(rect.width)))) }
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let (dots, level) = (line[x, y], across[x, y])
        if dots | level != 0 {
          canvas.draw(
            Dots.character(dots | level), x: rect.x + x, y: rect.y + y,
            style: Style(dots != 0 ? .accent : .dim))
        } else if x == markColumn {
          canvas.draw("│", x: rect.x + x, y: rect.y + y, style: Style(.rule))
        }
      }
    }
  }

  /// From the top.
  private func row(of value: Double, _ height: Int) -> Int {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(height - 1, max(0, Int(((1 - share) * Double(height - 1)).rounded())))
  }
}

/// Cells of two by four dots.
private struct Dots {
  let width: Int
  private var cells: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    cells = Array(repeating: 0, count: width * height)
  }

  var dotWidth: Int { width * 2 }
  var dotHeight: Int { cells.count / width * 4 }

  subscript(x: Int, y: Int) -> UInt8 { cells[y * width + x] }

  /// Unicode numbers the upper three rows by column, then the lowest row.
  mutating func set(_ x: Int, _ y: Int) {
    let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + x % 2 * 3
    cells[y / 4 * width + x / 2] |= 1 << UInt8(bit)
  }

  static func character(_ dots: UInt8) -> String {
    // U+2800 to U+28FF are all braille.
    String(Unicode.Scalar(0x2800 + UInt32(dots)).map { Character($0) } ?? " ")
  }
}

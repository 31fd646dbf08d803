/// Days as a grid: weeks are columns, weekdays rows, five steps from nothing to much.
///
/// The steps differ by their glyphs, so also without colour. Where there is no room for all weeks,
/// neighbours share a column.
public struct HeatMap: Sendable {
  /// A count for each day, the first of them a Monday; nil for days that are not there yet.
  public var days: [Int?]
  /// A label above a week, such as the month that begins in it; empty for none.
  public var weekLabels: [String]

  public init(days: [Int?], weekLabels: [String]) {
    self.days = days
    self.weekLabels = weekLabels
  }

  /// Labels, seven rows.
  public static let height = 8
  private static let labelWidth = 4

  private var weekCount: Int { (days.count + 6) / 7 }

  /// How many weeks share a column.
  public func weeksPerColumn(width: Int) -> Int {
    let room = max(1, width - Self.labelWidth)
    return max(1, (weekCount + room - 1) / room)
  }

  /// The counts from which the steps two to four begin: a quarter of the days that have any lies
  /// between each two, so that one day of an import does not make all others pale.
  public func steps(width: Int) -> [Int] {
    Self.steps(of: columns(width: width).joined().compactMap(\.self))
  }

  static func steps(of counts: [Int]) -> [Int] {
    let sorted = counts.filter { $0 > 0 }.sorted()
    guard !sorted.isEmpty else { return [1, 1, 1] }
    return (1...3).map { sorted[min(sorted.count - 1, sorted.count * $0 / 4)] }
  }

  /// 0 for nothing, then 1 to 4.
  static func step(of count: Int, _ steps: [Int]) -> Int {
    count <= 0 ? 0 : 1 + steps.count { count > $0 }
  }

  /// The glyph of each step.
  public static let glyphs: [Character] = ["·", "░", "▒", "▓", "█"]

  /// By column, then by weekday; the last column ends with the last week.
  private func columns(width: Int) -> [[Int?]] {
    let each = weeksPerColumn(width: width)
    let first = weekCount % each == 0 ? each : weekCount % each
    var columns: [[Int?]] = []
    var week = 0
    while week < weekCount {
      let end = week + (week == 0 ? first : each)
      columns.append(
        (0..<7).map { weekday in
          let counts = (week..<end).compactMap { week -> Int? in
            let place = week * 7 + weekday
            return days.indices.contains(place) ? days[place] : nil
          }
          return counts.isEmpty ? nil : counts.reduce(0, +)
        })
      week = end
    }
    return columns
  }

  public func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width > Self.labelWidth, rect.height > 0 else { return }
    let columns = columns(width: rect.width)
    let steps = Self.steps(of: columns.joined().compactMap(\.self))
    let each = weeksPerColumn(width: rect.width)
    let first = weekCount % each == 0 ? each : weekCount % each
    let left = rect.x + Self.labelWidth
    var free = left
    for column in columns.indices {
      let begin = column == 0 ? 0 : first + (column - 1) * each
      let weeks = begin..<(column == 0 ? first : begin + each)
      let label = weeks.lazy.compactMap { week in
        weekLabels.indices.contains(week) && !weekLabels[week].isEmpty ? weekLabels[week] : nil
      }.first
      let x = left + column
      if let label, x >= free, x + PortableText.width(of: label) <= rect.maxX {
        canvas.draw(label, x: x, y: rect.y, style: Style(.dim), limit: rect.maxX)
        free = x + PortableText.width(of: label) + 1
      }
    }
    for weekday in 0..<7 where weekday + 1 < rect.height {
      let y = rect.y + 1 + weekday
      let name = ["Mon", "", "Wed", "", "Fri", "", "Sun"][weekday]
      canvas.draw(name, x: rect.x, y: y, style: Style(.dim), limit: left)
      for (column, counts) in columns.enumerated() {
        guard let count = counts[weekday] else { continue }
        let step = Self.step(of: count, steps)
        canvas.draw(
          String(Self.glyphs[step]), x: left + column, y: y,
          style: Style(step == 0 ? .rule : .accent), limit: rect.maxX)
      }
    }
  }
}

import Markup
import StudyDomain
import TerminalUI

/// The rows of Card info; those of the curve are drawn as dots in their place.
struct CardInfoRows {
  private let info: CardInfo
  private let width: Int
  private(set) var rows: [[Span]] = []
  /// The rows that the curve has; empty when there is none or no room.
  private(set) var curve = 0..<0

  static let curveHeight = 7

  init(_ info: CardInfo, width: Int) {
    self.info = info
    self.width = width
    addHead()
    addFacts()
    addReasons()
    addCurve()
    addHistory()
  }

  private mutating func addHeading(_ text: String) {
    if width >= 40 { rows.append([]) }
    rows.append([Span(text, .heading, .bold)])
  }

  private mutating func addWrapped(_ text: String, _ role: Style.Role = .text, indent: Int = 0) {
    let lines = TextWrap.rows(text, width: max(1, width - indent))
    rows += lines.map { [Span(String(repeating: " ", count: indent) + $0, role)] }
  }

  // MARK: Head and facts

  private mutating func addHead() {
    func firstLine(_ text: String) -> String {
      let lines = MarkupDocument(markdown: ClozeMark.plain(text)).plainText.split(separator: "\n")
      return lines.first.map(String.init) ?? ""
    }
    rows.append([Span(firstLine(info.report.text.front), .title, .bold)])
    rows.append([Span(firstLine(info.report.text.back), .dim)])
    if width >= 40 { rows.append([]) }
  }

  private mutating func addFacts() {
    let facts = facts
    // Two columns where both have room.
    guard width >= 70 else {
      rows += facts.flatMap { Self.fact($0, width: width) }
      return
    }
    let half = (facts.count + 1) / 2
    let column = (width - 2) / 2
    for row in 0..<half {
      var spans = Self.fact(facts[row], width: column)[0].truncated(to: column)
      if half + row < facts.count {
        spans.append(Span(String(repeating: " ", count: column + 2 - spans.width)))
        spans += Self.fact(facts[half + row], width: column)[0].truncated(to: column)
      }
      rows.append(spans)
    }
  }

  private static func fact(_ fact: (name: String, value: String), width: Int) -> [[Span]] {
    let column = width >= 30 ? 16 : 0
    guard column > 0 else {
      return [[Span(fact.name + " ", .dim), Span(fact.value)]]
    }
    let padding = String(repeating: " ", count: max(1, column - fact.name.count))
    return [[Span(fact.name + padding, .dim), Span(fact.value)]]
  }

  private var facts: [(name: String, value: String)] {
    let (report, state) = (info.report, info.report.state)
    var facts: [(String, String)] = [
      ("State", stateWords), ("Due", dueWords),
      ("Interval", state.interval?.shortText ?? "none"),
      ("Stability", state.memory.map { NumberText.days($0.stability) } ?? "none"),
      ("Difficulty", state.memory.map { NumberText.plain($0.difficulty) + " of 10" } ?? "none"),
      (
        "Recall now",
        report.retrievability.map { NumberText.plain($0 * 100) + " %" } ?? "not yet asked"
      ),
      ("Deck", report.deck.parts.joined(separator: " › ")),
      ("File", "\(report.file):\(report.line)"),
      ("Answers", "\(state.reps)" + (state.crams > 0 ? ", \(state.crams) for practice" : "")),
      ("Lapses", "\(state.lapses)"),
      ("Introduced", info.history.introduced?.isoDate ?? "not yet"),
      ("Time", timeWords),
    ]
    if !report.tags.isEmpty { facts.append(("Tags", report.tags.joined(separator: " "))) }
    facts.append(("Kind", report.kind))
    facts.append(("Id", report.key.text))
    return facts
  }

  private var timeWords: String {
    let (total, count) = (info.history.totalMilliseconds, info.history.reviews.count)
    return count == 0 ? "none" : "\(Self.seconds(total)), \(Self.seconds(total / count)) each"
  }

  private var stateWords: String {
    let state = info.report.state
    var words = [state.phase.word]
    if state.stepsLeft > 0 {
      words.append(counted(Int(state.stepsLeft), "step", "steps") + " left")
    }
    if state.isSuspended { words.append("suspended") }
    if info.report.isBuried { words.append("buried until tomorrow") }
    if state.isLeech { words.append("leech") }
    if state.isMarked { words.append("marked") }
    if state.flag > 0 { words.append("flag \(state.flag)") }
    return words.joined(separator: ", ")
  }

  private var dueWords: String {
    switch info.report.state.due {
    case nil: return "as a new card"
    case .time(let time): return Self.local(time, info.offsetMinutes)
    case .day(let day):
      let days = day - info.today
      let many = counted(abs(days), "day", "days")
      let distance = days == 0 ? "today" : days > 0 ? "in " + many : many + " late"
      return "\(day.isoDate), \(distance)"
    }
  }

  // MARK: Why

  private mutating func addReasons() {
    guard !info.history.reasons.isEmpty else { return }
    addHeading("If it is answered now")
    var words: [String] = []
    if let recall = info.report.retrievability {
      words.append("recall \(NumberText.plain(recall * 100)) %")
    }
    if let days = info.history.elapsedDays {
      let many = counted(days, "day", "days")
      words.append(days == 0 ? "answered today" : many + " since the last answer")
    }
    words.append("\(NumberText.plain(info.history.desiredRetention * 100)) % is wanted")
    addWrapped(words.joined(separator: ", "), .dim)
    for reason in info.history.reasons {
      let name = GradeRow.name(reason.grade)
      let interval = reason.interval.shortText
      let role = GradeRow.role(of: reason.grade)
      guard width >= 50 else {
        rows.append([Span("\(name) \(interval)", role)])
        addWrapped(reason.words, .dim, indent: 2)
        continue
      }
      let head = name + String(repeating: " ", count: 6 - name.count) + interval
      let column = 15
      let lines = TextWrap.rows(reason.words, width: width - column)
      for (row, line) in lines.enumerated() {
        let left = row == 0 ? head : ""
        rows.append([
          Span(left + String(repeating: " ", count: max(1, column - left.count)), role),
          Span(line),
        ])
      }
    }
  }

  // MARK: Curve

  private mutating func addCurve() {
    guard let curve = info.history.curve, width >= 16 else { return }
    addHeading("Forgetting curve")
    self.curve = rows.count..<rows.count + Self.curveHeight
    rows += Array(repeating: [], count: Self.curveHeight)
    let (start, end) = (date(curve.start), date(curve.end))
    let axis = Self.axisWidth
    let room = width - axis
    let now = axis + min(room - 1, max(0, Int(curve.nowShare * Double(room))))
    var spans = [Span(String(repeating: " ", count: axis) + start, .dim)]
    if now > spans.width + 1, now + 4 + end.count < width {
      spans.append(Span(String(repeating: " ", count: now - spans.width) + "now", .dim))
    }
    if spans.width + 1 + end.count <= width {
      spans.append(Span(String(repeating: " ", count: width - spans.width - end.count) + end, .dim))
    }
    rows.append(spans)
  }

  private func date(_ time: Timestamp) -> String {
    String(Self.local(time, info.offsetMinutes).prefix(10))
  }

  /// Columns for "100 % ".
  static let axisWidth = 6

  /// The curve with its axis, to be copied row by row.
  func curvePicture() -> Canvas? {
    guard let curve = info.history.curve, !self.curve.isEmpty else { return nil }
    var canvas = Canvas(size: Size(width: width, height: Self.curveHeight))
    let wanted = info.history.desiredRetention
    // Most cards never fall far: the axis begins below the lowest chance, but not above one half.
    let lowest = Double(curve.chances.min() ?? 0)
    let bottom = max(0, min(0.5, (min(lowest, wanted) * 10).rounded(.down) / 10 - 0.1))
    let plot = Rect(
      x: Self.axisWidth, y: 0, width: width - Self.axisWidth, height: Self.curveHeight)
    DotChart(
      curve.chances.map(Double.init), in: bottom...1, level: wanted, mark: curve.nowShare
    ).draw(on: &canvas, in: plot)
    func label(_ value: Double, _ row: Int) {
      canvas.draw(
        [Span("\(Int((value * 100).rounded())) %", .dim)], x: 0, y: row,
        width: Self.axisWidth - 1, align: .right)
    }
    label(1, 0)
    label(bottom, Self.curveHeight - 1)
    let row = Int(((1 - wanted) / (1 - bottom) * Double(Self.curveHeight - 1)).rounded())
    if (1..<Self.curveHeight - 1).contains(row) { label(wanted, row) }
    return canvas
  }

  // MARK: History

  private mutating func addHistory() {
    let reviews = info.history.reviews
    addHeading("History, " + counted(reviews.count, "answer", "answers"))
    if reviews.isEmpty { rows.append([Span("Never asked", .dim)]) }
    let isWide = width >= 70
    if isWide, !reviews.isEmpty {
      rows.append([
        Span(
          "Date              Grade  Next      Before        Time   Stability  Difficulty", .dim)
      ])
    }
    for review in reviews.reversed() { rows.append(row(of: review, isWide: isWide)) }
  }

  private func row(of review: CardHistory.Review, isWide: Bool) -> [Span] {
    func padded(_ text: String, _ columns: Int) -> String {
      text + String(repeating: " ", count: max(1, columns - PortableText.width(of: text)))
    }
    let time = Self.local(review.time, review.offsetMinutes)
    let grade = GradeRow.name(review.grade)
    let role = GradeRow.role(of: review.grade)
    let isPractice = review.mode == .practice
    guard isWide else {
      return [
        Span(padded(String(time.prefix(10)), 11), .dim), Span(padded(grade, 6), role),
        Span(isPractice ? "practice" : review.interval.shortText),
      ]
    }
    let before =
      isPractice ? "practice" : review.mode == .ahead ? "ahead" : review.phaseBefore.word
    return [
      Span(padded(time, 18), .dim), Span(padded(grade, 7), role),
      Span(padded(isPractice ? "–" : review.interval.shortText, 10)),
      Span(padded(before, 12), .dim),
      Span(padded(Self.right(Self.seconds(Int(review.milliseconds)), 6), 9)),
      Span(padded(review.memory.map { NumberText.days($0.stability) } ?? "–", 11)),
      Span(review.memory.map { NumberText.plain($0.difficulty) } ?? "–"),
    ]
  }

  private static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.count)) + text
  }

  // MARK: Words

  /// "2026-12-01 10:05" on the clock of where it happened.
  static func local(_ time: Timestamp, _ offsetMinutes: Int) -> String {
    let wall = CivilTime(wallSeconds: time.seconds + Int64(offsetMinutes) * 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(wall.date.iso) \(two(wall.hour)):\(two(wall.minute))"
  }

  /// "8.2 s", "3 min".
  static func seconds(_ milliseconds: Int) -> String {
    milliseconds < 100_000
      ? ChartTexts.tenths(Double(milliseconds) / 1000) + " s"
      : minutesText(seconds: milliseconds / 1000)
  }
}

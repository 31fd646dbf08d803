import StudyDomain

/// A value of JSON, written with sorted keys and an indent of one blank.
indirect enum HistoryJSON {
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case list([HistoryJSON])
  case object([(String, HistoryJSON)])

  func write(into output: inout String, indent: Int = 0) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .number(let value): output += String(value)
    case .text(let text): Self.quote(text, into: &output)
    case .list(let values):
      Self.writeItems("[", "]", values.count, indent, into: &output) {
        values[$0].write(into: &$1, indent: indent + 1)
      }
    case .object(let members):
      let sorted = members.sorted { LineText.isLower($0.0, than: $1.0) }
      Self.writeItems("{", "}", sorted.count, indent, into: &output) {
        Self.quote(sorted[$0].0, into: &$1)
        $1 += ": "
        sorted[$0].1.write(into: &$1, indent: indent + 1)
      }
    }
  }

  private static func writeItems(
    _ open: String, _ close: String, _ count: Int, _ indent: Int, into output: inout String,
    _ item: (Int, inout String) -> Void
  ) {
    output += open
    for index in 0..<count {
      output += index == 0 ? "\n" : ",\n"
      output += String(repeating: " ", count: indent + 1)
      item(index, &output)
    }
    if count > 0 { output += "\n" + String(repeating: " ", count: indent) }
    output += close
  }

  private static func quote(_ text: String, into output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{8}": output += "\\b"
      case "\u{c}": output += "\\f"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}

extension History {
  /// The whole state as canonical JSON with sorted keys, LF at the end; the same in any zone.
  ///
  /// Stability and difficulty are whole thousandths.
  public func json() -> String {
    let alive = cards
    let orphaned = (0..<UInt32(table.keys.count)).filter(isOrphan).map(CardID.init)
    let days = dayTable.all.map { day, count in
      (
        String(day.number),
        HistoryJSON.object([
          ("reviews", .number(Int64(count.reviews))), ("new", .number(Int64(count.new))),
          ("cram", .number(Int64(count.cram))),
        ])
      )
    }
    let settings = settings.map { setting in
      let parts =
        [setting.kind.word, setting.subject] + (setting.name.map { [$0] } ?? [])
        + (setting.day.map { [String($0.number)] } ?? [])
      return (
        parts.joined(separator: " | "), HistoryJSON.list(setting.details.map(HistoryJSON.text))
      )
    }
    let state = HistoryJSON.object([
      ("cards", .object(alive.map { (name(of: $0), card($0)) })),
      ("orphans", .object(orphaned.map { (name(of: $0), card($0)) })),
      ("days", .object(days)), ("settings", .object(settings)), ("problems", problemsJSON),
    ])
    var output = ""
    state.write(into: &output)
    return output + "\n"
  }

  /// One card as it stands in `json()`.
  private func card(_ card: CardID) -> HistoryJSON {
    let state = state(of: card)
    let due: HistoryJSON =
      switch state.due {
      case nil: .null
      case .day(let day): .object([("day", .number(Int64(day.number)))])
      case .time(let time): .object([("ms", .number(time.milliseconds))])
      }
    func thousandths(_ value: Double?) -> HistoryJSON {
      value.map { .number(Int64(($0 * 1000).rounded())) } ?? .null
    }
    return .object([
      ("keys", .list(keys(of: card).map(HistoryJSON.text))),
      ("state", .text(state.phase.word)),
      ("stability", thousandths(state.memory?.stability)),
      ("difficulty", thousandths(state.memory?.difficulty)),
      ("interval", state.interval.map { .text($0.historyForm) } ?? .null), ("due", due),
      ("reps", .number(Int64(state.reps))), ("lapses", .number(Int64(state.lapses))),
      ("reviews", .number(Int64(state.reviews))), ("cram", .number(Int64(state.crams))),
      ("log", .list(logLines(of: card).map(HistoryJSON.text))),
      ("suspended", .bool(state.isSuspended)),
      ("buried", state.buriedDay.map { .number(Int64($0.number)) } ?? .null),
      ("flag", .number(Int64(state.flag))), ("marked", .bool(state.isMarked)),
      ("leech", .bool(state.isLeech)),
    ])
  }

  /// What happened to a card, a line an event: `k3f9q2ab.7 good 3 8d recomputed` says the event,
  /// the grade, the days since the last review and the interval.
  public func logLines(of card: CardID) -> [String] {
    entries(of: card).map { entry in
      guard let review = entry.review else { return "\(entry.name.text) \(entry.kind.word)" }
      if review.mode == .cram { return "\(entry.name.text) cram \(review.grade.word)" }
      return "\(entry.name.text) \(review.isFirst ? "first " : "")\(review.grade.word) "
        + "\(review.elapsedDays) \(review.interval.historyForm)"
        + (review.isRecomputed ? " recomputed" : "")
    }
  }

  private var problemsJSON: HistoryJSON {
    let problems = problems
    return .object([
      ("bad", .number(Int64(problems.badCount))),
      ("unknown", .number(Int64(problems.unknownCount))),
      ("altered", .list(problems.altered.map(HistoryJSON.text))),
      ("reused", .list(problems.reused.map(HistoryJSON.text))),
      ("split_imports", .list(problems.splitImports.map(HistoryJSON.text))),
    ])
  }
}

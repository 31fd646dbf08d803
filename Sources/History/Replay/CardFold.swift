import StudyDomain

/// Folds the events of one card, in replay order, into its state.
struct CardFold {
  var card: CardRecord
  let table: EventTable
  let rules: any MemoryRules
  let learningSteps: Int32
  let relearningSteps: Int32
  /// Names of imported reviews that another review stands for.
  let standIns: [EventName: EventName]
  /// What each event did, when it is asked for.
  var entries: [CardEntry]?

  /// Applies one event; `day` and `time` after retiming.
  ///
  /// `record` is the event's.
  mutating func apply(_ event: UInt32, _ record: EventRecord, day: Int64, time: Int64) {
    let phaseBefore = card.phase
    var review: ReviewEntry?
    switch record.kind {
    case .review:
      review = applyReview(event, record, day: day, time: time)
      if day > card.latestDay { card.latestDay = day }
    case .forget: forget()
    case .due: setDue(event, record, day: day, time: time)
    case .suspend: card.bits.insert(.suspended)
    case .unsuspend: card.bits.remove(.suspended)
    case .bury:
      card.bits.insert(.buried)
      card.buriedDay = day
    case .unbury:
      card.bits.remove(.buried)
      card.buriedDay = 0
    case .flag: card.flag = UInt8(truncatingIfNeeded: table.amount(event, record))
    case .mark: set(.marked, table.amount(event, record) == 1)
    case .leech: set(.leech, table.amount(event, record) == 1)
    default: return
    }
    if !record.isCram, let track = record.kind.track {
      card[track] = event
      if track == .schedule { card.scheduleEvents += 1 }
    }
    card.lastEvent = event
    if entries != nil {
      let entry = CardEntry(
        name: table.name(event), kind: record.kind, time: Timestamp(milliseconds: time),
        day: StudyDay(Int(day)), offsetMinutes: Int(record.offset), phaseBefore: phaseBefore,
        phaseAfter: card.phase,
        review: review)
      entries?.append(entry)
    }
  }

  private mutating func set(_ bit: CardRecord.Bits, _ on: Bool) {
    if on { card.bits.insert(bit) } else { card.bits.remove(bit) }
  }

  private mutating func forget() {
    card.phase = .new
    card.bits.subtract([.hasMemory, .hasLastDay, .dueIsTime, .intervalIsSeconds])
    card.stability = 0
    card.difficulty = 0
    card.interval = 0
    card.due = 0
    card.lastDay = 0
    card.lastReview = .min
    card.reps = 0
    card.lapses = 0
    card.stepsLeft = 0
  }

  private mutating func setDue(_ event: UInt32, _ record: EventRecord, day: Int64, time: Int64) {
    // As they stand in the line: nothing in a number or a known name is ever escaped.
    let details = table.text(event)?.split(separator: 9, omittingEmptySubsequences: false) ?? []
    let dueDay = details.first.flatMap { Decimal.signedNumber($0) } ?? 0
    let interval = max(1, table.amount(event, record))
    let past = KnownPast(details: details.dropFirst(2))
    if let memory = past.memory {
      card.stability = memory.stability
      card.difficulty = memory.difficulty
      card.bits.insert(.hasMemory)
    } else if !card.bits.contains(.hasMemory) {
      card.stability = Double(interval)
      card.difficulty = 5
      card.bits.insert(.hasMemory)
    }
    if let reps = past.reps { card.reps = Int32(clamping: reps) }
    if let lapses = past.lapses { card.lapses = Int32(clamping: lapses) }
    card.phase = .review
    card.interval = interval
    card.due = dueDay
    card.bits.subtract([.dueIsTime, .intervalIsSeconds])
    card.stepsLeft = 0
    if !card.bits.contains(.hasLastDay) {
      card.lastDay = day
      // The chance of recall is reckoned from here.
      card.lastReview = time
      card.bits.insert(.hasLastDay)
    }
  }

  private mutating func applyReview(
    _ event: UInt32, _ record: EventRecord, day: Int64, time: Int64
  ) -> ReviewEntry? {
    let grade = record.grade
    if record.isCram {
      card.crams += 1
      guard entries != nil else { return nil }
      return ReviewEntry(
        grade: grade, takenMilliseconds: table.taken(event, record), mode: .cram, elapsedDays: 0,
        interval: table.interval(event, record), isRecomputed: false,
        isFirst: false, retention: Int(record.retention), memory: nil)
    }
    let isFirst = !card.bits.contains(.hasMemory)
    let elapsed = card.bits.contains(.hasLastDay) ? Int(max(0, day - card.lastDay)) : 0
    let memory = rules.memory(after: card.memory, grade: grade, elapsedDays: elapsed)
    card.stability = memory.stability
    card.difficulty = memory.difficulty
    var interval = table.amount(event, record)
    var isSeconds = record.flags.contains(.seconds)
    let asGiven =
      isAfterLast(event, record) && table.seen(event, record) == card.scheduleEvents
    let isRecomputed = !asGiven && (!isSeconds || (card.phase == .review && grade != .again))
    if isRecomputed {
      isSeconds = false
      interval = Int64(rules.intervalDays(for: memory, retention: Int(record.retention)))
    }
    if grade == .again && card.phase == .review { card.lapses += 1 }
    advance(grade, isSeconds: isSeconds)
    if isSeconds {
      card.due = time + interval * 1000
      card.bits.formUnion([.dueIsTime, .intervalIsSeconds])
    } else {
      card.due = day + interval
      card.bits.subtract([.dueIsTime, .intervalIsSeconds])
    }
    card.interval = interval
    card.lastDay = day
    card.lastReview = time
    card.bits.formUnion([.hasMemory, .hasLastDay])
    card.reps += 1
    card.reviews += 1
    guard entries != nil else { return nil }
    return ReviewEntry(
      grade: grade, takenMilliseconds: table.taken(event, record), mode: record.mode,
      elapsedDays: elapsed, interval: card.shownInterval, isRecomputed: isRecomputed,
      isFirst: isFirst, retention: Int(record.retention), memory: memory)
  }

  /// Phase and steps left after a grade.
  private mutating func advance(_ grade: Grade, isSeconds: Bool) {
    guard isSeconds else {
      card.phase = .review
      card.stepsLeft = 0
      return
    }
    let relearns = card.phase == .review || card.phase == .relearning
    let steps = relearns ? relearningSteps : learningSteps
    let isInRun = card.phase == .learning || card.phase == .relearning
    var left = isInRun ? card.stepsLeft : steps
    switch grade {
    case .again: left = steps
    case .good: left -= 1
    case .hard, .easy: break
    }
    card.stepsLeft = max(1, min(left, steps))
    card.phase = relearns ? .relearning : .learning
  }

  /// True when the event in `after` is the card's latest schedule event, or both are missing.
  private func isAfterLast(_ event: UInt32, _ record: EventRecord) -> Bool {
    if standIns.isEmpty, !record.flags.contains(.wide) {
      guard card.lastSchedule != EventRecord.none else {
        return record.afterWriter == EventRecord.none
      }
      let last = table.records[Int(card.lastSchedule)]
      if !last.flags.contains(.wide) {
        return last.writer == record.afterWriter && last.sequence == record.afterSequence
      }
    }
    let previous = card.lastSchedule == EventRecord.none ? nil : table.name(card.lastSchedule)
    let after = table.after(event)
    return after.map { standIns[$0] ?? $0 } == previous
  }
}

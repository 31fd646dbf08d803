import StudyDomain

/// What a record says, exact also where its numbers are wide.
extension EventTable {
  func sequence(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).sequence : Int64(record.sequence)
  }

  /// -1 when empty.
  func group(_ event: UInt32, _ record: EventRecord) -> Int64 {
    if record.flags.contains(.wide) { return wideNumbers(event).group }
    return narrowGroup(of: record)
  }

  func afterSequence(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).afterSequence : Int64(record.afterSequence)
  }

  func day(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).day : Int64(record.day)
  }

  func offset(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).offset : Int64(record.offset)
  }

  func amount(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).amount : Int64(record.amount)
  }

  func seen(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).seen : Int64(record.seen)
  }

  func taken(_ event: UInt32, _ record: EventRecord) -> Int64 {
    record.flags.contains(.wide) ? wideNumbers(event).taken : Int64(record.taken)
  }

  private func wideNumbers(_ event: UInt32) -> WideNumbers {
    guard let numbers = wide[event] else {
      preconditionFailure("a wide event without its numbers")
    }
    return numbers
  }

  func name(_ event: UInt32) -> EventName {
    let record = records[Int(event)]
    return EventName(writer: writers[Int(record.writer)], sequence: sequence(event, record))
  }

  func identity(_ event: UInt32) -> EventIdentity {
    EventIdentity(
      name: name(event), time: Timestamp(milliseconds: records[Int(event)].time))
  }

  func after(_ event: UInt32) -> EventName? {
    let record = records[Int(event)]
    guard record.afterWriter != EventRecord.none else { return nil }
    return EventName(
      writer: writers[Int(record.afterWriter)], sequence: afterSequence(event, record))
  }

  /// The text of an event, still escaped.
  func text(_ event: UInt32) -> UnsafeRawBufferPointer? {
    let place = records[Int(event)].text
    guard place != EventRecord.none else { return nil }
    let start = Int(place) * 4
    guard let head = arena.run(start..<start + 4) else { return nil }
    let length = UnsafeRawBufferPointer(head).loadUnaligned(as: UInt32.self)
    return arena.run(start + 4..<start + 4 + Int(length)).map { UnsafeRawBufferPointer($0) }
  }

  /// The fields of an event's text, unescaped.
  func textFields(_ event: UInt32) -> [[UInt8]] {
    guard let text = text(event) else { return [] }
    return text.split(separator: 9, omittingEmptySubsequences: false).map {
      // Checked when the line was read.
      LineText.unescape(UnsafeRawBufferPointer(rebasing: $0)) ?? []
    }
  }

  /// The subject, unescaped.
  func subject(_ event: UInt32) -> [UInt8] {
    let record = records[Int(event)]
    if record.key != EventRecord.none { return keys.bytes(record.key) }
    let fields = textFields(event)
    return fields[record.kind == .unknown ? 1 : 0]
  }

  func kindWord(_ event: UInt32) -> String {
    let kind = records[Int(event)].kind
    return kind == .unknown ? String(decoding: textFields(event)[0], as: UTF8.self) : kind.word
  }

  /// All details, unescaped.
  func details(_ event: UInt32) -> [String] {
    let record = records[Int(event)]
    var fields = textFields(event).map { String(decoding: $0, as: UTF8.self) }
    if record.kind == .unknown { fields.removeFirst() }
    if record.key == EventRecord.none { fields.removeFirst() }
    guard record.kind == .review else { return fields }
    let parameters =
      record.parameters == EventRecord.none ? nil : parameterNames[Int(record.parameters)]
    let known = [
      record.grade.word, "\(taken(event, record))", interval(event, record).historyForm,
      record.phaseBefore.word, record.mode.word, parameters?.text ?? "", "\(record.retention)",
      "\(seen(event, record))",
    ]
    return known + (fields.isEmpty ? [""] : fields)
  }

  func interval(_ event: UInt32, _ record: EventRecord) -> Interval {
    let amount = Int(amount(event, record))
    return record.flags.contains(.seconds) ? .seconds(amount) : .days(amount)
  }

  func eventLine(_ event: UInt32) -> EventLine {
    let record = records[Int(event)]
    let group = group(event, record)
    return EventLine(
      name: name(event), time: Timestamp(milliseconds: record.time),
      offset: offset(event, record), day: StudyDay(Int(day(event, record))),
      kind: kindWord(event), subject: String(decoding: subject(event), as: UTF8.self),
      group: group < 0 ? nil : group, after: after(event), details: details(event))
  }

  /// The line as it was read, without line end.
  func line(_ event: UInt32) -> [UInt8] {
    eventLine(event).rendered
  }
}

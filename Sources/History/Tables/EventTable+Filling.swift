import StudyDomain

/// Records from checked fields: the way for every kind.
extension EventTable {
  func add(
    _ head: LineHead, _ fields: [Range<Int>], _ bytes: UnsafeRawBufferPointer
  ) -> Added {
    var numbers = WideNumbers(
      sequence: head.name.sequence, group: head.group,
      afterSequence: head.after?.sequence ?? 0, day: head.day, offset: head.offset, amount: 0,
      seen: 0, taken: 0)
    var record = EventRecord(
      time: head.time, sequence: 0, group: EventRecord.noGroup, afterSequence: 0, day: 0,
      amount: 0, seen: 0, taken: 0, writer: writerNumber(head.name.writer),
      afterWriter: EventRecord.none, key: EventRecord.none, parameters: EventRecord.none,
      text: EventRecord.none, offset: 0, retention: 0, kind: head.kind, review: 0, flags: [])
    if let after = head.after { record.afterWriter = writerNumber(after.writer) }
    let lastText = fields[fields.count - 1].lowerBound - 1
    var textStart = fields.count > 9 ? fields[8].lowerBound : lastText
    if head.kind.namesKey {
      record.key = keyNumber(UnsafeRawBufferPointer(rebasing: bytes[fields[5]]))
    }
    switch head.kind {
    case .review:
      fillReview(&record, &numbers, fields, bytes)
      textStart = fields[16].lowerBound
      let isBare = fields.count == 18 && fields[16].isEmpty
      if !fields[16].isEmpty { record.flags.insert(.hasSource) }
      if isBare { textStart = lastText }
    case .due: numbers.amount = Decimal.number(bytes[fields[9]]) ?? 0
    case .flag, .mark, .leech: numbers.amount = Decimal.number(bytes[fields[8]]) ?? 0
    default: break
    }
    let wide = narrow(&record, numbers) ? nil : numbers
    if head.kind.namesKey {
      let text =
        textStart < lastText
        ? UnsafeRawBufferPointer(rebasing: bytes[textStart..<lastText]) : nil
      return add(record, wide: wide, text: text)
    }
    // Group and after stand between subject and details.
    var text: [UInt8] = []
    if head.kind == .unknown { text += bytes[fields[4]] + [9] }
    text += bytes[fields[5]]
    if textStart < lastText || fields.count > 9 { text += [9] + bytes[textStart..<lastText] }
    return text.withUnsafeBytes { add(record, wide: wide, text: $0) }
  }

  private func fillReview(
    _ record: inout EventRecord, _ numbers: inout WideNumbers, _ fields: [Range<Int>],
    _ bytes: UnsafeRawBufferPointer
  ) {
    let given = bytes[fields[10]]
    guard let grade = Grade(historyWord: bytes[fields[8]]),
      let phase = CardPhase(historyWord: bytes[fields[11]]),
      let mode = ReviewMode(historyWord: bytes[fields[12]])
    else { return }
    numbers.taken = Decimal.number(bytes[fields[9]]) ?? 0
    numbers.amount = Decimal.number(given.dropLast()) ?? 0
    numbers.seen = Decimal.number(bytes[fields[15]]) ?? 0
    if given.last == UInt8(ascii: "s") { record.flags.insert(.seconds) }
    record.review = EventRecord.pack(grade, phase, mode)
    record.retention = UInt16(Decimal.number(bytes[fields[14]]) ?? 0)
    if let name = EventName(bytes: UnsafeRawBufferPointer(rebasing: bytes[fields[13]])) {
      record.parameters = parametersNumber(name)
    }
  }

  /// Puts the numbers into the record; false (and zeros) when one does not fit.
  func narrow(_ record: inout EventRecord, _ numbers: WideNumbers) -> Bool {
    guard let sequence = UInt32(exactly: numbers.sequence),
      let afterSequence = UInt32(exactly: numbers.afterSequence),
      let day = Int32(exactly: numbers.day), let offset = Int16(exactly: numbers.offset),
      let amount = UInt32(exactly: numbers.amount), let seen = UInt32(exactly: numbers.seen),
      let taken = UInt32(exactly: numbers.taken)
    else { return false }
    record.sequence = sequence
    setGroup(numbers.group, of: &record)
    record.afterSequence = afterSequence
    record.day = day
    record.offset = offset
    record.amount = amount
    record.seen = seen
    record.taken = taken
    return true
  }

  /// The number of a subject as written in a line.
  private func keyNumber(_ field: UnsafeRawBufferPointer) -> UInt32 {
    if field.count == 18, let key = CardKey(plain: field) { return keys.number(key) }
    return keys.number(text: LineText.unescape(field) ?? [])
  }
}

extension CardKey {
  /// Reads `V:hhhhhhhhhhhhhhhh`, V one digit; any other form is nil and may still be a key.
  init?(plain bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 18, bytes[1] == UInt8(ascii: ":"), bytes[0] &- 49 < 9 else { return nil }
    var hash: UInt64 = 0
    for index in 2..<18 {
      let byte = bytes[index]
      if byte &- 48 < 10 {
        hash = hash << 4 | UInt64(byte &- 48)
      } else if byte &- 97 < 6 {
        hash = hash << 4 | UInt64(byte &- 87)
      } else {
        return nil
      }
    }
    self.init(hash: hash, version: UInt16(bytes[0] - 48))
  }
}

import StudyDomain

/// The subject and details of each kind.
extension FieldScanner {
  /// Checks subject and details; whatever follows the known details must be `word=value`.
  func hasGoodDetails(_ kind: EventKind, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard kind != .unknown else { return true }
    let line = Fields(bytes: bytes, fields: fields)
    guard let known = line.check(kind) else { return false }
    guard line.details >= known else { return false }
    for detail in known..<line.details where !line.isExtra(8 + detail) { return false }
    return true
  }
}

private struct Fields {
  let bytes: UnsafeRawBufferPointer
  let fields: [Range<Int>]

  var details: Int { fields.count - 9 }

  /// The number of known details; nil when the subject or one of them is wrong.
  func check(_ kind: EventKind) -> Int? {
    let subjectIsGood =
      switch kind {
      case .option, .goal, .limit: true
      case .undo: isUndoTarget(5)
      case .retime: self[5].count == 8 && self[5].allSatisfy(isWriterByte)
      default: !self[5].isEmpty
      }
    guard subjectIsGood else { return nil }
    switch kind {
    case .review: return need(9) && isReview ? 9 : nil
    case .due: return need(2) && isSigned(8) && isNumber(9) ? 2 : nil
    case .flag: return need(1) && isDigit(8, below: 8) ? 1 : nil
    case .mark, .leech, .pin: return need(1) && isDigit(8, below: 2) ? 1 : nil
    case .card: return need(5) && isHash(9) && isHash(10) && isHash(11) ? 5 : nil
    case .relink, .unlink: return need(1) && !self[8].isEmpty ? 1 : nil
    case .retime:
      return need(4) && isNumber(8) && isNumber(9) && isSigned(10) && isSigned(11) ? 4 : nil
    case .parameters: return need(1) ? 1 : nil
    case .option, .goal: return need(2) && !self[8].isEmpty ? 2 : nil
    case .limit:
      return need(2) && (isWord(8, "new") || isWord(8, "review")) && isSigned(9) ? 2 : nil
    case .forget, .suspend, .unsuspend, .bury, .unbury, .undo, .unknown: return 0
    }
  }

  private var isReview: Bool {
    let interval = self[10]
    guard Grade(historyWord: self[8]) != nil, isNumber(9), let unit = interval.last,
      unit == UInt8(ascii: "d") || unit == UInt8(ascii: "s"),
      Decimal.number(interval.dropLast()) != nil, CardPhase(historyWord: self[11]) != nil,
      ReviewMode(historyWord: self[12]) != nil
    else { return false }
    if !self[13].isEmpty, EventName(bytes: UnsafeRawBufferPointer(rebasing: self[13])) == nil {
      return false
    }
    guard let retention = Decimal.number(self[14]) else { return false }
    return retention >= 1 && retention <= 999 && isNumber(15)
  }

  /// A field as written.
  subscript(field: Int) -> Slice<UnsafeRawBufferPointer> {
    bytes[fields[field]]
  }

  private func need(_ count: Int) -> Bool { details >= count }
  private func isNumber(_ field: Int) -> Bool { Decimal.number(self[field]) != nil }
  private func isSigned(_ field: Int) -> Bool { Decimal.signedNumber(self[field]) != nil }

  private func isDigit(_ field: Int, below limit: UInt8) -> Bool {
    self[field].count == 1 && self[field].allSatisfy { $0 >= 48 && $0 < 48 + limit }
  }

  private func isHash(_ field: Int) -> Bool {
    self[field].allSatisfy { $0 &- 48 < 10 || $0 &- 97 < 6 }
  }

  private func isWord(_ field: Int, _ word: StaticString) -> Bool {
    self[field].count == word.utf8CodeUnitCount
      && word.withUTF8Buffer { self[field].elementsEqual($0) }
  }

  private func isUndoTarget(_ field: Int) -> Bool {
    guard let at = self[field].firstIndex(of: UInt8(ascii: "@")) else { return false }
    let named = UnsafeRawBufferPointer(rebasing: self[field][..<at])
    guard Decimal.signedNumber(self[field][(at + 1)...]) != nil else { return false }
    return named.count == 8 ? named.allSatisfy(isWriterByte) : EventName(bytes: named) != nil
  }

  /// `word=value`.
  func isExtra(_ field: Int) -> Bool {
    guard let equals = self[field].firstIndex(of: UInt8(ascii: "=")) else { return false }
    let word = self[field][..<equals]
    return !word.isEmpty && word.allSatisfy { $0 &- 97 < 26 }
  }
}

extension Grade {
  init?(historyWord word: some Collection<UInt8>) {
    for grade in Grade.allCases where word.elementsEqual(grade.word.utf8) {
      self = grade
      return
    }
    return nil
  }
}

extension CardPhase {
  init?(historyWord word: some Collection<UInt8>) {
    for phase in CardPhase.allCases where word.elementsEqual(phase.word.utf8) {
      self = phase
      return
    }
    return nil
  }
}

extension ReviewMode {
  init?(historyWord word: some Collection<UInt8>) {
    for mode in ReviewMode.allCases where word.elementsEqual(mode.word.utf8) {
      self = mode
      return
    }
    return nil
  }
}

public import StudyDomain

/// An event that a writer is about to write: what it says, without name and group.
public struct EventDraft: Hashable, Sendable {
  public var body: EventBody
  /// The newest event in force on the same track that the writer saw.
  public var after: EventName?

  public init(_ body: EventBody, after: EventName? = nil) {
    self.body = body
    self.after = after
  }

  /// The full line, with LF.
  ///
  /// `offset` is minutes east of UTC; `group` nil for a lone event, else the action's number.
  public func line(
    name: EventName, time: Timestamp, offset: Int, day: StudyDay, group: Int64? = nil
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(192)
    append(to: &line, name: name, time: time, offset: offset, day: day, group: group)
    return line
  }

  /// Appends the full line, with LF, to others.
  public func append(
    to lines: inout [UInt8], name: EventName, time: Timestamp, offset: Int, day: StudyDay,
    group: Int64? = nil
  ) {
    lines.appendHead(name, time, offset, day, body.kind)
    body.appendSubject(to: &lines)
    lines.appendTab()
    if let group { lines.append(decimal: group) }
    lines.appendTab()
    if let after { lines.append(after) }
    lines.appendTab()
    body.appendDetails(to: &lines)
    lines.append(UInt8(ascii: "."))
    lines.append(UInt8(ascii: "\n"))
  }
}

/// What an event says, typed for writers.
public enum EventBody: Hashable, Sendable {
  case review(CardKey, ReviewDetails)
  case card(CardKey, CardDetails)
  case forget(CardKey)
  /// The card is in review from then on; `past` is what another program knew of it.
  case due(CardKey, day: StudyDay, intervalDays: Int, past: KnownPast = KnownPast())
  case suspend(CardKey)
  case unsuspend(CardKey)
  case bury(CardKey)
  case unbury(CardKey)
  /// 0 none, 1 to 7.
  case flag(CardKey, Int)
  case mark(CardKey, Bool)
  case leech(CardKey, Bool)
  case relink(old: CardKey, new: CardKey)
  case unlink(old: CardKey, new: CardKey)
  case undo(UndoTarget)
  case retime(WriterID, first: Int64, last: Int64, milliseconds: Int64, days: Int64)
  case parameters(preset: String, numbers: String)
  case option(deck: String, name: String, value: String)
  case goal(deck: String, name: String, value: String)
  case pin(deck: String, Bool)
  /// Today's extra in total; the event's day is the day it holds for.
  case limit(deck: String, LimitKind, extra: Int)

  public var kind: EventKind {
    switch self {
    case .review: .review
    case .card: .card
    case .forget: .forget
    case .due: .due
    case .suspend: .suspend
    case .unsuspend: .unsuspend
    case .bury: .bury
    case .unbury: .unbury
    case .flag: .flag
    case .mark: .mark
    case .leech: .leech
    case .relink: .relink
    case .unlink: .unlink
    case .undo: .undo
    case .retime: .retime
    case .parameters: .parameters
    case .option: .option
    case .goal: .goal
    case .pin: .pin
    case .limit: .limit
    }
  }

  fileprivate func appendSubject(to line: inout [UInt8]) {
    switch self {
    case .review(let key, _), .card(let key, _), .forget(let key), .due(let key, _, _, _),
      .suspend(let key), .unsuspend(let key), .bury(let key), .unbury(let key),
      .flag(let key, _), .mark(let key, _), .leech(let key, _), .relink(let key, _),
      .unlink(let key, _):
      line.append(key)
    case .undo(let target): line.append(word: target.text)
    case .retime(let writer, _, _, _, _): line.append(writer)
    case .parameters(let subject, _), .option(let subject, _, _), .goal(let subject, _, _),
      .pin(let subject, _), .limit(let subject, _, _):
      LineText.escape(subject.utf8, into: &line)
    }
  }

  /// Appends the details, a tab behind each.
  fileprivate func appendDetails(to line: inout [UInt8]) {
    func number(_ value: some BinaryInteger) {
      line.append(decimal: value)
      line.appendTab()
    }
    switch self {
    case .review(_, let review): review.append(to: &line)
    case .card(_, let card): card.append(to: &line)
    case .forget, .suspend, .unsuspend, .bury, .unbury, .undo: break
    case .due(_, let day, let interval, let past):
      number(day.number)
      number(interval)
      past.append(to: &line)
    case .flag(_, let flag): number(flag)
    case .mark(_, let on), .leech(_, let on), .pin(_, let on): number(on ? 1 : 0)
    case .relink(_, let new), .unlink(_, let new):
      line.append(new)
      line.appendTab()
    case .retime(_, let first, let last, let milliseconds, let days):
      for value in [first, last, milliseconds, days] { number(value) }
    case .parameters(_, let numbers): line.append(field: numbers)
    case .option(_, let name, let value), .goal(_, let name, let value):
      line.append(field: name)
      line.append(field: value)
    case .limit(_, let kind, let extra):
      line.append(field: kind.rawValue)
      number(extra)
    }
  }
}

/// Which limit of the day a `limit` event raises.
public enum LimitKind: String, CaseIterable, Sendable {
  case new, review
}

/// How a review came about.
public enum ReviewMode: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case normal
  /// Before its time.
  case ahead
  /// Counted as practice, without effect on the schedule.
  case cram

  public var word: String {
    switch self {
    case .normal: "normal"
    case .ahead: "ahead"
    case .cram: "cram"
    }
  }
}

/// The details of a `review`.
public struct ReviewDetails: Hashable, Sendable {
  public var grade: Grade
  public var takenMilliseconds: Int64
  public var interval: Interval
  public var phaseBefore: CardPhase
  public var mode: ReviewMode
  /// The `parameters` event in force; shown only.
  public var parameters: EventName?
  /// Desired retention in thousandths, 1 to 999.
  public var retention: Int
  /// Schedule events in force that the card had before this one.
  public var seen: Int
  /// Where an imported review came from, as `anki/<card>/<review>`; empty for our own.
  public var source: String

  public init(
    grade: Grade, takenMilliseconds: Int64, interval: Interval, phaseBefore: CardPhase,
    mode: ReviewMode = .normal, parameters: EventName? = nil, retention: Int, seen: Int,
    source: String = ""
  ) {
    self.grade = grade
    self.takenMilliseconds = takenMilliseconds
    self.interval = interval
    self.phaseBefore = phaseBefore
    self.mode = mode
    self.parameters = parameters
    self.retention = retention
    self.seen = seen
    self.source = source
  }

  fileprivate func append(to line: inout [UInt8]) {
    line.append(word: grade.word)
    line.appendTab()
    line.append(decimal: takenMilliseconds)
    line.appendTab()
    line.append(interval)
    line.appendTab()
    line.append(word: phaseBefore.word)
    line.appendTab()
    line.append(word: mode.word)
    line.appendTab()
    if let parameters { line.append(parameters) }
    line.appendTab()
    line.append(decimal: retention)
    line.appendTab()
    line.append(decimal: seen)
    line.appendTab()
    line.append(field: source)
  }
}

/// The details of a `card`: enough to recognise it once its text is gone.
public struct CardDetails: Hashable, Sendable {
  public var deck: String
  /// Hexadecimal, lower case; so are the hashes.
  public var looseKey: String
  public var frontHash: String
  public var backHash: String
  /// The first 300 characters of front and back.
  public var text: String

  public init(deck: String, looseKey: String, frontHash: String, backHash: String, text: String) {
    self.deck = deck
    self.looseKey = looseKey
    self.frontHash = frontHash
    self.backHash = backHash
    self.text = text
  }

  fileprivate func append(to line: inout [UInt8]) {
    for text in [deck, looseKey, frontHash, backHash, text] { line.append(field: text) }
  }
}

public import StudyDomain

/// One event as its line says it, field by field: the plain form for showing and checking.
///
/// Replay itself reads bytes into records; both accept exactly the same lines.
public struct EventLine: Hashable, Sendable {
  public var name: EventName
  public var time: Timestamp
  /// Minutes east of UTC.
  public var offset: Int64
  public var day: StudyDay
  /// The word; kinds of later versions, too.
  public var kind: String
  public var subject: String
  public var group: Int64?
  public var after: EventName?
  public var details: [String]

  public init(
    name: EventName, time: Timestamp, offset: Int64, day: StudyDay, kind: String, subject: String,
    group: Int64? = nil, after: EventName? = nil, details: [String] = []
  ) {
    self.name = name
    self.time = time
    self.offset = offset
    self.day = day
    self.kind = kind
    self.subject = subject
    self.group = group
    self.after = after
    self.details = details
  }

  /// What a line is.
  public enum Reading: Hashable, Sendable {
    case event(EventLine)
    /// Also an empty line.
    case comment
    case bad
  }

  /// Reads a line without its line end.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    var scanner = FieldScanner()
    switch scanner.scan(bytes) {
    case .comment: return .comment
    case .bad: return .bad
    case .event(let head): return .event(EventLine(head, scanner.fields, bytes))
    }
  }

  /// Reads a line without its line end.
  public static func read(_ line: String) -> Reading {
    var line = line
    return line.withUTF8 { read(UnsafeRawBufferPointer($0)) }
  }

  private init(_ head: LineHead, _ fields: [Range<Int>], _ bytes: UnsafeRawBufferPointer) {
    // The scanner has checked escapes and UTF-8 of every field.
    func text(_ field: Int) -> String {
      let raw = UnsafeRawBufferPointer(rebasing: bytes[fields[field]])
      return String(decoding: LineText.unescape(raw) ?? [], as: UTF8.self)
    }
    self.init(
      name: head.name, time: Timestamp(milliseconds: head.time), offset: head.offset,
      day: StudyDay(Int(head.day)), kind: text(4), subject: text(5),
      group: head.group < 0 ? nil : head.group, after: head.after,
      details: (8..<fields.count - 1).map(text))
  }

  /// The line without LF.
  ///
  /// What reads as this event is exactly this.
  public var rendered: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(96)
    let tab = UInt8(ascii: "\t")
    line += name.text.utf8
    line.append(tab)
    line += String(time.milliseconds).utf8
    line.append(tab)
    line += String(offset).utf8
    line.append(tab)
    line += String(day.number).utf8
    line.append(tab)
    line += kind.utf8
    line.append(tab)
    LineText.escape(subject.utf8, into: &line)
    line.append(tab)
    if let group { line += String(group).utf8 }
    line.append(tab)
    if let after { line += after.text.utf8 }
    line.append(tab)
    for detail in details {
      LineText.escape(detail.utf8, into: &line)
      line.append(tab)
    }
    line.append(UInt8(ascii: "."))
    return line
  }

  /// The comment that begins every history file, with LF.
  public static func fileHeader(writer: WriterID) -> [UInt8] {
    Array("#deckle\t1\t\(CardKey.currentVersion)\t\(writer.text)\t.\n".utf8)
  }
}

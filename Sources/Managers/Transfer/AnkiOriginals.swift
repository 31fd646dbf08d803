import AnkiExchange
import FileStorage
import Glibc
import History
import StudyDomain

/// What earlier imports brought and neither texts nor history can say: rows of cards and of the log
/// as Anki had them, blanks around fields, tags that no directive can hold.
///
/// They are kept beside the ledger, a line of JSON for each row, and only an export reads them. Here
/// it is known where each line stands; `rows(ofCards:)` reads those of some cards.
struct AnkiOriginals: Sendable {
  /// A card as it came, and what tells whether its schedule is still that.
  struct Card: Sendable {
    /// Days count from 1970.
    var card: AnkiCard
    /// The deck that it was in, and that it belonged to while that was a filtered one.
    var deck: String
    var homeDeck: String?
    /// The newest event of its schedule after the import.
    var lastEvent: EventName?
    var memory: MemoryState?
    /// Here no text makes such a card.
    var isLost: Bool
  }

  struct Note: Sendable {
    /// Nil where the directives hold them.
    var tags: String?
    /// Before and after each field; empty where the text has the fields whole.
    var blanks: [String]
  }

  /// A file of rows.
  struct File: Sendable {
    var path: String
    var firstDay: Int64
  }

  /// Where a line of a card stands.
  struct Line: BitwiseCopyable, Sendable {
    var card: Int64
    var start: Int
    var count: UInt32
    var file: UInt16
    var isLog: Bool

    /// By card, then in the order of the files.
    static func < (left: Line, right: Line) -> Bool {
      if left.card != right.card { return left.card < right.card }
      return left.file != right.file ? left.file < right.file : left.start < right.start
    }
  }

  private(set) var notes: [String: Note] = [:]
  /// By note: cards that no text here makes.
  private(set) var lostCards: [Int64: [Int64]] = [:]
  private(set) var files: [File] = []
  /// Sorted by card.
  private(set) var lines: [Line] = []

  static let suffix = ".rows.jsonl"

  /// Finds what is known of some notes and cards; `wants` is asked with guids, `wantsCardsOf` with
  /// ids of notes, or nil for the cards of all.
  ///
  /// Throws `TransferError.ledgerBroken` or the failed call.
  init(
    folder: String, wants: (String) -> Bool, wantsCardsOf: ((Int64) -> Bool)?, hasReviews: Bool
  ) throws {
    guard try FileSystem.live.status(ofPath: folder) != nil else { return }
    var names: [String] = []
    let code = FileSystem.live.list(folder, &names)
    if code < 0 {
      throw FileStorageError.system(operation: "list", path: folder, code: Int32(-code))
    }
    for name in names.sorted() where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      let bytes = try FileSystem.live.contents(of: path)
      files.append(File(path: path, firstDay: 0))
      guard read(bytes, wants, wantsCardsOf, hasReviews) else {
        throw TransferError.ledgerBroken(path: path)
      }
    }
    let isSorted = lines.indices.dropFirst().allSatisfy { lines[$0 - 1] < lines[$0] }
    if !isSorted { lines.sort(by: <) }
  }

  private mutating func read(
    _ bytes: [UInt8], _ wants: (String) -> Bool, _ wantsCardsOf: ((Int64) -> Bool)?,
    _ hasReviews: Bool
  ) -> Bool {
    var hasHead = false
    var skipped: Set<Int64> = []
    // Two lines for a card, each of about a hundred bytes or more.
    lines.reserveCapacity(lines.count + (wantsCardsOf == nil ? bytes.count / 130 : 0))
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = Self.endOfLine(bytes, start)
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        defer { start = end + 1 }
        if line.isEmpty { continue }
        guard let row = Row(line) ?? Row(any: line) else { return false }
        switch row {
        case .head(let day):
          hasHead = true
          files[files.count - 1].firstDay = day
        case .note(let guid, let note):
          if wants(guid) { notes[guid] = note }
        case .card(let id, let note, let isLost):
          guard hasHead else { return false }
          if let wantsCardsOf, !wantsCardsOf(note) {
            skipped.insert(id)
            continue
          }
          if isLost, lostCards[note]?.contains(id) != true {
            lostCards[note, default: []].append(id)
          }
          add(id, start..<end, isLog: false)
        case .log(let id):
          if hasReviews, !skipped.contains(id) { add(id, start..<end, isLog: true) }
        case .other: break
        }
      }
      return hasHead || bytes.isEmpty
    }
  }

  private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard let base = bytes.baseAddress,
      let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(end) - UnsafeRawPointer(base)
  }

  private mutating func add(_ card: Int64, _ range: Range<Int>, isLog: Bool) {
    lines.append(
      Line(
        card: card, start: range.lowerBound, count: UInt32(range.count),
        file: UInt16(truncatingIfNeeded: files.count - 1), isLog: isLog))
  }

  /// The places of a card's lines.
  static func places(of card: Int64, in lines: [Line]) -> Range<Int> {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].card < card { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < lines.count, lines[end].card == card { end += 1 }
    return low..<end
  }
}

extension AnkiOriginals {
  /// What a line is, without the numbers of its card.
  private enum Row {
    case head(firstDay: Int64)
    case note(guid: String, Note)
    case card(id: Int64, note: Int64, isLost: Bool)
    case log(card: Int64)
    /// Of a kind that a later program knows.
    case other

    /// Reads the beginning of a line as it is written; nil for any other.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
      guard line.last == UInt8(ascii: "]") else { return nil }
      var scan = JSONScan(line)
      if scan.take("[\"card\",") {
        guard let id = scan.integer(), scan.take(","), let note = scan.integer(), scan.take(",")
        else { return nil }
        let isLost = Self.ends(line, ",true]")
        guard isLost || Self.ends(line, ",false]") else { return nil }
        self = .card(id: id, note: note, isLost: isLost)
      } else if scan.take("[\"log\","), let id = scan.integer(), scan.take(",\"") {
        self = .log(card: id)
      } else {
        return nil
      }
    }

    private static func ends(_ line: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      return line.count >= count && FieldText.has(word, line, line.count - count)
    }

    /// Reads a line of any form.
    init?(any line: UnsafeBufferPointer<UInt8>) {
      guard let values = JSONValue(utf8: Array(line))?.arrayValue,
        let kind = values.first?.stringValue
      else { return nil }
      switch kind {
      case "anki rows":
        guard values.count > 2, let day = values[2].integerValue else { return nil }
        self = .head(firstDay: day)
      case "note":
        guard values.count == 4, let guid = values[1].stringValue else { return nil }
        self = .note(
          guid: guid,
          Note(
            tags: values[2].stringValue,
            blanks: (values[3].arrayValue ?? []).compactMap(\.stringValue)))
      case "card":
        guard let card = Card(values, firstDay: 0) else { return nil }
        self = .card(id: card.card.id, note: card.card.noteID, isLost: card.isLost)
      case "log":
        guard values.count == 3, let id = values[1].integerValue, values[2].stringValue != nil
        else { return nil }
        self = .log(card: id)
      default: self = .other
      }
    }
  }
}

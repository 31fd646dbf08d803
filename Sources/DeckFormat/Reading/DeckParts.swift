import Dispatch
import Glibc
import StudyDomain

/// A large file read on all processors, in parts that begin where a card begins.
///
/// Nothing but headings, directives, fences, comments and the marks of a merge reaches from one part
/// into the next: where a part has one that does, the file is read in one go.
struct DeckParts {
  let bytes: Bytes
  let head: DeckHead
  private let ranges: [Range<Int>]
  /// The lines where they begin.
  private let firstLines: [Int]

  /// Smaller parts are not worth a thread.
  static let leastSize = 1 << 18

  /// Cuts a file; nil where it is small or cannot be cut.
  init?(_ bytes: Bytes, _ head: DeckHead, leastSize: Int = Self.leastSize, most: Int? = nil) {
    self.bytes = bytes
    self.head = head
    let body = head.body
    guard body.count >= leastSize * 2, !head.isObsidian else { return nil }
    let most = most ?? min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let count = min(most, body.count / leastSize)
    guard count > 1, !bytes.contains(ASCII.cr, in: body), !Self.beginsWithHeadings(bytes, body)
    else { return nil }
    var starts = [body.lowerBound]
    for part in 1..<count {
      let from = max(body.lowerBound + body.count / count * part, starts[part - 1] + 1)
      guard let start = Self.cardStart(bytes, from..<body.upperBound) else { break }
      starts.append(start)
    }
    guard starts.count > 1 else { return nil }
    let ranges = starts.indices.map {
      starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : body.upperBound)
    }
    self.ranges = ranges
    firstLines = ranges.indices.dropLast().reduce(into: [head.firstLine]) { lines, part in
      lines.append(lines[part] + bytes[ranges[part]].count { $0 == ASCII.lf })
    }
  }

  /// Whether a file has headings is told by its beginning.
  private static func beginsWithHeadings(_ bytes: Bytes, _ body: Range<Int>) -> Bool {
    let beginning = body.lowerBound..<min(body.upperBound, body.lowerBound + 32_768)
    return bytes.first("\n#", in: beginning) != nil
  }

  /// The first place behind a blank line where a card begins, or the comment above it.
  private static func cardStart(_ bytes: Bytes, _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while let blank = bytes.first("\n\n", in: place..<range.upperBound) {
      let start = blank + 2
      place = blank + 1
      var line = start..<lineEnd(bytes, start)
      if bytes.matches("<!--", at: line.lowerBound, end: line.upperBound),
        bytes.matches("-->", at: line.upperBound - 3, end: line.upperBound),
        line.upperBound < range.upperBound
      {
        line = line.upperBound + 1..<lineEnd(bytes, line.upperBound + 1)
      }
      if let opener = LineScanner.opener(bytes, line), opener.opensCard { return start }
    }
    return nil
  }

  private static func lineEnd(_ bytes: Bytes, _ start: Int) -> Int {
    bytes.first(ASCII.lf, in: start..<bytes.count) ?? bytes.count
  }

  /// What the file holds; nil where its parts hang together.
  func read() -> ParsedDeck? {
    let scans = [ParsedDeck?](unsafeUninitializedCapacity: ranges.count) { parts, count in
      // Each thread writes a place of its own, and reads bytes that do not change.
      nonisolated(unsafe) let parts = parts
      nonisolated(unsafe) let reader = self
      DispatchQueue.concurrentPerform(iterations: ranges.count) { place in
        parts.initializeElement(at: place, to: reader.part(place))
      }
      count = ranges.count
    }
    var deck = head.deck
    deck.notes.reserveCapacity(scans.reduce(0) { $0 + ($1?.notes.count ?? 0) })
    deck.cards.reserveCapacity(scans.reduce(0) { $0 + ($1?.cards.count ?? 0) })
    var tagSets = [deck.tagSets[0]: UInt32(0)]
    for scan in scans {
      guard let scan else { return nil }
      add(scan, to: &deck, &tagSets)
    }
    // Without a card of our own marks the file may be another program's.
    let isOwn = deck.notes.contains {
      $0.form != .highlight && $0.form != .pair && $0.form != .reversiblePair
    }
    guard isOwn else { return nil }
    deck.problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    return deck
  }

  private func part(_ place: Int) -> ParsedDeck? {
    var scan = DeckScan(bytes, head, ranges[place], firstLine: firstLines[place])
    return scan.part(isLast: place == ranges.count - 1)
  }

  private func add(
    _ part: ParsedDeck, to deck: inout ParsedDeck, _ tagSets: inout [[String]: UInt32]
  ) {
    let sets = part.tagSets.map { tags -> UInt32 in
      if let index = tagSets[tags] { return index }
      let index = UInt32(deck.tagSets.count)
      tagSets[tags] = index
      deck.tagSets.append(tags)
      return index
    }
    // Only the last part may have headings.
    deck.contexts = part.contexts
    let (notes, cards) = (UInt32(deck.notes.count), UInt32(deck.cards.count))
    for var note in part.notes {
      note.firstCard += cards
      note.tagSet = sets[Int(note.tagSet)]
      deck.notes.append(note)
    }
    for var card in part.cards {
      card.note += notes
      deck.cards.append(card)
    }
    deck.problems += part.problems
  }
}

import DeckFormat
import FileStorage
import StudyDomain

/// One deck file in memory while its notes are changed, each change read back before it counts.
struct DeckText {
  /// Below the collection.
  let path: String
  /// What the file holds on disk; nil for one that is not there yet.
  let before: [UInt8]?
  private(set) var bytes: [UInt8]
  private(set) var parsed: ParsedDeck
  private let reader: DeckReader

  init(path: String, before: [UInt8]?, bytes: [UInt8], settings: CollectionSettings) {
    self.path = path
    self.before = before
    self.bytes = bytes
    reader = DeckFileReader.reader(forFile: path, settings: settings)
    parsed = reader.read(bytes, path: path)
  }

  /// The note types that the file's notes are read with.
  var noteTypes: NoteTypes {
    parsed.frontMatter.noteTypes.over(reader.settings.noteTypes)
  }

  var lineEnd: [UInt8] { DeckWriter.lineEndUsed(in: bytes) }

  /// The tags that the head of the file gives to all notes.
  var fileTags: [String] { parsed.frontMatter.tags }

  /// The file without its body: what is added to it is read by itself.
  var headAlone: DeckText {
    var text = self
    text.bytes = Array(bytes[..<DeckWriter.startOfBody(bytes)])
    text.parsed = reader.read(text.bytes, path: path)
    return text
  }

  /// What reading the file would find with a block behind it.
  func parsedAppending(_ block: String) -> ParsedDeck {
    reader.read(DeckWriter.appending(block, to: bytes), path: path)
  }

  // MARK: Notes

  /// What one note is to its file: another one that reads so is the same.
  struct Reading: Hashable {
    var keys: [CardKey]
    var tags: [String]
    var deck: String
    var ask: AskMode
    var isHTML: Bool
  }

  func reading(_ note: Int) -> Reading { Self.reading(note, of: parsed) }

  private static func reading(_ place: Int, of deck: ParsedDeck) -> Reading {
    let note = deck.notes[place]
    return Reading(
      keys: deck.cards(of: note).map(\.key), tags: deck.tagSets[Int(note.tagSet)],
      deck: deck.deckNames[Int(note.deck)], ask: note.ask, isHTML: note.flags.contains(.html))
  }

  var readings: [Reading] { parsed.notes.indices.map(reading) }

  func block(_ note: Int) -> [UInt8] { Array(bytes[parsed.notes[note].byteRange]) }

  func content(_ note: Int) -> NoteContent { content(note, of: parsed, bytes) }

  private func content(_ place: Int, of deck: ParsedDeck, _ bytes: [UInt8]) -> NoteContent {
    let note = deck.notes[place]
    return NoteContent(
      block: Array(bytes[note.byteRange]), note: note, tags: deck.tagSets[Int(note.tagSet)],
      noteTypes: deck.frontMatter.noteTypes.over(reader.settings.noteTypes))
  }

  // MARK: Changing

  /// Takes notes out; false, with nothing changed, where others would read otherwise then.
  mutating func remove(_ notes: [Int]) -> Bool {
    let gone = Set(notes)
    let wanted = parsed.notes.indices.filter { !gone.contains($0) }.map(reading)
    for keepsBlanks in [false, true] {
      var result: [UInt8] = []
      var place = 0
      for note in notes.sorted() {
        let range = Self.withLineEnds(
          parsed.notes[note].byteRange, in: bytes, keepsBlanks: keepsBlanks)
        guard range.lowerBound >= place else { continue }
        result += bytes[place..<range.lowerBound]
        place = range.upperBound
      }
      result += bytes[place...]
      if take(result, if: { $0 == wanted }) { return true }
    }
    return false
  }

  /// A block with its line end, and the blank lines after it where there are some before it too.
  private static func withLineEnds(
    _ range: Range<Int>, in bytes: [UInt8], keepsBlanks: Bool
  ) -> Range<Int> {
    func afterLineEnd(_ place: Int) -> Int? {
      guard place < bytes.count, bytes[place] == 10 || bytes[place] == 13 else { return nil }
      let isPair = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
      return place + (isPair ? 2 : 1)
    }
    var end = range.upperBound
    while end < bytes.count, bytes[end] == 32 || bytes[end] == 9 { end += 1 }
    end = afterLineEnd(end) ?? end
    if keepsBlanks { return range.lowerBound..<end }
    while true {
      var next = end
      while next < bytes.count, bytes[next] == 32 || bytes[next] == 9 { next += 1 }
      guard let after = afterLineEnd(next) else { break }
      end = after
    }
    return range.lowerBound..<end
  }

  /// Puts another block in the place of a note's; false, with nothing changed, where the file would
  /// not read as before but for this one note.
  mutating func replace(
    _ note: Int, with block: [UInt8], if isWanted: (Reading, NoteContent) -> Bool
  ) -> Bool {
    var result = bytes
    result.replaceSubrange(parsed.notes[note].byteRange, with: block)
    let old = readings
    let read = reader.read(result, path: path)
    guard read.notes.count == old.count, !Self.hasNewErrors(read, since: parsed) else {
      return false
    }
    for place in old.indices {
      let reading = Self.reading(place, of: read)
      guard
        place == note ? isWanted(reading, content(place, of: read, result)) : reading == old[place]
      else { return false }
    }
    (bytes, parsed) = (result, read)
    return true
  }

  /// Replaces several blocks at once; the readings that the notes must have, all of them in order.
  mutating func replace(_ blocks: [(note: Int, block: [UInt8])], wanted: [Reading]) -> Bool {
    var result: [UInt8] = []
    var place = 0
    for (note, block) in blocks.sorted(by: { $0.note < $1.note }) {
      let range = parsed.notes[note].byteRange
      result += bytes[place..<range.lowerBound]
      result += block
      place = range.upperBound
    }
    result += bytes[place...]
    return take(result) { $0 == wanted }
  }

  /// Adds blocks where the file reads as before and then, or before the first heading, these.
  ///
  /// `isWanted` is asked with what was read of the new ones; the places of theirs come back, nil
  /// when no place serves.
  mutating func add(
    _ blocks: [String], if isWanted: ([Reading], [NoteContent]) -> Bool
  ) -> Range<Int>? {
    let old = readings
    let separated = ["---\n\n" + (blocks.first ?? "")] + blocks.dropFirst()
    // Short forms want a line of dashes behind what begins with a letter.
    var apart: [String] = []
    for (place, block) in blocks.enumerated() {
      let isShort = !BlockText.isLettered(block)
      if isShort, place == 0 || BlockText.isLettered(blocks[place - 1]) { apart.append("---") }
      apart.append(block)
    }
    for candidate in [blocks, separated, apart] {
      let result = DeckWriter.appending(candidate, to: bytes)
      let new = old.count..<(old.count + blocks.count)
      if take(result, new, old, isWanted) { return new }
    }
    // Below a heading a text may not hold headings of its own.
    let start = DeckWriter.startOfBody(bytes)
    var head = Array(bytes[..<start])
    if let last = head.last, last != 10, last != 13 { head += lineEnd }
    let text = DeckWriter.appending(blocks, to: [])
    let separator = DeckWriter.appending(["---"], to: [])
    for middle in [text, text + [10] + separator] {
      let lines = lineEnd == [10] ? middle : middle.flatMap { $0 == 10 ? lineEnd : [$0] }
      let result = head + lines + lineEnd + bytes[start...]
      if take(result, 0..<blocks.count, old, isWanted) { return 0..<blocks.count }
    }
    return nil
  }

  /// Adds a text of several notes at the end; the places of the notes, nil where they would be read
  /// otherwise than their keys say.
  mutating func add(written text: String, keys: [[CardKey]]) -> Range<Int>? {
    let old = readings
    let new = old.count..<(old.count + keys.count)
    for candidate in [[text], ["---", text]] {
      let result = DeckWriter.appending(candidate, to: bytes)
      if take(result, new, old, { readings, _ in readings.map(\.keys) == keys }) { return new }
    }
    return nil
  }

  private mutating func take(
    _ result: [UInt8], _ new: Range<Int>, _ old: [Reading],
    _ isWanted: ([Reading], [NoteContent]) -> Bool
  ) -> Bool {
    let read = reader.read(result, path: path)
    guard read.notes.count == old.count + new.count, !Self.hasNewErrors(read, since: parsed) else {
      return false
    }
    let readings = read.notes.indices.map { Self.reading($0, of: read) }
    guard readings[..<new.lowerBound] + readings[new.upperBound...] == old[...],
      isWanted(Array(readings[new]), new.map { content($0, of: read, result) })
    else { return false }
    (bytes, parsed) = (result, read)
    return true
  }

  private mutating func take(_ result: [UInt8], if isWanted: ([Reading]) -> Bool) -> Bool {
    let read = reader.read(result, path: path)
    guard !Self.hasNewErrors(read, since: parsed),
      isWanted(read.notes.indices.map { Self.reading($0, of: read) })
    else { return false }
    (bytes, parsed) = (result, read)
    return true
  }

  /// Something can no longer be read, or a mark is left open that would reach into what follows.
  private static func hasNewErrors(_ read: ParsedDeck, since before: ParsedDeck) -> Bool {
    func count(_ deck: ParsedDeck) -> Int {
      deck.problems.count { $0.severity == .error || $0.message.contains("never closed") }
    }
    return count(read) > count(before) || read.hasConflictMarkers
  }
}

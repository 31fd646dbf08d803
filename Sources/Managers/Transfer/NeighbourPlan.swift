import DeckFormat
import History
import Neighbours
import StudyDomain

/// What an import of other programs' files is going to do, worked out before anything is written.
@MainActor struct NeighbourPlan {
  /// A note that gets or has cards here.
  struct Note {
    var keys: [CardKey]
    var pasts: [NeighbourPast?]
  }

  /// What is written to one deck file.
  struct Change {
    var place: DeckPlacement.Place
    var deck: DeckName
    /// All bytes of a file that is taken as it is; else blocks are added.
    var file: [UInt8]?
    /// Tags that all notes of a new file share.
    var tags: [String] = []
    var blocks: [(headings: [String], text: String)] = []
  }

  private(set) var notes: [Note] = []
  private(set) var changes: [Change] = []
  /// Cards that came with this import.
  private(set) var newKeys: [CardKey] = []
  private(set) var report: TransferReport
  private(set) var media: NeighbourMedia
  /// What becomes of each note, in the order of the files.
  private(set) var lists: [TransferKind: [TransferReport.Note]] = [:]
  /// Those notes as a whole.
  private(set) var texts: [TransferKind: [String]] = [:]
  let files: NeighbourFiles
  /// Of the library and the history that it was compared with.
  private let revisions: [Int]
  private let index: StudyIndex
  let parent: DeckName?
  private let ledger: NeighbourLedger
  private let writer = NeighbourBlockWriter()
  private var placement: DeckPlacement
  private var coming: Set<CardKey> = []
  private var changeOfPath: [String: Int] = [:]
  private var rowOfPath: [String: Int] = [:]
  /// Of the decks that are here.
  private let filePaths: Set<String>

  private var snapshot: LibrarySnapshot { index.library.snapshot }

  /// Compares with the collection as it is now.
  init(
    _ files: NeighbourFiles, ledger: NeighbourLedger, index: StudyIndex, parent: DeckName?,
    report: TransferReport
  ) throws {
    self.index = index
    self.parent = parent
    self.ledger = ledger
    self.report = report
    self.files = files
    revisions = [index.library.revision, index.history.revision]
    media = NeighbourMedia(root: files.root, collection: index.library.folder)
    placement = DeckPlacement(index.library.snapshot)
    filePaths = Set(index.library.snapshot.files.map(\.path))
    self.report.format = files.format
    self.report.remarks = files.remarks
    self.report.skipped = files.skipped
    for file in files.files { try add(file) }
    finish()
  }

  /// False when the collection changed since.
  var isCurrent: Bool { revisions == [index.library.revision, index.history.revision] }

  // MARK: Notes

  private mutating func add(_ file: NeighbourFiles.File) throws {
    let home = deckName(of: file)
    if file.deck.format == .native, try addWhole(file, home) { return }
    let common = file.deck.notes.first.map { first in
      first.tags.filter { tag in file.deck.notes.allSatisfy { $0.tags.contains(tag) } }
    }
    for note in file.deck.notes {
      let name = note.deck.map { under($0) } ?? home
      try add(note, to: name, file, commonTags: common ?? [])
    }
  }

  /// Takes a native file as it is, where its deck has no file here and none of its cards is known.
  private mutating func addWhole(_ file: NeighbourFiles.File, _ name: DeckName) throws -> Bool {
    let keys = file.deck.notes.flatMap { note -> [CardKey] in
      if case .block(_, let keys) = note.content { keys } else { [] }
    }
    guard !keys.contains(where: { isKnown($0) || coming.contains($0) }),
      snapshot.decks.first(where: { $0.name == name })?.file == nil,
      let bytes = try Self.named(name, placement.place(of: name), file)
    else { return false }
    let place = placement.place(of: name)
    guard changeOfPath[place.path] == nil else { return false }
    changeOfPath[place.path] = changes.count
    var change = Change(place: place, deck: name, file: bytes)
    for note in file.deck.notes {
      guard case .block(let text, let keys) = note.content else { continue }
      coming.formUnion(keys)
      newKeys += keys
      report.new += 1
      report.cards += Set(keys).count
      notes.append(Note(keys: keys, pasts: note.pasts))
      list(.new, text, "to \(name.parts.joined(separator: " › "))")
      change.blocks.append(([], text))
      try media.note(text, in: Self.folder(of: file.path))
    }
    changes.append(change)
    count(name, place, notes: file.deck.notes.count)
    return true
  }

  /// The bytes with which a file at a place is the deck; nil when they cannot be had.
  private static func named(
    _ name: DeckName, _ place: DeckPlacement.Place, _ file: NeighbourFiles.File
  ) throws -> [UInt8]? {
    func isRight(_ bytes: [UInt8]) -> Bool {
      let deck = DeckReader().read(bytes, path: "")
      return DeckFileRules.deckName(path: place.path, override: deck.frontMatter.deckName) == name
        && deck.cards.map(\.key) == DeckReader().read(file.bytes, path: "").cards.map(\.key)
    }
    if isRight(file.bytes) { return file.bytes }
    guard
      let bytes = try? DeckWriter.setting(
        "name", to: .text(place.name ?? name.text), in: file.bytes),
      isRight(bytes)
    else { return nil }
    return bytes
  }

  private mutating func add(
    _ note: NeighbourNote, to name: DeckName, _ file: NeighbourFiles.File, commonTags: [String]
  ) throws {
    let title = "\(file.path):\(note.line)"
    let tags = Self.safe(note.tags)
    let place = placement.place(of: name)
    let isFresh = !filePaths.contains(place.path)
    let level = isFresh ? note.headings.count : 6
    func block(_ tags: [String], id: String? = nil) -> NeighbourBlock? {
      writer.block(note, tags: tags, id: id, level: level)
    }
    guard let plain = block(tags) else {
      report.skipped.append(
        .init(text: title, reason: "no text of deckle's would be read back as the same card"))
      return
    }
    if plain.keys.allSatisfy({ coming.contains($0) }) {
      report.skipped.append(.init(text: title, reason: "the same text stands here twice"))
      return
    }
    // An earlier import may have written it where headings end it or do not: in another form.
    let other = writer.block(
      note, tags: tags, id: nil, level: isFresh ? 6 : note.headings.count)
    if let other, other.keys != plain.keys, other.keys.allSatisfy({ isKnown($0) }) {
      report.unchanged += 1
      list(.unchanged, other.text, "it is here already, or was changed here")
      notes.append(Note(keys: other.keys, pasts: note.pasts))
      return
    }
    var found = plain
    var id: String?
    if plain.keys.contains(where: { isKnown($0) || coming.contains($0) }) {
      // Half of it is here: the whole is told apart by an id.
      id = "import-" + TransferHash.hex("\(plain.keys.map(\.text))")
      let isWhole = plain.keys.allSatisfy { isKnown($0) }
      guard !isWhole, let pinned = block(tags, id: id),
        !pinned.keys.contains(where: { isKnown($0) || coming.contains($0) })
      else {
        report.unchanged += 1
        list(.unchanged, plain.text, "it is here already, or was changed here")
        notes.append(Note(keys: plain.keys, pasts: note.pasts))
        return
      }
      found = pinned
    }
    let number = change(at: place, name, commonTags: isFresh ? Self.safe(commonTags) : [])
    var text = found.text
    let shared = changes[number].tags
    if !shared.isEmpty, let without = block(tags.filter { !shared.contains($0) }, id: id),
      without.keys == found.keys
    {
      text = without.text
    }
    changes[number].blocks.append((note.headings.map(Self.heading), text))
    coming.formUnion(found.keys)
    newKeys += found.keys
    report.new += 1
    list(.new, found.text, "to \(name.parts.joined(separator: " › "))")
    report.cards += found.keys.count
    notes.append(Note(keys: found.keys, pasts: note.pasts))
    try media.note(text, in: Self.folder(of: file.path))
    count(name, place, notes: 1)
  }

  /// By the first line that a person wrote.
  private mutating func list(_ kind: TransferKind, _ text: String, _ reason: String) {
    let line = text.split(separator: "\n").first { !$0.hasPrefix("<!--") } ?? ""
    lists[kind, default: []].append(.init(text: String(line.prefix(60)), reason: reason))
    texts[kind, default: []].append(text)
  }

  private mutating func change(
    at place: DeckPlacement.Place, _ name: DeckName, commonTags: [String]
  ) -> Int {
    if let number = changeOfPath[place.path] { return number }
    changeOfPath[place.path] = changes.count
    changes.append(Change(place: place, deck: name, tags: commonTags))
    return changes.count - 1
  }

  private mutating func count(_ name: DeckName, _ place: DeckPlacement.Place, notes: Int) {
    if let row = rowOfPath[place.path] {
      report.decks[row].notes += notes
    } else {
      rowOfPath[place.path] = report.decks.count
      report.decks.append(.init(name: name, path: place.path, notes: notes))
    }
  }

  /// The text is here, or an earlier import brought it and somebody changed it since.
  private func isKnown(_ key: CardKey) -> Bool {
    snapshot.card(of: key) != nil || ledger.keys.contains(key)
  }

  private mutating func finish() {
    report.media = media.waiting.count
    report.missingMedia = media.missing.sorted()
    lists[.skipped] = report.skipped
    for clash in media.clashes.sorted() {
      report.remarks.append("another file lies at \(clash) already and stays")
    }
    let schedules = NeighbourSchedules(index: index)
    for note in notes {
      for (key, past) in zip(note.keys, note.pasts) {
        guard let past else { continue }
        let counts = schedules.missingReviews(past, card: living(key))
        report.reviews += counts.missing
        report.knownReviews += counts.known
      }
    }
  }

  /// The card of a key, also when its text was edited since.
  func living(_ key: CardKey) -> Int? {
    if let id = index.history.history.card(holding: key), let card = index.card(of: id) {
      return card
    }
    return snapshot.card(of: key)
  }
}

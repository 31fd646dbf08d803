import FileStorage
import StudyDomain

/// The library of the last start, for files that have not changed since.
struct LibraryCache {
  let cache: CollectionCache
  private static let name = "library"

  /// The snapshot, when it was made with the same settings.
  ///
  /// Each file brings the moment when it was read: a signature younger than two seconds then proves
  /// nothing.
  func read(settings: CollectionSettings) -> LibrarySnapshot? {
    cache.read(Self.name) { reader in
      guard reader.read(Int64.self) == Int64(settings.fingerprint) else { return nil }
      return LibrarySnapshot(&reader)
    }
  }

  func write(_ snapshot: LibrarySnapshot, settings: CollectionSettings) {
    cache.write(Self.name) { writer in
      writer.write(Int64(settings.fingerprint))
      snapshot.encode(&writer)
    }
  }
}

extension LibrarySnapshot {
  func encode(_ writer: inout ByteWriter) {
    writer.write(list: files) { $1.encode(&$0) }
    writer.write(list: decks) { writer, deck in
      writer.write(deck.name.text)
      writer.write(Int32(deck.parent ?? -1))
      writer.write(Int32(deck.depth))
      writer.write(Int32(deck.file ?? -1))
    }
    writer.write(list: tagSets) { $0.write(list: $1) { $0.write($1) } }
    writer.write(list: contexts) { $0.write($1) }
    writer.write(list: problems) { $1.encode(&$0) }
    writer.write(list: conflictCopies) { $0.write($1) }
    writer.write(records: notes)
    writer.write(records: cards)
    writer.write(records: byKey)
    writer.write(livingHash)
  }

  init?(_ reader: inout ByteReader) {
    guard
      let files = reader.readList({ LibraryFile(&$0) }),
      let decks = reader.readList({ reader -> LibraryDeck? in
        guard let name = reader.readText(), let parent = reader.read(Int32.self),
          let depth = reader.read(Int32.self), let file = reader.read(Int32.self)
        else { return nil }
        return LibraryDeck(
          name: DeckName(name), parent: parent < 0 ? nil : Int(parent), depth: Int(depth),
          file: file < 0 ? nil : Int(file))
      }), let tagSets = reader.readList({ $0.readList { $0.readText() } }),
      let contexts = reader.readList({ $0.readText() }),
      let problems = reader.readList({ Problem(&$0) }),
      let conflictCopies = reader.readList({ $0.readText() }),
      let notes = reader.readRecords(LibraryNote.self),
      let cards = reader.readRecords(LibraryCard.self),
      let byKey = reader.readRecords(Int32.self), let livingHash = reader.read(UInt64.self)
    else { return nil }
    self.init()
    self.files = files
    self.decks = decks
    self.tagSets = tagSets
    self.contexts = contexts
    self.problems = problems
    self.conflictCopies = conflictCopies
    self.notes = notes
    self.cards = cards
    self.byKey = byKey
    self.livingHash = livingHash
  }
}

extension LibraryFile {
  fileprivate func encode(_ writer: inout ByteWriter) {
    writer.write(path)
    writer.write(signature)
    writer.write(readNanoseconds)
    writer.write(contentHash)
    writer.write(Int32(deck))
    writer.write(Int32(notes.lowerBound))
    writer.write(Int32(notes.upperBound))
    writer.write(hasConflictMarkers)
    writer.write(hasNoteTypes)
    writer.write(list: problems) { $1.encode(&$0) }
    writer.write(deckName)
    writer.write(list: options.sorted { $0.key < $1.key }) { writer, option in
      writer.write(option.key)
      if case .text = option.value { writer.write(true) } else { writer.write(false) }
      writer.write(list: option.value.items) { $0.write($1) }
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let path = reader.readText(), let signature = reader.read(FileSignature.self),
      let readNanoseconds = reader.read(Int64.self), let contentHash = reader.read(UInt64.self),
      let deck = reader.read(Int32.self), let first = reader.read(Int32.self),
      let end = reader.read(Int32.self), first <= end,
      let hasConflict = reader.read(UInt8.self), let hasTypes = reader.read(UInt8.self),
      let problems = reader.readList({ Problem(&$0) }), let deckName = reader.readText(),
      let options = reader.readList({ reader -> (String, OptionValue)? in
        guard let name = reader.readText(), let isText = reader.read(UInt8.self),
          let items = reader.readList({ $0.readText() })
        else { return nil }
        return (name, isText != 0 ? .text(items.first ?? "") : .list(items))
      })
    else { return nil }
    self.init(
      path: path, signature: signature, readNanoseconds: readNanoseconds,
      contentHash: contentHash, deck: Int(deck), notes: Int(first)..<Int(end),
      hasConflictMarkers: hasConflict != 0, hasNoteTypes: hasTypes != 0, problems: problems,
      deckName: deckName, options: Dictionary(uniqueKeysWithValues: options))
  }
}

extension Problem {
  func encode(_ writer: inout ByteWriter) {
    writer.write(severity.rawValue)
    writer.write(path)
    writer.write(Int32(line ?? 0))
    writer.write(message)
    writer.write(nextStep)
  }

  init?(_ reader: inout ByteReader) {
    guard let severity = reader.read(UInt8.self).flatMap(Severity.init),
      let path = reader.readText(), let line = reader.read(Int32.self),
      let message = reader.readText(), let nextStep = reader.readText()
    else { return nil }
    self.init(
      severity, path: path, line: line == 0 ? nil : Int(line), message: message,
      nextStep: nextStep)
  }
}

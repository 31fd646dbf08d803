import Glibc

extension AnkiPackageError: CustomStringConvertible {
  /// One sentence that names the member or row.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno): "\(path): \(Self.systemText(errno))"
    case .notZip(let path): "\(path) is no package of Anki: it is not a zip archive"
    case .newerPackage(0): "the package is of a kind that is not known"
    case .newerPackage(let version): "the package has version \(version), newer than 3"
    case .newerSchema(let schema): "the collection has schema \(schema), newer than 18"
    case .olderSchema(let schema): "the collection has schema \(schema), older than 11"
    case .memberMissing(let member): "the package lacks its member \(member)"
    case .memberBroken(let member, let reason): "member \(member): \(reason)"
    case .memberTooLarge(let member, let limit):
      "member \(member) is larger than \(limit) bytes"
    case .packageTooLarge(let limit): "the package unpacks to more than \(limit) bytes"
    case .mediaMapBroken(let reason): "member media, the list of media: \(reason)"
    case .notDatabase(let member): "member \(member) is no SQLite database"
    case .databaseBroken(let member, let reason): "the database \(member) is damaged: \(reason)"
    case .databaseForeign(let member, let object):
      "the database \(member) holds what no collection has: \(object)"
    case .rowBroken(let table, let id, let reason): "table \(table), row \(id): \(reason)"
    case .collectionTooLarge(let limit):
      "the collection takes more than \(limit) bytes of memory"
    case .unwritable(let path, let errno): "\(path): \(Self.systemText(errno))"
    case .invalidCollection(let reason): "nothing was written: \(reason)"
    }
  }

  /// What to do about it; a sentence.
  public var advice: String {
    switch self {
    case .unreadable: "Check the path and its permissions."
    case .unwritable: "Check the folder, its permissions and the room on its disk."
    case .notZip: "Choose a file that Anki exported as .apkg or .colpkg."
    case .newerPackage, .newerSchema:
      "Export it again with “Support older Anki versions” checked."
    case .olderSchema: "Import it into a present Anki and export it from there."
    case .memberMissing, .memberBroken, .mediaMapBroken, .notDatabase:
      "The file is incomplete or damaged: fetch or export it again."
    case .databaseBroken, .rowBroken:
      "Run “Check Database” in Anki, then export again."
    case .databaseForeign: "Do not trust this file; ask who made it."
    case .memberTooLarge, .packageTooLarge, .collectionTooLarge:
      "If you trust the file, export it from Anki in smaller parts."
    case .invalidCollection: "This is a fault of the program: please report it."
    }
  }

  private static func systemText(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

extension AnkiRepair: CustomStringConvertible {
  /// One sentence with how many it met, and the first few.
  public var description: String {
    let list = examples.joined(separator: ", ") + (count > examples.count ? ", …" : "")
    return "\(kind.text): \(count) (\(list))"
  }
}

extension AnkiRepair.Kind {
  fileprivate var text: String {
    switch self {
    case .fieldsMissing: "notes filled up with empty fields"
    case .fieldsSurplus: "notes whose surplus fields went into the last one"
    case .noteTypeMissing: "notes left out, for their note type is missing"
    case .guidEmpty: "notes that got a guid"
    case .textBroken: "notes with broken UTF-8"
    case .idTwice: "rows left out, for another has their id"
    case .noteMissing: "cards left out, for their note is missing"
    case .cardTwice: "cards left out, for their note has the same card already"
    case .templateMissing: "cards left out, for no template makes them"
    case .deckMissing: "cards moved to Default, for their deck is missing"
    case .stateUnknown: "cards made new, for their state is unknown"
    case .numberOutOfRange: "rows with a number out of range"
    case .presetMissing: "decks that took the preset Default, for theirs is missing"
    case .mediaNameChanged: "media renamed to a name that every system can store"
    case .mediaNameUnsafe: "media left out, for their names are unsafe"
    case .mediaNameTwice: "media left out, for another has their name"
    }
  }
}

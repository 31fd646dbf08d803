/// What an import did, or would do.
public struct TransferReport: Sendable {
  public var file: String
  public var isDryRun: Bool
  /// What kind of file it is, in words; nil where its name says all.
  public var format: String?
  /// Notes.
  public var new = 0
  public var updated = 0
  public var unchanged = 0
  /// Changed on both sides: ours stay.
  public var conflicting: [Note] = []
  /// Left out, each with its reason.
  public var skipped: [Note] = []
  /// Cards of new notes.
  public var cards = 0
  /// Cards of the package for which our note has none, so that their reviews stay behind.
  public var lostCards = 0
  public var reviews = 0
  /// Reviews that were here already.
  public var knownReviews = 0
  public var media = 0
  /// Names of media that notes name and the package lacks.
  public var missingMedia: [String] = []
  /// Fields whose outer blanks went.
  public var trimmedFields = 0
  /// Decks and how many notes were added to each.
  public var decks: [Deck] = []
  /// Files with notes that get another text or other tags, each with how many; by path.
  public var updatedFiles: [UpdatedFile] = []
  public var noteTypes: [String] = []
  /// What was odd in the package and how it was read.
  public var remarks: [String] = []
  /// Options of the command line that change what was guessed of a text in columns.
  public var textOptions: [String] = []
  /// The file that remembers the import, below the collection; nil when nothing was written.
  public var ledger: String?
  /// What `undo` names to take the history back; nil when none was written.
  public var action: String?

  public init(file: String, isDryRun: Bool) {
    self.file = file
    self.isDryRun = isDryRun
  }

  /// A note of the package by the beginning of its first field.
  public struct Note: Hashable, Sendable {
    public var text: String
    public var reason: String

    public init(text: String, reason: String) {
      self.text = text
      self.reason = reason
    }
  }

  public struct UpdatedFile: Hashable, Sendable {
    /// Below the collection.
    public var path: String
    public var notes: Int

    public init(path: String, notes: Int) {
      self.path = path
      self.notes = notes
    }
  }

  /// "49 updated in jlpt-n5.md, 2 in es.md", the files past some counted; nil for none.
  public func updatedText(most: Int = 5) -> String? {
    guard !updatedFiles.isEmpty else { return nil }
    var parts = updatedFiles.prefix(most).enumerated().map { place, file in
      "\(file.notes)\(place == 0 ? " updated" : "") in \(file.path)"
    }
    if updatedFiles.count > most {
      let rest = updatedFiles.dropFirst(most)
      let files = rest.count == 1 ? "1 more file" : "\(rest.count) more files"
      parts.append("\(rest.reduce(0) { $0 + $1.notes }) in \(files)")
    }
    return parts.joined(separator: ", ")
  }

  public struct Deck: Hashable, Sendable {
    public var name: DeckName
    /// Below the collection.
    public var path: String
    public var notes: Int

    public init(name: DeckName, path: String, notes: Int) {
      self.name = name
      self.path = path
      self.notes = notes
    }
  }
}

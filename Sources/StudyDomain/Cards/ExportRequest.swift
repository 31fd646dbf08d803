/// What is to leave the collection, and as what.
public struct ExportRequest: Hashable, Sendable {
  /// The file to write.
  public var path: String
  /// The cards; their notes go as a whole.
  public var query: Query
  public var format: Format
  /// The layout of Anki since 2.1.50 instead of the one that older programs read too.
  public var usesLatestLayout = false
  /// Schedules, answers, flags, marks, limits and presets go along.
  public var hasHistory = true
  public var hasMedia = true
  /// Text formats keep HTML; else they are plain.
  public var hasHTML = true
  /// Notes as text have guid, note type, deck and tags beside their fields.
  public var hasDetails = true
  /// A file of that name may be replaced.
  public var replaces = false

  public init(path: String, query: Query = Query(), format: Format) {
    self.path = path
    self.query = query
    self.format = format
  }

  public enum Format: String, CaseIterable, Sendable {
    /// Some decks, to be merged into a collection of Anki.
    case apkg
    /// A whole collection of Anki.
    case colpkg
    /// The fields of notes, a line a note, as Anki's "notes in plain text".
    case notes
    /// Both sides of cards, a line a card, as Anki's "cards in plain text".
    case cards
    /// Everything, for other programs; the manual describes it.
    case json

    /// The format that a file's ending names; nil for one that names none.
    public init?(ending path: String) {
      let path = path.lowercased()
      switch path.utf8.lastIndex(of: UInt8(ascii: ".")).map({ String(path[$0...]) }) {
      case ".apkg": self = .apkg
      case ".colpkg": self = .colpkg
      case ".txt", ".tsv", ".csv": self = .notes
      case ".json": self = .json
      default: return nil
      }
    }
  }
}

/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  public var file: String
  public var format: ExportRequest.Format
  public var notes = 0
  public var cards = 0
  public var reviews = 0
  public var media = 0
  public var bytes: Int64 = 0
  /// Media that texts name and that are not in the collection.
  public var missingMedia: [String] = []
  /// Notes that could not be read and stayed behind, each with its reason.
  public var skipped: [TransferReport.Note] = []
  /// The file that remembers what went out, below the collection; nil when nothing was new in it.
  public var ledger: String?
  /// What did not go as it should, though the file is written.
  public var remarks: [String] = []

  public init(file: String, format: ExportRequest.Format) {
    self.file = file
    self.format = format
  }
}

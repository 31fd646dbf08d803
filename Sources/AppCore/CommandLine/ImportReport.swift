import Managers
import StudyDomain

/// What an import did, or would do, in words and numbers for the command line.
public struct ImportReport: Hashable, Sendable {
  public var file: String
  public var isDryRun: Bool
  /// Notes.
  public var new: Int
  public var updated: Int
  public var unchanged: Int
  /// The beginning of a note, and why it stays as it is here.
  public var conflicting: [Note]
  public var skipped: [Note]
  /// Cards of new notes.
  public var cards: Int
  /// Cards of the package that no card here stands for.
  public var lostCards: Int
  public var reviews: Int
  /// Reviews that were here already.
  public var knownReviews: Int
  public var media: Int
  public var missingMedia: [String]
  public var trimmedFields: Int
  public var decks: [Deck]
  public var noteTypes: [String]
  public var remarks: [String]
  /// Below the collection; nil when no note came or changed.
  public var ledger: String?
  /// What `undo` names; nil when no history was written.
  public var action: String?

  public struct Note: Hashable, Sendable {
    public var text: String
    public var reason: String
  }

  public struct Deck: Hashable, Sendable {
    public var name: String
    /// Below the collection.
    public var file: String
    public var notes: Int
  }

  init(_ report: TransferReport) {
    file = report.file
    isDryRun = report.isDryRun
    new = report.new
    updated = report.updated
    unchanged = report.unchanged
    conflicting = report.conflicting.map { Note(text: $0.text, reason: $0.reason) }
    skipped = report.skipped.map { Note(text: $0.text, reason: $0.reason) }
    cards = report.cards
    lostCards = report.lostCards
    reviews = report.reviews
    knownReviews = report.knownReviews
    media = report.media
    missingMedia = report.missingMedia
    trimmedFields = report.trimmedFields
    decks = report.decks.map { Deck(name: $0.name.text, file: $0.path, notes: $0.notes) }
    noteTypes = report.noteTypes
    remarks = report.remarks
    ledger = report.ledger
    action = report.action
  }
}

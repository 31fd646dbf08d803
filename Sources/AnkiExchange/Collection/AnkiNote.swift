/// A note, its texts joined as they are stored: a hundred thousand notes are common.
public struct AnkiNote: Hashable, Sendable {
  /// Milliseconds since 1970 of its making, and an id.
  public var id: Int64
  /// What a later import finds the note by; its UTF-8 is to be compared, not its characters.
  public var guid: String
  public var noteTypeID: Int64
  public var modified: Int64
  /// Tags with a blank around each: ` biology leech `; empty for none.
  public var joinedTags: String
  /// HTML fragments with U+001F between them, as many as the note type has fields.
  public var joinedFields: String

  public init(
    id: Int64, guid: String, noteTypeID: Int64, modified: Int64, joinedTags: String,
    joinedFields: String
  ) {
    self.id = id
    self.guid = guid
    self.noteTypeID = noteTypeID
    self.modified = modified
    self.joinedTags = joinedTags
    self.joinedFields = joinedFields
  }

  /// Makes a note of parts; tags are made unique and sorted ignoring case.
  public init(
    id: Int64, guid: String, noteTypeID: Int64, modified: Int64, tags: [String], fields: [String]
  ) {
    self.init(
      id: id, guid: guid, noteTypeID: noteTypeID, modified: modified,
      joinedTags: Self.joinTags(tags), joinedFields: fields.joined(separator: "\u{1F}"))
  }

  /// Splits anew at each call.
  public var fields: [String] {
    get {
      let bytes = joinedFields.utf8
      guard bytes.contains(0x1F) else { return [joinedFields] }
      return bytes.split(separator: 0x1F, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    }
    set { joinedFields = newValue.joined(separator: "\u{1F}") }
  }

  /// Splits anew at each call; blanks and ideographic blanks (U+3000) separate.
  public var tags: [String] {
    get {
      joinedTags.unicodeScalars.split { $0 == " " || $0 == "\u{3000}" }
        .map { String(Substring($0)) }
    }
    set { joinedTags = Self.joinTags(newValue) }
  }

  private static func joinTags(_ tags: [String]) -> String {
    var seen: Set<String> = []
    let kept =
      tags.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
      .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    return kept.isEmpty ? "" : " " + kept.joined(separator: " ") + " "
  }
}

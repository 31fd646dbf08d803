/// Something odd in a file, and what the reader made of it.
public struct AnkiRepair: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Fewer fields than the note type: empty ones were added.
    case fieldsMissing
    /// More fields than the note type: the last one took the rest.
    case fieldsSurplus
    /// The note was left out, with its cards.
    case noteTypeMissing
    /// A guid was made.
    case guidEmpty
    /// Broken UTF-8 became U+FFFD.
    case textBroken
    /// Another row has the id already: the row was left out.
    case idTwice
    /// The card was left out.
    case noteMissing
    /// The note has a card of that number already: the card was left out.
    case cardTwice
    /// No template makes such a card: it was left out.
    case templateMissing
    /// The card went to the deck Default.
    case deckMissing
    /// A type or queue that nobody knows: the card became a new one.
    case stateUnknown
    /// A number out of range took the nearest one in it.
    case numberOutOfRange
    /// The deck took the preset Default.
    case presetMissing
    /// A name of the media map was changed to a safe one.
    case mediaNameChanged
    /// A name of the media map that could leave the folder: the file was left out.
    case mediaNameUnsafe
    /// Two files of one name: the later one was left out.
    case mediaNameTwice
  }

  public var kind: Kind
  /// How many rows or members it met.
  public var count: Int
  /// The first few: ids of rows, or names of media.
  public var examples: [String]

  public init(kind: Kind, count: Int, examples: [String]) {
    self.kind = kind
    self.count = count
    self.examples = examples
  }
}

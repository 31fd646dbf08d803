public import StudyDomain

/// What options are shown of.
public enum OptionSubject: Hashable, Sendable {
  case deck(DeckName)
  case preset(String)
}

/// One option with the value that is in force.
public struct OptionRow: Hashable, Sendable {
  public var name: String
  /// As a person would write it.
  public var text: String
  /// Where it comes from, in a few words: "this deck", "preset Hard", "Spanish", "default".
  public var origin: String
  /// The subject itself says it: it can be taken away.
  public var isOwn: Bool
  /// What is in force when it is.
  public var inherited: String

  public init(name: String, text: String, origin: String, isOwn: Bool, inherited: String) {
    self.name = name
    self.text = text
    self.origin = origin
    self.isOwn = isOwn
    self.inherited = inherited
  }

  public var kind: ValueKind { DeckOptions.kind(of: name) }

  /// What the option does, in a line.
  public var explanation: String {
    DeckOptions.descriptions.first { $0.name == name }?.explanation ?? ""
  }
}

/// A preset and how far it reaches.
public struct PresetRow: Hashable, Sendable {
  public var name: String
  /// Decks that name it; those below them follow.
  public var decks: Int

  public init(name: String, decks: Int) {
    self.name = name
    self.decks = decks
  }
}

/// What a template made of a note.
public enum RenderedCard: Hashable, Sendable {
  case sides(question: RenderedSide, answer: RenderedSide)
  /// Nothing of the note shows on the question; the card is kept until somebody removes it.
  case emptyQuestion
  /// The card shows the error in place of both sides.
  case broken(TemplateError)
}

/// One side of a card.
public struct RenderedSide: Hashable, Sendable {
  /// With sounds, speech tags and places to type still in it.
  public var html: String
  /// What is played, in its order.
  public var sounds: [SideSound]
  /// What is to be typed, in its order.
  public var typed: [TypedField]

  public init(html: String, sounds: [SideSound] = [], typed: [TypedField] = []) {
    self.html = html
    self.sounds = sounds
    self.typed = typed
  }

  /// The text on one line, names of pictures kept; what lists of cards show.
  public var line: String {
    AnkiText.line(html, keepsMediaNames: true)
  }
}

/// A sound of a side: a file, or text to be spoken.
public enum SideSound: Hashable, Sendable {
  case file(String)
  case speech(Speech)

  public struct Speech: Hashable, Sendable {
    /// Without tags.
    public var text: String
    /// For instance `en_US`.
    public var language: String
    public var voices: [String]
    /// 1 is the usual speed.
    public var speed: Double

    public init(text: String, language: String, voices: [String] = [], speed: Double = 1) {
      self.text = text
      self.language = language
      self.voices = voices
      self.speed = speed
    }
  }
}

/// A place where the answer is typed.
public struct TypedField: Hashable, Sendable {
  /// As it stands in the placeholder: `Back`, `nc:Back` or `cloze:Text`.
  public var spec: String
  /// HTML: the field, or the texts of the deletions that are asked.
  public var source: String
  /// What is to be typed.
  public var expected: String
  /// Marks that combine with letters do not count.
  public var ignoresMarks: Bool

  public init(spec: String, source: String, expected: String, ignoresMarks: Bool = false) {
    self.spec = spec
    self.source = source
    self.expected = expected
    self.ignoresMarks = ignoresMarks
  }
}

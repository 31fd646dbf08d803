/// A part of a line.
public enum Inline: Hashable, Sendable {
  case run(Run)
  case lineBreak
}

/// Text of one look.
public struct Run: Hashable, Sendable {
  /// What is shown, without line ends.
  public var text: String
  public var kind: Kind
  public var emphasis: Emphasis
  /// What is asked: a gap, or its solution; the brackets around it belong to it.
  public var isCloze: Bool
  /// Where a link leads, or the source of a picture or sound, as it is written.
  public var target: String?

  public init(
    _ text: String, kind: Kind = .text, emphasis: Emphasis = [], isCloze: Bool = false,
    target: String? = nil
  ) {
    self.text = text
    self.kind = kind
    self.emphasis = emphasis
    self.isCloze = isCloze
    self.target = target
  }

  public enum Kind: Hashable, Sendable {
    case text, code, link, picture, missingPicture, sound
    /// The source of a formula, without its dollars.
    case math
  }

  public struct Emphasis: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let emphasised = Emphasis(rawValue: 1)
    public static let strong = Emphasis(rawValue: 2)
    public static let underlined = Emphasis(rawValue: 4)
    public static let struck = Emphasis(rawValue: 8)
  }
}

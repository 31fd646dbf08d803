/// The text of a card as blocks and styled runs: values that know no terminal.
public struct MarkupDocument: Hashable, Sendable {
  public var blocks: [Block]

  public init(blocks: [Block]) {
    self.blocks = blocks
  }

  /// Reads Markdown; anything at all is some document.
  ///
  /// Controls become U+FFFD; what stands between the marks of a cloze is styled as such.
  public init(markdown: String) {
    blocks = MarkdownReader.blocks(of: markdown)
  }

  /// The document without styles: a line for each row of text, blank lines between blocks.
  public var plainText: String {
    PlainTextWriter.text(of: blocks)
  }
}

/// A part of a document that begins on a line of its own.
public indirect enum Block: Hashable, Sendable {
  case paragraph([Inline])
  /// 1 to 6.
  case heading(level: Int, [Inline])
  case list(ItemList)
  case quote([Block])
  /// Never wrapped.
  case code(String, language: String)
  case table(Table)
  case rule

  /// A bulleted, numbered or task list.
  public struct ItemList: Hashable, Sendable {
    /// The number of the first item; nil for bullets.
    public var start: Int?
    public var items: [Item]
  }

  public struct Item: Hashable, Sendable {
    /// Ticked or not; nil when it is no task.
    public var isTicked: Bool?
    public var blocks: [Block]
  }

  public struct Table: Hashable, Sendable {
    public var alignments: [Alignment]
    /// The header first; each as long as `alignments`.
    public var rows: [[[Inline]]]
  }

  public enum Alignment: Hashable, Sendable {
    case left, centre, right
  }
}

/// A part of a line.
public enum Inline: Hashable, Sendable {
  case run(Run)
  case lineBreak
}

/// Text of one look.
public struct Run: Hashable, Sendable {
  public var text: String
  public var kind: Kind
  public var emphasis: Emphasis
  /// What is asked: a gap, or its solution.
  public var isCloze: Bool

  public init(
    _ text: String, kind: Kind = .text, emphasis: Emphasis = [], isCloze: Bool = false
  ) {
    self.text = text
    self.kind = kind
    self.emphasis = emphasis
    self.isCloze = isCloze
  }

  public enum Kind: Hashable, Sendable {
    case text, code, math, link, picture
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

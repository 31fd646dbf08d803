/// The text of a card as blocks and styled runs: values that know no terminal.
public struct MarkupDocument: Hashable, Sendable {
  public var blocks: [Block]

  public init(blocks: [Block]) {
    self.blocks = blocks
  }

  /// Reads Markdown; anything at all is some document.
  ///
  /// Controls become U+FFFD; what stands between the marks of a cloze is styled as such and shown
  /// in brackets. `isPictureMissing` is asked with the source of each picture as it is written.
  /// Of a text of more than some 250,000 bytes only the beginning is there, and a remark that says
  /// so; what needs many blocks or runs has room for less.
  /// Cost: some 10 µs for each kilobyte.
  public init(markdown: String, isPictureMissing: (String) -> Bool = { _ in false }) {
    blocks = withoutActuallyEscaping(isPictureMissing) { isMissing in
      MarkdownReader.blocks(of: markdown, isPictureMissing: isMissing)
    }
  }

  /// Reads a fragment of HTML as Anki stores and renders it; anything at all is some document.
  ///
  /// Scripts and style sheets are never shown. Hints and other parts that a click would open are
  /// shown when `showsHidden`; else three dots stand for what they hold. For the rest it does as
  /// with Markdown.
  public init(
    html: String, showsHidden: Bool = true, isPictureMissing: (String) -> Bool = { _ in false }
  ) {
    blocks = withoutActuallyEscaping(isPictureMissing) { isMissing in
      var room = TextRoom()
      let blocks = HTMLReader.blocks(
        of: html, showsHidden: showsHidden, room: &room, isPictureMissing: isMissing)
      return room.isUsedUp ? blocks + [TextRoom.remark] : blocks
    }
  }

  /// The document without styles: a line for each row of text, blank lines between blocks.
  public var plainText: String {
    PlainTextWriter.text(of: blocks)
  }
}

/// A part of a document that begins on a line of its own.
///
/// Blocks nest at most some sixty deep: what is written deeper stands in the innermost of these.
public indirect enum Block: Hashable, Sendable {
  case paragraph([Inline])
  /// 1 to 6.
  case heading(level: Int, [Inline])
  case list(ItemList)
  case quote([Block])
  case callout(Callout)
  /// Never wrapped; a break ends each line but the last. The language may be empty.
  case code([Inline], language: String)
  case table(Table)
  case rule

  /// A bulleted, numbered or task list.
  public struct ItemList: Hashable, Sendable {
    /// The number of the first item; nil for bullets.
    public var start: Int?
    /// Whether its items stand without blank lines between them.
    public var isTight: Bool
    public var items: [Item]

    public init(start: Int? = nil, isTight: Bool = true, items: [Item]) {
      self.start = start
      self.isTight = isTight
      self.items = items
    }
  }

  public struct Item: Hashable, Sendable {
    /// Ticked or not; nil when it is no task.
    public var isTicked: Bool?
    public var blocks: [Block]

    public init(isTicked: Bool? = nil, blocks: [Block]) {
      self.isTicked = isTicked
      self.blocks = blocks
    }
  }

  /// A quote that begins with `[!kind] title`, as Obsidian writes them.
  public struct Callout: Hashable, Sendable {
    /// As it is written, for instance `def`.
    public var kind: String
    public var title: [Inline]
    public var blocks: [Block]

    public init(kind: String, title: [Inline], blocks: [Block]) {
      self.kind = kind
      self.title = title
      self.blocks = blocks
    }

    /// What to show above its blocks: the kind as a word, then the title.
    public var heading: [Inline] {
      let word = kind.prefix(1).uppercased() + kind.dropFirst()
      return title.isEmpty ? [.run(Run(word))] : [.run(Run("\(word): "))] + title
    }
  }

  public struct Table: Hashable, Sendable {
    public var alignments: [Alignment]
    /// The header first; each as long as `alignments`.
    public var rows: [[[Inline]]]

    public init(alignments: [Alignment], rows: [[[Inline]]]) {
      self.alignments = alignments
      self.rows = rows
    }
  }

  public enum Alignment: Hashable, Sendable {
    case left, centre, right
  }
}

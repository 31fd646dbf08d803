public import StudyDomain

/// Reads deck files; see `Documentation/DECKS.md` for the syntax.
///
/// Reading never fails: what cannot be read becomes a problem with its line, and the rest counts.
/// Equal bytes and settings give equal results. Cost: about a microsecond a card.
public struct DeckReader: Sendable {
  /// What holds for a file that does not say otherwise.
  public struct Settings: Sendable {
    public var isObsidian = false
    public var ask = AskMode.flip
    public var isHTML = false
    /// The note types of `notetypes.yaml`, the one beside the deck before the collection's.
    public var noteTypes = NoteTypes()

    public init() {}
  }

  public var settings: Settings

  public init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Reads the bytes of one file; `path` only names it in problems.
  public func read(_ bytes: UnsafeRawBufferPointer, path: String) -> ParsedDeck {
    guard bytes.count < Int(UInt32.max) else {
      var deck = ParsedDeck(path: path)
      deck.problems = [
        Problem(
          .error, path: path, message: "The file is larger than 4 GB.",
          nextStep: "Split it into several files.")
      ]
      return deck
    }
    return bytes.withMemoryRebound(to: UInt8.self) { bytes in
      let head = DeckHead(bytes, path: path, settings: settings)
      if let deck = DeckParts(bytes, head)?.read() { return deck }
      var scan = DeckScan(bytes, head)
      return scan.run()
    }
  }

  public func read(_ bytes: [UInt8], path: String) -> ParsedDeck {
    bytes.withUnsafeBytes { read($0, path: path) }
  }
}

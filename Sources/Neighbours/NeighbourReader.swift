import DeckFormat
import StudyDomain

/// Reads decks of other programs; nothing is written and reading never fails: what cannot be read
/// becomes a problem with its line.
public enum NeighbourReader {
  /// Reads the bytes of one file; `path` names it in problems.
  public static func read(
    _ bytes: [UInt8], path: String, as format: NeighbourFormat
  ) -> NeighbourDeck {
    switch format {
    case .native: NativeReader.read(bytes, path: path)
    case .obsidian: ObsidianReader.read(bytes, path: path)
    case .hascard: HascardReader.read(bytes, path: path)
    case .headings: HeadingReader.read(bytes, path: path)
    case .md2anki: Md2AnkiReader.read(bytes, path: path)
    case .mnemosyne: MnemosyneReader.read(bytes, path: path)
    }
  }
}

/// The formats of other programs that are imported, not read in place.
public enum ForeignFormat: String, CaseIterable, Sendable {
  case mdanki, inka, md2anki, carddown, logseq, hascard
}

import AnkiExchange

/// What kind of file an import was given, told by its first bytes and then by its name.
public enum TransferFormat: Hashable, Sendable {
  /// A package of Anki, `.apkg` or `.colpkg`.
  case ankiPackage
  /// Text in columns, such as CSV or TSV; its own reader tells separator and encoding.
  case delimitedText
  /// A file or folder of a program that writes cards as text; its own reader tells which.
  case neighbours
  /// The JSON that `export` writes.
  case exportedJSON
  /// The JSON of CrowdAnki, a file or the folder around it.
  case crowdAnki
  /// A file that cannot be read; both are sentences without a full stop.
  case unreadable(reason: String, advice: String)

  /// So many first bytes are enough to tell.
  public static let sampleBytes = 4096

  /// `firstBytes` are up to `sampleBytes` of the file; a folder has none.
  public static func detect(path: String, firstBytes: [UInt8]) -> TransferFormat {
    let ending = ending(of: path)
    if let known = binary(firstBytes, ending: ending) { return known }
    if let named = unreadableEndings[ending] {
      return .unreadable(reason: "\(named.name) cannot be read", advice: named.advice)
    }
    if ["apkg", "colpkg"].contains(ending) { return .ankiPackage }
    if isWideText(firstBytes) || !firstBytes.contains(0) { return .delimitedText }
    return .unreadable(
      reason: "it is a binary file of an unknown kind",
      advice: "export it from its program as a package of Anki, CSV or TSV")
  }

  // MARK: Files that are no text

  private static func binary(_ bytes: [UInt8], ending: String) -> TransferFormat? {
    func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    if begins("PK\u{3}\u{4}") || begins("PK\u{5}\u{6}") {
      if ["xlsx", "xlsm", "ods", "numbers"].contains(ending) {
        return .unreadable(
          reason: "a spreadsheet cannot be read", advice: "save it as CSV in UTF-8")
      }
      if ["docx", "odt", "epub", "pptx", "odp", "pages"].contains(ending) {
        return .unreadable(
          reason: "a document of an office program cannot be read",
          advice: "save its table as CSV in UTF-8")
      }
      return .ankiPackage
    }
    if begins("SQLite format 3\0") {
      return .unreadable(
        reason: "it is a bare database", advice: "export a package (.apkg) from its program")
    }
    let signs: [(sign: [UInt8], name: String)] = [
      (Array("%PDF-".utf8), "a PDF"), (Array("\u{7F}ELF".utf8), "a program"),
      ([0x1F, 0x8B], "a file compressed by gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
      ([0x42, 0x5A, 0x68], "a file compressed by bzip2"), ([0xFD, 0x37, 0x7A], "an XZ file"),
      ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"),
      (Array("GIF8".utf8), "a picture"), ([0xD0, 0xCF, 0x11, 0xE0], "an old office document"),
    ]
    guard let found = signs.first(where: { bytes.starts(with: $0.sign) }) else { return nil }
    return .unreadable(
      reason: "it is \(found.name)", advice: "unpack it, or export CSV or a package of Anki")
  }

  private static let unreadableEndings: [String: (name: String, advice: String)] = [
    "org": ("an Org file", "export it as Markdown or CSV"),
    "html": ("a web page", "save its table as CSV in UTF-8"),
    "htm": ("a web page", "save its table as CSV in UTF-8"),
    "rtf": ("rich text", "save it as plain text"),
  ]

  /// UTF-16, whose Latin letters hold NULs.
  private static func isWideText(_ bytes: [UInt8]) -> Bool {
    TextEncoding.wide(bytes) != nil
  }

  private static func ending(of path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    let file = name ?? path[...]
    return file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() } ?? ""
  }
}

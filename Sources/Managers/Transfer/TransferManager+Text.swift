public import AnkiExchange
import DeckFormat
import FileStorage
public import StudyDomain

extension TransferManager {
  /// Reads a text in columns, to look at it and to change how it is taken.
  ///
  /// Throws `TransferError` or `FileStorageError`; nothing is written.
  public func openText(
    _ path: String, choice: TextFormatChoice = TextFormatChoice()
  ) async throws -> TextImport {
    do {
      return try await Self.text(path, choice, ownNoteTypes)
    } catch let error as TextFileError {
      throw TransferError.package(path: path, message: error.description, advice: error.advice)
    }
  }

  /// Works out what importing a text would do; nothing is written.
  ///
  /// Rows without a deck go into `options.parent`, else into a deck of the file's name.
  public func prepare(
    _ text: TextImport, _ options: TransferOptions = TransferOptions(),
    progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferPreview {
    try await prepare(text.table.path, options, progress) { try await source(of: text, options) }
  }

  func source(of text: TextImport, _ options: TransferOptions) async throws -> ImportSource {
    let deck = options.parent == nil ? Self.deckName(ofFile: text.table.path) : "Default"
    return try await Self.source(
      text, ledgerFolder: ledgerFolder, now: index.clock.now(), defaultDeck: deck)
  }

  @concurrent
  private static func text(
    _ path: String, _ choice: TextFormatChoice, _ ownTypes: NoteTypes
  ) async throws -> TextImport {
    try TextImport(path: path, choice: choice, ownTypes: ownTypes)
  }

  @concurrent
  private static func source(
    _ text: TextImport, ledgerFolder: String, now: Timestamp, defaultDeck: String
  ) async throws -> ImportSource {
    var source = TextSource(
      text, ledger: try ImportLedger(folder: ledgerFolder), now: now, defaultDeck: defaultDeck)
    return source.source()
  }

  /// The note types that the collection has for all decks.
  private var ownNoteTypes: NoteTypes {
    index.library.settings.noteTypes[".deckle"] ?? NoteTypes()
  }

  /// The name of a file without folder and ending.
  static func deckName(ofFile path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let file = path[(slash ?? path.startIndex)...]
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let name = SafeText.line(String(stem), limit: 100)
    return name.isEmpty ? "Imported" : name
  }
}

// What the command line says.
extension TransferManager {
  /// Reads a text as the options say.
  func openText(_ path: String, _ options: TextOptions) async throws -> TextImport {
    func bad(_ option: String, _ value: String, _ allowed: String) -> TransferError {
      .badOption(option: option, value: value, allowed: allowed)
    }
    var choice = TextFormatChoice()
    if let name = options.separator {
      guard let separator = TextSeparator(named: name == "\\t" ? "tab" : name) else {
        let names = TextSeparator.allCases.map(\.name).joined(separator: ", ")
        throw bad("separator", name, names)
      }
      choice.separator = separator
    }
    if let name = options.encoding {
      guard let encoding = TextEncoding(named: name) else {
        let names = TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
        throw bad("encoding", name, names)
      }
      choice.encoding = encoding
    }
    if let word = options.html {
      guard let isHTML = ["yes": true, "no": false][word] else {
        throw bad("html", word, "yes, no")
      }
      choice.isHTML = isHTML
    }
    var text = try await openText(path, choice: choice)
    if let name = options.noteType, !text.setNoteType(name) {
      throw bad("note-type", name, text.noteTypes.map(\.name).joined(separator: ", "))
    }
    if let word = options.matches {
      guard let matches = TextMapping.Matches(rawValue: word) else {
        throw bad(
          "matches", word, TextMapping.Matches.allCases.map(\.rawValue).joined(separator: ", "))
      }
      text.mapping.matches = matches
    }
    if let columns = options.columns { try setColumns(columns, &text, bad) }
    return text
  }

  private func setColumns(
    _ columns: String, _ text: inout TextImport,
    _ bad: (String, String, String) -> TransferError
  ) throws {
    let names = columns.split(separator: ",", omittingEmptySubsequences: false).map {
      Flattened.trimmed(String($0))
    }
    do {
      try text.mapping.setColumns(names)
    } catch {
      switch error {
      case .unknown(let name, let fields):
        throw bad(
          "columns", name,
          (fields + ["tags", "deck", "notetype", "guid", "-"]).joined(separator: ", "))
      case .twice(let name): throw bad("columns", "\(name) twice", "each name once")
      case .noFirstField(let name):
        throw bad("columns", columns, "one of them must be \(name), the first field")
      }
    }
    text.mapping.findUnused(text.table)
  }
}

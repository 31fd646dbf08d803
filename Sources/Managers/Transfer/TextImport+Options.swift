import AnkiExchange
import DeckFormat
import StudyDomain

// What a person says of a text, in words.
extension TextImport {
  /// The name of a file without folder and ending.
  static func deckName(ofFile path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let file = path[(slash ?? path.startIndex)...]
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let name = SafeText.line(String(stem), limit: 100)
    return name.isEmpty ? "Imported" : name
  }

  /// Reads a text as the options say.
  ///
  /// Throws `TransferError` or `FileStorageError`.
  init(path: String, options: TextOptions, ownTypes: NoteTypes) throws {
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
    do {
      self = try TextImport(path: path, choice: choice, ownTypes: ownTypes)
    } catch let error as TextFileError {
      throw TransferError.package(path: path, message: error.description, advice: error.advice)
    }
    if let name = options.noteType, !setNoteType(name) {
      throw bad("note-type", name, noteTypes.map(\.name).joined(separator: ", "))
    }
    if let word = options.matches {
      guard let matches = TextMapping.Matches(rawValue: word) else {
        throw bad(
          "matches", word, TextMapping.Matches.allCases.map(\.rawValue).joined(separator: ", "))
      }
      mapping.matches = matches
    }
    if let columns = options.columns { try setColumns(columns, bad) }
  }

  private mutating func setColumns(
    _ columns: String,
    _ bad: (String, String, String) -> TransferError
  ) throws {
    let names = columns.split(separator: ",", omittingEmptySubsequences: false).map {
      Flattened.trimmed(String($0))
    }
    do {
      try mapping.setColumns(names)
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
    mapping.findUnused(table)
  }
}

extension TransferManager {
  /// Reads a text in columns, to look at it and to change how it is taken.
  ///
  /// Throws `TransferError` or `FileStorageError`; nothing is written.
  func openText(_ path: String) throws -> TextImport {
    try TextImport(path: path, options: TextOptions(), ownTypes: ownNoteTypes)
  }
}

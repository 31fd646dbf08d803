public import AnkiExchange
import FileStorage
public import StudyDomain

extension TransferManager {
  /// Reads a text in columns, to look at it and to change how it is taken.
  ///
  /// Throws `TransferError` or `FileStorageError`; nothing is written.
  public func openText(
    _ path: String, choice: TextFormatChoice = TextFormatChoice()
  ) throws -> TextImport {
    do {
      return try TextImport(path: path, choice: choice, ownTypes: ownNoteTypes)
    } catch let error as TextFileError {
      throw TransferError.package(path: path, message: error.description, advice: error.advice)
    }
  }

  /// Imports a text, rows without a deck into `parent`, else into a deck of the file's name.
  ///
  /// Throws `TransferError` or `FileStorageError`; where it is the former nothing has changed.
  @discardableResult
  public func importText(
    _ text: TextImport, into parent: DeckName? = nil, isDryRun: Bool = false
  ) throws -> TransferReport {
    try importSource(text.table.path, into: parent, isDryRun: isDryRun) { ledger, now in
      var source = TextSource(
        text, ledger: ledger, now: now,
        defaultDeck: parent == nil ? Self.deckName(ofFile: text.table.path) : "Default")
      return source.source()
    }
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
  /// Imports a file of any kind that can be read; `options` count for text in columns.
  ///
  /// Throws `TransferError` or `FileStorageError`; where it is the former nothing has changed.
  @discardableResult
  public func importFile(
    _ path: String, into parent: DeckName? = nil, isDryRun: Bool = false,
    options: TextOptions = TextOptions()
  ) throws -> TransferReport {
    if let report = try importForeign(path, into: parent, isDryRun: isDryRun) { return report }
    if let status = try FileSystem.live.status(ofPath: path), !status.isRegularFile {
      throw TransferError.package(
        path: path, message: "it is no file", advice: "name a file to import")
    }
    let sample = try FileSystem.live.beginning(of: path, count: TransferFormat.sampleBytes)
    switch TransferFormat.detect(path: path, firstBytes: sample) {
    case .ankiPackage: return try importPackage(path, into: parent, isDryRun: isDryRun)
    case .delimitedText:
      return try importText(open(path, options), into: parent, isDryRun: isDryRun)
    case .neighbours: return try importNeighbours(path, into: parent, isDryRun: isDryRun)
    case .crowdAnki: return try importCrowdAnki(path, into: parent, isDryRun: isDryRun)
    case .unreadable(let reason, let advice):
      throw TransferError.package(path: path, message: reason, advice: advice)
    }
  }

  /// Reads a text as the options say.
  func open(_ path: String, _ options: TextOptions) throws -> TextImport {
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
    var text = try openText(path, choice: choice)
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

public import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

/// A text in columns, read and not yet imported: a person may change how it is taken.
public struct TextImport: Sendable {
  public let table: TextTable
  /// What the columns become.
  public var mapping: TextMapping
  /// What may be chosen: the stock types, and those of the collection.
  public let noteTypes: [TextNoteType]
  let ownTypes: NoteTypes
  /// Those that the file itself brings.
  let fileTypes: NoteTypes
  /// Our names of types by those that the rows have.
  let typeAliases: [String: String]

  /// Reads a file; `choice` says what is not to be guessed.
  ///
  /// Throws `TextFileError` or `FileStorageError`.
  init(
    path: String, choice: TextFormatChoice = TextFormatChoice(), ownTypes: NoteTypes = NoteTypes()
  ) throws {
    let limits = TextLimits()
    if let size = try FileSystem.live.status(ofPath: path)?.size, size > limits.bytes {
      throw TextFileError.tooLarge(path: path, limit: limits.bytes)
    }
    try self.init(
      bytes: FileSystem.live.contents(of: path), path: path, choice: choice, ownTypes: ownTypes)
  }

  init(
    bytes: [UInt8], path: String, choice: TextFormatChoice = TextFormatChoice(),
    ownTypes: NoteTypes = NoteTypes()
  ) throws(TextFileError) {
    table = try TextTable(reading: bytes, path: path, choice: choice)
    self.ownTypes = ownTypes
    fileTypes = NotationCell.noteTypes(table.format.directives.noteTypes)
    typeAliases = NotationCell.aliases(table.format.directives.noteTypes)
    noteTypes = Self.noteTypes(ownTypes)
    mapping = TextMapping(finding: table, noteTypes: noteTypes)
  }

  /// Stock types first; one of the collection's own takes the place of a stock type of its name
  /// that has other fields.
  static func noteTypes(_ own: NoteTypes) -> [TextNoteType] {
    let stock = TextNoteType.stock.filter { type in
      own[type.name].map { $0.fields == type.fields } ?? true
    }
    let others = own.types.sorted { $0.key < $1.key }
      .filter { name, _ in !stock.contains { $0.name == name } }
      .map { TextNoteType(name: $0.key, fields: $0.value.fields) }
    return stock + others
  }

  /// Takes another note type, the columns found anew for it; false when there is none of that name.
  public mutating func setNoteType(_ name: String) -> Bool {
    guard
      let type = noteTypes.first(where: { $0.name == name })
        ?? noteTypes.first(where: { $0.name.lowercased() == name.lowercased() })
    else { return false }
    let old = mapping
    mapping = TextMapping(finding: table, noteTypes: noteTypes, noteType: type)
    mapping.deck = old.deck
    mapping.tags = old.tags
    mapping.matches = old.matches
    mapping.isWithinDeck = old.isWithinDeck
    return true
  }

  /// True when some rows have gaps and others none, and nothing says of what type they are.
  var hasBothKinds: Bool {
    guard mapping.gapTypes != nil, table.count > 0 else { return false }
    let first = mapping.noteType(ofRow: 0, in: table)
    return (1..<table.count).contains { mapping.noteType(ofRow: $0, in: table) != first }
  }

  // MARK: Words

  /// "tab-separated text, 3 columns, UTF-8".
  public var formatText: String {
    let format = table.format
    let columns = table.columnCount == 1 ? "1 column" : "\(table.columnCount) columns"
    var parts = [
      table.columnCount == 1 ? "text" : "\(format.separator.name)-separated text", columns,
      format.encoding.rawValue,
    ]
    if format.isHTML { parts.append("HTML") }
    if format.hasHeading { parts.append("names in the first row") }
    return parts.joined(separator: ", ")
  }

  /// "columns: Front, Back, tags, nothing (Basic)".
  public var mappingText: String {
    let roles = mapping.roles.map { role in
      switch role {
      case .field(let number):
        number < mapping.noteType.fields.count && !mapping.roles.contains(.noteType)
          ? mapping.noteType.fields[number] : "field \(number + 1)"
      case .tags: "tags"
      case .deck: "deck"
      case .noteType: "note type"
      case .guid: "guid"
      case .notation: "deckle's own notation"
      case .ignored: "nothing"
      }
    }
    let type =
      mapping.roles.contains(.noteType)
      ? "type by row"
      : hasBothKinds ? "Cloze where there are gaps, else Basic" : mapping.noteType.name
    return "columns: \(roles.joined(separator: ", ")) (\(type))"
  }

  /// Options of the command line that change what was guessed or is left out.
  var changingOptions: [String] {
    var options: [String] = []
    if table.format.doubts.contains(.encoding) { options.append("encoding") }
    if table.format.doubts.contains(.separator) { options.append("separator") }
    if !mapping.unusedColumns.isEmpty { options += ["columns", "note-type"] }
    return options
  }

  /// What was guessed, and what is left out.
  public var remarks: [String] {
    var remarks: [String] = [mappingText]
    for doubt in table.format.doubts {
      switch doubt {
      case .encoding:
        remarks.append(
          "this is not UTF-8; read as \(table.format.encoding.rawValue)")
      case .separator:
        remarks.append(
          "the separator is a guess: \(table.format.separator.name)")
      case .openQuote(let line):
        remarks.append(
          "the quote on line \(line) is never closed, so quotes are taken as plain characters")
      case .heading: break
      }
    }
    if !mapping.unusedColumns.isEmpty {
      let names = mapping.unusedColumns.map { column in
        let name = table.names.flatMap { column < $0.count ? $0[column] : nil } ?? ""
        return name.isEmpty ? "\(column + 1)" : "\(column + 1) (\(name))"
      }
      remarks.append(
        "columns left out: \(names.joined(separator: ", "))")
    }
    if table.overlongRows > 0 {
      remarks.append(
        "rows with more than \(table.columnCount) columns, the rest left out: "
          + "\(table.overlongRows)")
    }
    if table.comments > 0 {
      remarks.append("lines between rows that begin with # and were left out: \(table.comments)")
    }
    if let name = table.format.directives.noteType, mapping.noteType.name != name,
      !mapping.roles.contains(.noteType), Int64(name) == nil
    {
      remarks.append("the note type '\(name)' is not known here: \(mapping.noteType.name) is taken")
    }
    return remarks
  }
}

import StudyDomain

/// Gives the keys of front matter their meaning.
struct FrontMatterReader {
  let path: String
  private(set) var frontMatter = FrontMatter()
  private(set) var problems: [Problem] = []

  init(_ bytes: Bytes, _ block: FrontMatterBlock, path: String, firstLine: Int = 1) {
    self.path = path
    frontMatter.byteRange = block.range
    for entry in entries(bytes, block, firstLine: firstLine + 1) { read(entry) }
  }

  private mutating func entries(
    _ bytes: Bytes, _ block: FrontMatterBlock, firstLine: Int
  ) -> [YAMLValue.Entry] {
    switch block.syntax {
    case .toml:
      let reader = AssignmentReader(bytes, block.content, path: path, firstLine: firstLine)
      problems += reader.problems
      return reader.entries
    case .yaml:
      let (value, found) = YAMLReader.read(
        Array(bytes[block.content]), path: path, firstLine: firstLine)
      problems += found
      guard let value, !value.isNull else { return [] }
      guard case .map(let entries) = value.content else {
        complain(value.line, "The front matter holds no `key: value`")
        return []
      }
      return entries
    }
  }

  private mutating func complain(_ line: Int, _ message: String) {
    problems.append(
      Problem(
        .warning, path: path, line: line, message: message + ".",
        nextStep: "Correct the line, or delete it."))
  }

  private mutating func read(_ entry: YAMLValue.Entry) {
    if FrontMatter.optionNames.contains(entry.key) {
      if let value = entry.value.option {
        frontMatter.options[entry.key] = FrontMatter.Option(value: value, line: entry.line)
      } else {
        complain(entry.line, "`\(entry.key)` takes a value or a list of values")
      }
    }
    switch entry.key {
    case "name": readName(entry)
    case "deck": if frontMatter.deckName == nil { readName(entry) }
    case "tags", "tag":
      let words = entry.value.option?.items ?? []
      frontMatter.tags += words.flatMap(Tags.words)
    case "ask":
      frontMatter.ask = entry.value.text.flatMap { AskMode(word: $0) }
      if frontMatter.ask == nil {
        complain(entry.line, "`ask` is one of flip, type, choice, order, items")
      }
    case "html":
      frontMatter.isHTML = entry.value.bool
      if frontMatter.isHTML == nil { complain(entry.line, "`html` is true or false") }
    case "obsidian":
      frontMatter.isObsidian = entry.value.bool
      if frontMatter.isObsidian == nil { complain(entry.line, "`obsidian` is true or false") }
    case "notetypes":
      frontMatter.noteTypes = NoteTypes(entry.value, path: path, problems: &problems)
    default: break
    }
  }

  private mutating func readName(_ entry: YAMLValue.Entry) {
    guard let name = entry.value.text, !Array(name.utf8).allSatisfy(ASCII.isWhite) else {
      complain(entry.line, "`\(entry.key)` is the name of the deck, a text")
      return
    }
    frontMatter.deckName = name
  }
}

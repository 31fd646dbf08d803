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
      readOption(entry)
    } else if let name = DeckOptions.name(like: entry.key) {
      // Other programs have keys of their own here; only what looks like a slip is told.
      problems.append(
        Problem(
          .warning, path: path, line: entry.line,
          message: "`\(entry.key)` is no option and has no effect.",
          nextStep: "Write `\(name)` if you mean that."))
    }
    switch entry.key {
    case "name": readName(entry)
    case "deck": if frontMatter.deckName == nil { readName(entry) }
    case "tags", "tag":
      let words = entry.value.option?.items ?? []
      frontMatter.tags += words.flatMap(Tags.words)
    case "notetypes":
      frontMatter.noteTypes = NoteTypes(entry.value, path: path, problems: &problems)
    default: break
    }
  }

  /// Takes an option whose value is right, those that say how this file is read among them.
  private mutating func readOption(_ entry: YAMLValue.Entry) {
    guard let value = entry.value.option else {
      complain(entry.line, "`\(entry.key)` takes a value or a list of values")
      return
    }
    if let problem = DeckOptions.problem(with: entry.key, value, path: path, line: entry.line) {
      problems.append(problem)
      if problem.severity == .error { return }
    }
    frontMatter.options[entry.key] = FrontMatter.Option(value: value, line: entry.line)
    var own = DeckOptions()
    // Just checked: it cannot fail.
    try? own.set(entry.key, to: value)
    switch entry.key {
    case "ask": frontMatter.ask = own.ask
    case "html": frontMatter.isHTML = own.isHTML
    case "obsidian": frontMatter.isObsidian = own.isObsidian
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

import AppCore
import Glibc
import StudyDomain

/// `deckle add [FRONT [BACK]]`: from arguments, standard input or the editor.
@MainActor struct AddCommand {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() throws -> Int32 {
    let cards = try add()
    guard let cards else {
      Output.error("deckle: nothing was written, so nothing is added")
      return ExitStatus.nothing
    }
    if arguments.has(.json) {
      try JSONOutput.print(cards.map { CardJSON($0) })
    } else {
      for card in cards { Output.print(CardText.line(of: card)) }
    }
    return ExitStatus.done
  }

  /// Nil when nothing was written.
  private func add() throws -> [CardReport]? {
    let request = NoteRequest(
      deck: arguments.options[.deck].map { DeckName($0) }, kind: arguments.options[.kind],
      texts: try texts(), tags: NoteWords.tags(arguments.options[.tags] ?? ""))
    if !request.texts.isEmpty { return try interactor.add(request) }
    if arguments.has(.kind) {
      throw Arguments.UsageError(message: "--kind goes with texts; what is read says its own kind")
    }
    let text = isatty(STDIN_FILENO) == 1 ? try written() : StandardInput.text()
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return try interactor.add(written: text, request)
  }

  /// The words; `-` stands for the text of standard input.
  private func texts() throws -> [String] {
    guard arguments.words.filter({ $0 == "-" }).count < 2 else {
      throw Arguments.UsageError(message: "standard input can be read only once")
    }
    return arguments.words.map { $0 == "-" ? StandardInput.text() : $0 }
  }

  private static let template = """
    <!-- Write cards below, as decks hold them, and save. Nothing written: nothing added. -->
    Q:
    A:

    """

  /// What a person writes in the editor.
  private func written() throws -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    // mkstemps(3) fills the six X; the ending lets editors know the language.
    var path = Array("\(folder)/deckle-XXXXXX.md".utf8CString)
    let descriptor = mkstemps(&path, 3)
    guard descriptor >= 0 else {
      throw CommandFailure("no file for the editor can be made in \(folder)")
    }
    close(descriptor)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    try TextFile.write(Self.template, to: name)
    let words = interactor.editorArguments(file: name, line: 2)
    let status = try Foreground.run(words)
    guard status == 0 else { throw CommandFailure("\(words[0]) ended with status \(status)") }
    let text = try TextFile.read(name)
    guard text != Self.template else { return nil }
    let first = Self.template.prefix { $0 != "\n" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { $0 != first }.joined(separator: "\n")
  }
}

/// `deckle edit CARD [--front T] [--back T] [--tags T] [--editor]`.
@MainActor struct EditCommand {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() throws -> Int32 {
    guard let name = arguments.words.first else {
      throw Arguments.UsageError(message: "the card is missing")
    }
    var edit = NoteEdit()
    edit.texts[0] = arguments.options[.front]
    edit.texts[1] = arguments.options[.back]
    edit.tags = arguments.options[.tags].map(NoteWords.tags)
    edit.deck = arguments.options[.deck].map { DeckName($0) }
    guard edit.isEmpty || !arguments.has(.editor) else {
      throw Arguments.UsageError(message: "--editor does not go with new texts")
    }
    let card =
      edit.isEmpty
      ? try interactor.editInEditor(name, run: Foreground.run) : try interactor.edit(name, edit)
    guard let card else {
      Output.error("deckle: nothing was changed")
      return ExitStatus.nothing
    }
    if arguments.has(.json) {
      try JSONOutput.print(CardJSON(card))
    } else {
      Output.print(CardText.line(of: card))
    }
    return ExitStatus.done
  }
}

/// Words of options.
enum NoteWords {
  /// Tags between blanks or commas, without a `#` before them.
  static func tags(_ text: String) -> [String] {
    text.split { $0.isWhitespace || $0 == "," }.map { String($0.drop { $0 == "#" }) }
      .filter { !$0.isEmpty }
  }
}

/// All that standard input holds.
enum StandardInput {
  static func text() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A small file that the editor writes.
enum TextFile {
  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CommandFailure("\(path) cannot be written") }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw CommandFailure("\(path) cannot be written") }
  }

  static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw CommandFailure("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Runs a program on this terminal and waits for it.
enum Foreground {
  /// Its exit status; 128 and the signal's number where one ended it.
  static func run(_ arguments: [String]) throws -> Int32 {
    var pid = pid_t()
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let code = posix_spawnp(&pid, arguments[0], nil, nil, &words, environ)
    guard code == 0 else {
      throw CommandFailure(
        "\(arguments[0]) cannot be started: \(String(cString: strerror(code)))",
        nextStep: "set $EDITOR, or editor: in config.yaml")
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}

import FileStorage
import Markup
import Screens
import StudyDomain

/// Opens, plays, copies or looks up what is shown of a card; programs run without a shell.
@MainActor struct UseCardTool {
  let container: DependencyContainer
  let terminal: any ForegroundRunning
  let files: PictureFiles
  /// The sides that are shown.
  let sides: [String]

  /// The most bytes of a card that go into a clipboard.
  static let longestCopy = 20_000

  func callAsFunction(_ tool: CardTool) async throws -> String? {
    switch tool {
    case .view: try await view()
    case .replay: try replay()
    case .copy: try copy()
    case .lookUp: try await lookUp()
    }
  }

  private var environment: [String: String] { container.environment }

  private func program(_ name: String) -> String? {
    BackgroundProgram.path(of: name, environment: environment)
  }

  /// True where windows can be opened.
  private var hasWindows: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  private func paths(_ kinds: Set<Run.Kind>, _ what: String) throws -> [String] {
    let sources = sides.flatMap { MarkupDocument(markdown: $0).files(kinds) }
    guard let first = sources.first else { throw ActionFailure("no \(what) is shown on this card") }
    let paths = sources.compactMap(files.pathToOpen)
    guard !paths.isEmpty else {
      throw ActionFailure(
        "\(first) is not in the collection", nextStep: "put it beside the deck or into media/")
    }
    return paths
  }

  // MARK: Pictures

  private func view() async throws -> String? {
    let paths = try paths([.picture, .missingPicture], "picture")
    if let viewer = container.study.viewer {
      return try await open(viewer, paths)
    }
    if hasWindows, let opener = program("xdg-open") {
      for path in paths {
        try BackgroundProgram.start([opener, path], environment: environment)
      }
      return paths.count == 1 ? "picture opened" : "\(paths.count) pictures opened"
    }
    guard let chafa = program("chafa") else {
      throw ActionFailure(
        "there is no program to show pictures",
        nextStep: "install chafa, or name one as viewer in config.yaml")
    }
    _ = try await terminal.runForeground([chafa] + paths, directory: nil)
    try await pause()
    return nil
  }

  /// Runs a command that the person has set, in the terminal.
  private func open(_ command: [String], _ arguments: [String]) async throws -> String? {
    guard let path = program(command[0]) else {
      throw ActionFailure("there is no program \(command[0])", nextStep: "see config.yaml")
    }
    let words = [path] + command.dropFirst() + arguments
    let status = try await terminal.runForeground(words, directory: nil)
    if status != 0 { throw ActionFailure("\(command[0]) ended with status \(status)") }
    return nil
  }

  /// Lets what a program wrote stand until Enter is pressed.
  private func pause() async throws {
    guard let printer = program("printf"), let reader = program("head") else { return }
    _ = try await terminal.runForeground(
      [printer, "\\nEnter leads back to deckle. "], directory: nil)
    _ = try await terminal.runForeground([reader, "-n", "1"], directory: nil)
  }

  // MARK: Sounds

  private static let players = [
    ["mpv", "--no-video", "--no-terminal", "--really-quiet"],
    ["ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"],
    ["play", "-q"], ["paplay"], ["aplay", "-q"],
  ]

  private func replay() throws -> String? {
    let paths = try paths([.sound], "sound")
    let commands = container.study.player.map { [$0] } ?? Self.players
    for command in commands {
      guard let path = program(command[0]) else { continue }
      // One after the other where the player takes several.
      let takesAll = container.study.player != nil || command[0] == "mpv" || command[0] == "play"
      try BackgroundProgram.start(
        [path] + command.dropFirst() + (takesAll ? paths : [paths[0]]), environment: environment)
      return takesAll && paths.count > 1 ? "playing \(paths.count) sounds" : "playing"
    }
    throw ActionFailure(
      "there is no program to play sounds",
      nextStep: "install mpv, or name one as player in config.yaml")
  }

  // MARK: Text

  private func copy() throws -> String? {
    let text = sides.map { MarkupDocument(markdown: $0).plainText }.joined(separator: "\n\n")
    let bytes = Array(text.utf8.prefix(Self.longestCopy))
    let isWayland = !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty
    let commands =
      (isWayland ? [["wl-copy"]] : [])
      + (hasWindows ? [["xclip", "-selection", "clipboard"], ["xsel", "-ib"]] : [])
    for command in commands {
      guard let path = program(command[0]) else { continue }
      try BackgroundProgram.start(
        [path] + command.dropFirst(), environment: environment, input: bytes)
      return "copied"
    }
    terminal.copy(String(decoding: bytes, as: UTF8.self))
    return "copied, where the terminal allows it"
  }

  private func lookUp() async throws -> String? {
    guard let command = container.study.lookUp else {
      throw ActionFailure(
        "no command to look words up is set",
        nextStep: "write look_up: \"sdcv -n\" or the like into config.yaml")
    }
    let text = MarkupDocument(markdown: sides[0]).plainText
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    // A word that begins with a dash would be an option of the program.
    let word = String(line.drop { $0 == "-" || $0.isWhitespace }.prefix(200))
    guard !word.isEmpty else { throw ActionFailure("there is no word to look up") }
    _ = try await open(command, [word])
    try await pause()
    return nil
  }
}

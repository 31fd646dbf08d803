/// The command that opens a file in the person's editor, as arguments for a start without a shell.
public struct EditorCommand: Equatable, Sendable {
  /// Program and options, never empty.
  public let words: [String]

  /// Takes the first command that isn't blank: the setting, `$VISUAL`, `$EDITOR`, else `vi`.
  public init(setting: String?, environment: [String: String]) {
    for text in [setting, environment["VISUAL"], environment["EDITOR"]] {
      if let text, let words = Self.split(text), !words.isEmpty {
        self.words = words
        return
      }
    }
    words = ["vi"]
  }

  /// Program and arguments to open a file at a line (from 1); nil for no line.
  ///
  /// Editors that aren't known get only the file.
  public func arguments(file: String, line: Int?) -> [String] {
    guard let line else { return words + [file] }
    switch Self.placement[name] {
    case .plus: return words + ["+\(line)", file]
    case .goto: return words + ["-g", "\(file):\(line)"]
    case .colon: return words + ["\(file):\(line)"]
    case .lineOption: return words + ["--line", "\(line)", file]
    case .dashL: return words + ["-l", "\(line)", file]
    case nil: return words + [file]
    }
  }

  /// The program's name without folder.
  public var name: String { words[0].lastPart }

  /// Splits as a shell would, without its expansions; nil where a quote doesn't end.
  public static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""):
        quote = nil
      case ("'", _):
        word?.append(character)
      case ("\"", "\\"):
        // Inside double quotes a backslash only shields these.
        if let next = rest.first, "\"\\$`".contains(next) {
          word?.append(rest.removeFirst())
        } else {
          word?.append(character)
        }
      case ("\"", _):
        word?.append(character)
      case (_, "'"), (_, "\""):
        quote = character
        word = word ?? ""
      case (_, "\\"):
        if let next = rest.popFirst() { word = (word ?? "") + String(next) }
      case (_, " "), (_, "\t"), (_, "\n"):
        if let done = word { words.append(done) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    if quote != nil { return nil }
    if let word { words.append(word) }
    return words
  }

  private enum Placement {
    case plus, goto, colon, lineOption, dashL
  }

  private static let placement: [String: Placement] = [
    "vi": .plus, "vim": .plus, "nvim": .plus, "gvim": .plus, "view": .plus, "elvis": .plus,
    "nano": .plus, "pico": .plus, "emacs": .plus, "emacsclient": .plus, "jed": .plus,
    "joe": .plus, "mg": .plus, "ne": .plus, "micro": .plus, "kak": .plus, "gedit": .plus,
    "mcedit": .plus, "tilde": .plus, "vis": .plus,
    "code": .goto, "code-insiders": .goto, "codium": .goto, "vscodium": .goto, "cursor": .goto,
    "hx": .colon, "helix": .colon, "subl": .colon, "zed": .colon, "zeditor": .colon,
    "kate": .lineOption, "kwrite": .lineOption, "idea": .lineOption, "pycharm": .lineOption,
    "mate": .dashL,
  ]
}

import FileStorage
public import StudyDomain

/// Texts of forms that were not saved, one file each in the state folder of this machine.
///
/// The one for new cards also remembers deck, type, tags and fields that stay for the next.
public struct DraftFiles: Sendable {
  private let folder: String

  public init(stateFolder: String) {
    folder = "\(stateFolder)/drafts"
  }

  /// Nil names the form for new cards.
  private func path(_ card: CardKey?) -> String {
    let name = card.map { $0.text.map { $0 == ":" || $0 == "~" ? "-" : $0 } }
    return "\(folder)/\(name.map { String($0) } ?? "new")"
  }

  /// The draft of a card's form, or of the one for new cards; nil where none is kept.
  public func read(_ card: CardKey?) -> NoteDraft? {
    // No file: nothing is kept.
    guard let bytes = try? FileSystem.live.contents(of: path(card)) else { return nil }
    return NoteDraft(lines: String(decoding: bytes, as: UTF8.self))
  }

  /// Keeps a draft, or forgets it for nil; the file is written when this returns.
  public func keep(_ draft: NoteDraft?, of card: CardKey?) {
    guard let draft else {
      _ = FileSystem.live.remove(path(card))
      return
    }
    // A draft that cannot be kept is still on the screen.
    try? CacheFile.write(Array(draft.lines.utf8), to: path(card))
  }
}

extension NoteDraft {
  /// A line for each part, its values after tabs.
  fileprivate var lines: String {
    var lines = ["deck\t\(deck.text.escaped)", "kind\t\(kind.word)"]
    lines.append("tags\t\(tags.joined(separator: " ").escaped)")
    for field in fields {
      lines.append("field\t\(field.isSticky ? 1 : 0)\t\(field.name.escaped)\t\(field.text.escaped)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate init?(lines: String) {
    var deck: DeckName?
    var kind: NoteKind?
    var fields: [Field] = []
    var tags: [String] = []
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(\.unescaped)
      switch (parts.first, parts.count) {
      case ("deck", 2): deck = DeckName(parts[1])
      case ("kind", 2): kind = NoteKind(word: parts[1])
      case ("tags", 2): tags = parts[1].split(separator: " ").map(String.init)
      case ("field", 4): fields.append(Field(parts[2], parts[3], isSticky: parts[1] == "1"))
      default: continue
      }
    }
    guard let deck, let kind, !fields.isEmpty else { return nil }
    self.init(deck: deck, kind: kind, fields: fields, tags: tags)
  }
}

extension NoteKind {
  /// As drafts keep it: a type's name may be that of another kind.
  fileprivate var word: String {
    switch self {
    case .basic: "basic"
    case .bothWays: "both"
    case .cloze: "cloze"
    case .typed(let name): "type " + name.escaped
    }
  }

  fileprivate init?(word: String) {
    switch word {
    case "basic": self = .basic
    case "both": self = .bothWays
    case "cloze": self = .cloze
    default:
      guard word.hasPrefix("type ") else { return nil }
      self = .typed(String(word.dropFirst(5)))
    }
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
      .replacing("\r", with: "\\r")
  }
}

extension Substring {
  fileprivate var unescaped: String {
    var result = ""
    var isEscaped = false
    for scalar in unicodeScalars {
      if isEscaped {
        switch scalar {
        case "n": result.unicodeScalars.append("\n")
        case "t": result.unicodeScalars.append("\t")
        case "r": result.unicodeScalars.append("\r")
        default: result.unicodeScalars.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

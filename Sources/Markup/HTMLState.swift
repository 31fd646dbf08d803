/// The HTML that is open in a paragraph or block of HTML.
struct HTMLState {
  /// An open element that changes how text looks.
  struct OpenTag {
    var name: String
    var target: String?
    /// Runs of the part, and parts, before it.
    var start = 0
    var part = 0
    /// The tag as text: it is shown if nothing closes it.
    var shown: String?
  }

  /// Source that was not looked at yet: a tag may come in several lines.
  var buffer: [UInt8] = []
  var tags: [OpenTag] = []
  /// Open lists, items, tables, rows, cells and quotes, outermost first.
  var containers: [String] = []
  var isInComment = false

  /// Inside a comment, script, style sheet or the like.
  var isHiding: Bool {
    isInComment || hiddenTag != nil
  }

  var hiddenTag: String? {
    tags.last { Self.hidden.contains($0.name) }?.name
  }

  var isPreformatted: Bool {
    tags.contains { $0.name == "pre" }
  }

  func applied(to look: InlineBuilder.Look) -> InlineBuilder.Look {
    guard !tags.isEmpty else { return look }
    var look = look
    for tag in tags {
      switch tag.name {
      case "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary":
        look.emphasis.insert(.strong)
      case "i", "em", "cite", "var", "dfn": look.emphasis.insert(.emphasised)
      case "u", "ins": look.emphasis.insert(.underlined)
      case "s", "del", "strike": look.emphasis.insert(.struck)
      case "code", "kbd", "samp", "tt", "pre": look.kind = .code
      case "anki-mathjax": look.kind = .math
      case "a" where tag.target != nil:
        look.kind = .link
        look.target = tag.target
      default: break
      }
    }
    return look
  }

  /// Elements whose text is not shown.
  private static let hidden: Set<String> = ["script", "style", "template", "rp"]
}

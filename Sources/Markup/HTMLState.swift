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

  /// What all open elements together do to text.
  struct Effect {
    var emphasis: Run.Emphasis = []
    var kind: Run.Kind?
    var target: String?
    /// The innermost element whose text is not shown.
    var hiddenTag: String?
    var isPreformatted = false

    func inside(_ tag: OpenTag) -> Effect {
      var effect = self
      switch tag.name {
      case "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary":
        effect.emphasis.insert(.strong)
      case "i", "em", "cite", "var", "dfn": effect.emphasis.insert(.emphasised)
      case "u", "ins": effect.emphasis.insert(.underlined)
      case "s", "del", "strike": effect.emphasis.insert(.struck)
      case "code", "kbd", "samp", "tt": effect.kind = .code
      case "pre":
        effect.kind = .code
        effect.isPreformatted = true
      case "anki-mathjax": effect.kind = .math
      case "a" where tag.target != nil:
        effect.kind = .link
        effect.target = tag.target
      case "script", "style", "template", "rp": effect.hiddenTag = tag.name
      default: break
      }
      return effect
    }
  }

  /// Source that was not looked at yet: a tag may come in several lines.
  var buffer: [UInt8] = []
  private(set) var tags: [OpenTag] = []
  /// For each open tag what it and all before it do.
  private var effects: [Effect] = []
  /// Open lists, items, tables, rows, cells and quotes, outermost first.
  var containers: [String] = []
  var isInComment = false

  private var effect: Effect { effects.last ?? Effect() }

  mutating func open(_ tag: OpenTag) {
    effects.append(effect.inside(tag))
    tags.append(tag)
  }

  mutating func close(at place: Int) -> OpenTag {
    let tag = tags.remove(at: place)
    effects.removeSubrange(place...)
    for later in tags[place...] { effects.append(effect.inside(later)) }
    return tag
  }

  /// Inside a comment, script, style sheet or the like.
  var isHiding: Bool {
    isInComment || hiddenTag != nil
  }

  var hiddenTag: String? { effects.last?.hiddenTag }

  var isPreformatted: Bool { effects.last?.isPreformatted ?? false }

  func applied(to look: InlineBuilder.Look) -> InlineBuilder.Look {
    guard let effect = effects.last else { return look }
    var look = look
    look.emphasis.formUnion(effect.emphasis)
    look.kind = effect.kind ?? look.kind
    look.target = effect.target ?? look.target
    return look
  }
}

import Markup
import StudyDomain

/// What is to be typed to answer a card.
struct ExpectedAnswer {
  let text: String

  init(_ card: CardText) {
    if let typed = card.typed {
      text = Self.line(MarkupDocument(markdown: typed).plainText)
    } else if card.backReplacesFront {
      let gaps = Self.gaps(of: card.back).map { Self.line(MarkupDocument(markdown: $0).plainText) }
      // As Anki joins them: one that is in several gaps is typed once.
      text = Set(gaps).count == 1 ? gaps[0] : gaps.joined(separator: ", ")
    } else {
      // What follows the first paragraph explains.
      let first = MarkupDocument(markdown: card.back).blocks.prefix(1)
      text = Self.line(MarkupDocument(blocks: Array(first)).plainText)
    }
  }

  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// What stands in the gaps that are asked, HTML still marked as such.
  private static func gaps(of back: String) -> [String] {
    var gaps: [String] = []
    var gap: String.UnicodeScalarView?
    var isHTML = false
    for scalar in back.unicodeScalars {
      switch scalar {
      case ClozeMark.open: gap = String.UnicodeScalarView()
      case ClozeMark.close:
        if let gap { gaps.append(isHTML ? HTMLMark.marked(String(gap)) : String(gap)) }
        gap = nil
      case HTMLMark.open, HTMLMark.openHiding: isHTML = true
      case HTMLMark.close: isHTML = false
      default: gap?.append(scalar)
      }
    }
    return gaps
  }
}

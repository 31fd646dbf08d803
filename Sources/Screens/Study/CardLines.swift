import StudyDomain
import TerminalUI

/// The lines of a card's text at a width.
enum CardLines {
  static func lines(of text: String, width: Int) -> [[Span]] {
    guard width > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      TextWrap.rows(PortableText.expandingTabs(in: String(line)), width: width).map(spans)
    }
  }

  /// Cloze marks become brackets in their own style.
  private static func spans(_ row: String) -> [Span] {
    var spans: [Span] = []
    var piece = ""
    func end(_ role: Style.Role, _ attributes: Style.Attributes) {
      if !piece.isEmpty { spans.append(Span(piece, role, attributes)) }
      piece = ""
    }
    for scalar in row.unicodeScalars {
      if scalar == ClozeMark.open {
        end(.text, [])
        piece = "["
      } else if scalar == ClozeMark.close {
        piece += "]"
        end(.cloze, .bold)
      } else {
        piece.unicodeScalars.append(scalar)
      }
    }
    end(.text, [])
    return spans
  }
}

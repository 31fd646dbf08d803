import Markup
import StudyDomain

/// Hints stand inside the gaps of a cloze, in the place of its three dots, and in parts of HTML that
/// a click would show.
enum ClozeHint {
  /// The text with dots in the place of what is hidden in HTML, and with `gaps` in all its gaps.
  static func hidden(in text: String, gaps: Bool) -> String {
    var result = String.UnicodeScalarView()
    var isInGap = false
    var hasHTML = false
    for scalar in text.unicodeScalars {
      if !gaps {
        if scalar == HTMLMark.open { hasHTML = true }
        result.append(scalar)
      } else if scalar == ClozeMark.open {
        isInGap = true
        result.append(scalar)
        result.append(contentsOf: "...".unicodeScalars)
      } else if scalar == ClozeMark.close {
        isInGap = false
        result.append(scalar)
      } else if !isInGap {
        if scalar == HTMLMark.open { hasHTML = true }
        result.append(scalar)
      }
    }
    let clozed = String(result)
    return hasHTML ? hidingHTML(in: clozed) : clozed
  }

  /// The same text when nothing in its HTML is hidden.
  private static func hidingHTML(in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar == HTMLMark.open ? HTMLMark.openHiding : scalar)
    }
    let hiding = String(result)
    return MarkupDocument(markdown: hiding) == MarkupDocument(markdown: text) ? text : hiding
  }
}

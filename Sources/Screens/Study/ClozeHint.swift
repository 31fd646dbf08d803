import StudyDomain

/// Hints stand inside the gaps of a cloze, in the place of its three dots.
enum ClozeHint {
  /// The text with dots in all its gaps.
  static func hidden(in text: String) -> String {
    var result = String.UnicodeScalarView()
    var isInGap = false
    for scalar in text.unicodeScalars {
      if scalar == ClozeMark.open {
        isInGap = true
        result.append(scalar)
        result.append(contentsOf: "...".unicodeScalars)
      } else if scalar == ClozeMark.close {
        isInGap = false
        result.append(scalar)
      } else if !isInGap {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

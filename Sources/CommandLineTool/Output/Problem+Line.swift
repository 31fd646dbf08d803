import StudyDomain

extension Problem {
  /// The problem on one line: place, what is wrong, what to do.
  var oneLine: String {
    "\(place): \(sentence(message)) \(sentence(nextStep))"
  }
}

/// A text with a capital at its beginning and a full stop at its end.
private func sentence(_ text: String) -> String {
  let begun = text.prefix(1).uppercased() + text.dropFirst()
  return begun.hasSuffix(".") || begun.hasSuffix("?") ? begun : begun + "."
}

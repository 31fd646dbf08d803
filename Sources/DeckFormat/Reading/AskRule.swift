import StudyDomain

/// How a card is asked, by its directive, its answer and its file.
enum AskRule {
  /// The mode of a question, and what a mode that cannot be had misses.
  static func mode(
    _ bytes: Bytes, answer: Range<Int>, directive: AskMode?, standard: AskMode
  ) -> (mode: AskMode, misses: String?) {
    if directive == nil, AnswerList.isChoice(bytes, answer) { return (.choice, nil) }
    let wanted = directive ?? standard
    switch wanted {
    case .flip, .type: return (wanted, nil)
    case .choice:
      return AnswerList.isChoice(bytes, answer)
        ? (.choice, nil) : (.flip, "a task list with a tick")
    case .order:
      let list = AnswerList(bytes, answer)
      return list.map { $0.numbered >= 2 } ?? false
        ? (.order, nil) : (.flip, "a numbered list")
    case .items:
      return AnswerList(bytes, answer) != nil ? (.items, nil) : (.flip, "a list")
    }
  }

  /// A cloze is turned or typed.
  static func clozeMode(directive: AskMode?, standard: AskMode) -> AskMode {
    (directive ?? standard) == .type ? .type : .flip
  }
}

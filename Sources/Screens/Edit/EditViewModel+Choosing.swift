public import Interaction
import StudyDomain

// Deck, kind and tags: a text that narrows a list.
extension EditViewModel {
  /// A row of the list below the form.
  public struct Choice: Hashable, Sendable {
    public var text: String
    public var remark: String
  }

  /// What can be chosen for the row under edit.
  public var shownChoices: [Choice] {
    guard isTyping else { return [] }
    switch row {
    case .deck: return deckChoices
    case .kind:
      return choices.kinds.filter { filter.text.isEmpty || holds($0.kind.name) }
        .map { Choice(text: $0.kind.name, remark: $0.fields.joined(separator: ", ")) }
    case .tags: return tagChoices.map { Choice(text: $0, remark: "") }
    case .field: return []
    }
  }

  private func holds(_ name: String) -> Bool {
    name.lowercased().contains(filter.text.lowercased())
  }

  private var deckChoices: [Choice] {
    let typed = filter.text.trimmedBlanks
    let known = choices.decks.filter {
      typed.isEmpty || $0.lowercased().contains(typed.lowercased())
    }
    let ordered =
      known.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
      + known.filter { !$0.lowercased().hasPrefix(typed.lowercased()) }
    let isKnown = choices.decks.contains { $0.lowercased() == typed.lowercased() }
    let new = typed.isEmpty || isKnown ? [] : [Choice(text: typed, remark: "a new deck")]
    return ordered.map { Choice(text: $0, remark: "") } + new
  }

  /// The row of the list that would be taken; nil while nothing is typed or chosen.
  public var chosen: Int? {
    let count = shownChoices.count
    guard count > 0 else { return nil }
    if list.isInList { return min(list.selection.index, count - 1) }
    return row == .tags || filter.text.isEmpty ? nil : 0
  }

  public func filterEdited(_ edit: TextField.Edit) {
    message = nil
    list.restart()
    guard row == .tags else { return filter.apply(edit) }
    tags.apply(edit)
    takeTags()
  }

  public func listMoved(_ movement: Movement) {
    list.apply(movement, count: shownChoices.count)
  }

  public func fitList(windowHeight: Int) {
    var fitted = list
    fitted.selection.fit(count: shownChoices.count, windowHeight: windowHeight)
    if fitted != list { list = fitted }
  }

  /// Takes what the list stands on; false when that cannot be.
  func takeChoice() -> Bool {
    guard let chosen, row != .tags else { return true }
    let choice = shownChoices[chosen]
    switch row {
    case .deck:
      guard DeckName(choice.text).parts.allSatisfy({ !$0.trimmedBlanks.isEmpty }) else {
        message = Notice(
          .error, "'\(choice.text)' is no name of a deck", nextStep: "write Parent::Child")
        return false
      }
      draft.deck = DeckName(choice.text)
      choices = interactor.choices(inDeck: draft.deck)
      filter = TextField()
      changed()
    case .kind:
      if let kind = choices.kinds.first(where: { $0.kind.name == choice.text })?.kind {
        changeKind(to: kind)
      }
      filter = TextField()
    case .tags, .field: break
    }
    list.restart()
    return true
  }

  // MARK: Tags

  /// The word at the cursor's end of the tags.
  private var lastWord: String {
    String(tags.text.reversed().prefix { !$0.isWhitespace }.reversed())
  }

  private var tagChoices: [String] {
    let word = lastWord.lowercased()
    guard !word.isEmpty else { return [] }
    let known = Set(draft.tags.dropLast())
    return choices.tags.filter {
      $0.lowercased().hasPrefix(word) && $0 != lastWord && !known.contains($0)
    }
  }

  /// Completes the last tag as far as it is certain, or takes the one of the list.
  func completeTag() -> Bool {
    let names = tagChoices
    guard let full = list.completion(of: lastWord, from: names) else { return false }
    let head = tags.text.dropLast(lastWord.count)
    let isWhole = list.isInList || names.count == 1
    tags = TextField(head + full + (isWhole ? " " : ""))
    list.restart()
    takeTags()
    return true
  }

  private func takeTags() {
    var seen: Set<String> = []
    draft.tags = tags.text.split { $0.isWhitespace || $0 == "," }
      .map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    changed()
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmedBlanks: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

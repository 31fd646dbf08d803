public import Interaction
import StudyDomain

// The file, and the deck that everything goes below.
extension TransferViewModel {
  public func edited(_ edit: TextField.Edit) {
    message = nil
    isInList = false
    selection = ListSelection()
    if isTypingDeck {
      deck.apply(edit)
    } else {
      path.apply(edit)
      files = interactor.files(for: path.text)
    }
  }

  /// Completes what is typed as far as it is certain.
  public func tabPressed() {
    message = nil
    let text = isTypingDeck ? deck.text : path.text
    let names = isTypingDeck ? deckMatches : files.map(\.path)
    let chosen =
      isInList && names.indices.contains(selection.index) ? [names[selection.index]] : names
    guard let common = Self.commonStart(of: chosen), common.count > text.count else { return }
    if isTypingDeck {
      deck = TextField(common)
    } else {
      path = TextField(common)
      files = interactor.files(for: common)
    }
    isInList = false
    selection = ListSelection()
  }

  private static func commonStart(of names: [String]) -> String? {
    guard var common = names.first else { return nil }
    for name in names.dropFirst() {
      common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    return common
  }

  /// Takes the path, or the file of the list.
  public func pathEntered() {
    message = nil
    if isInList || !isTyping, files.indices.contains(selection.index) {
      path = TextField(files[selection.index].path)
      isInList = false
      if files[selection.index].isFolder, isTyping {
        files = interactor.files(for: path.text)
        selection = ListSelection()
        return
      }
    }
    guard path.text.contains(where: { $0 != " " }) else {
      message = Notice(.info, "type the path of a file, or choose one with the arrows")
      return
    }
    prepare()
  }

  public func typePressed() {
    message = nil
    isTyping = true
    isInList = false
  }

  /// Leaves the field.
  public func fieldLeft() {
    if isTypingDeck { deck = deckBefore }
    isTyping = false
    isInList = false
    if page == .preview { selection = previewSelection }
  }

  // MARK: The deck

  /// True while the deck is typed.
  public var isTypingDeck: Bool { isTyping && page == .preview }

  /// Decks whose names begin as it is typed.
  public var deckMatches: [String] {
    let text = deck.text.lowercased()
    return interactor.deckNames.filter { $0.lowercased().hasPrefix(text) }
  }

  public func deckPressed() {
    guard page == .preview else { return }
    message = nil
    previewSelection = selection
    deckBefore = deck
    isTyping = true
    isInList = false
    selection = ListSelection()
  }

  /// Takes the deck and works the import out anew.
  public func deckEntered() {
    if isInList, deckMatches.indices.contains(selection.index) {
      deck = TextField(deckMatches[selection.index])
    }
    isTyping = false
    isInList = false
    guard deck != deckBefore else {
      selection = previewSelection
      return
    }
    begin(.reading, back: .preview) { [self] run in
      do {
        guard try await look(textOptions, run) else { return }
      } catch {
        // What is shown must be what an import would do.
        if run == self.run { deck = deckBefore }
        throw error
      }
      selection = ListSelection()
      page = .preview
    }
  }
}

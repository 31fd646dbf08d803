public import Interaction
import StudyDomain

// The file, and the deck that everything goes below.
extension TransferViewModel {
  public func edited(_ edit: TextField.Edit) {
    message = nil
    list.restart()
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
    guard let common = list.completion(of: text, from: names) else { return }
    if isTypingDeck {
      deck = TextField(common)
    } else {
      path = TextField(common)
      files = interactor.files(for: common)
    }
    list.restart()
  }

  /// Takes the path, or the file of the list.
  public func pathEntered() {
    message = nil
    if isInList || !isTyping, files.indices.contains(selection.index) {
      path = TextField(files[selection.index].path)
      list.goToField()
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
    list.goToField()
  }

  /// Leaves the field.
  public func fieldLeft() {
    if isTypingDeck { deck = deckBefore }
    isTyping = false
    list.goToField()
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
    list.restart()
  }

  /// Takes the deck and works the import out anew.
  public func deckEntered() {
    if isInList, deckMatches.indices.contains(selection.index) {
      deck = TextField(deckMatches[selection.index])
    }
    isTyping = false
    list.goToField()
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

public import Interaction
import StudyDomain

// The cards and the file, each typed or chosen from a list.
extension ExportViewModel {
  public func cardsPressed() {
    guard page == .form else { return }
    open(.cards, query)
  }

  public func filePressed() {
    guard page == .form else { return }
    open(.file, request.path)
    files = interactor.files(for: request.path)
  }

  private func open(_ page: ExportPage, _ text: String) {
    message = nil
    replaced = nil
    formSelection = selection
    list.restart()
    field = TextField(text)
    isUntouched = page == .cards
    self.page = page
  }

  func close() {
    page = .form
    list.restart()
    selection = formSelection
  }

  // MARK: Typing

  public func edited(_ edit: TextField.Edit) {
    guard isTyping else { return }
    message = nil
    list.restart()
    // Other cards are asked for, most often; who moves in the text first edits it.
    if isUntouched, case .insert = edit { field = TextField() }
    isUntouched = false
    field.apply(edit)
    if page == .file { files = interactor.files(for: field.text) }
  }

  /// Completes what is typed as far as it is certain.
  public func tabPressed() {
    guard isTyping else { return }
    // In the list of decks the first row means all cards.
    let names = page == .file ? files.map(\.path) : (isInList ? [""] : []) + deckMatches
    guard let common = list.completion(of: field.text, from: names) else { return }
    isUntouched = false
    field = TextField(common)
    list.restart()
    if page == .file { files = interactor.files(for: common) }
  }

  public func cardsEntered() {
    let typed = field.text
    let matches = deckMatches
    var chosen = typed
    if isInList {
      let place = selection.index - 1
      chosen = matches.indices.contains(place) ? Self.query(of: matches[place]) : ""
    } else if let deck = interactor.deckNames.first(where: { $0.lowercased() == typed.lowercased() }
    ) {
      chosen = Self.query(of: deck)
    }
    do {
      size = try interactor.exportSize(of: chosen)
    } catch {
      message = Notice(error)
      return
    }
    query = chosen
    nameFile()
    close()
  }

  public func fileEntered() {
    if isInList, files.indices.contains(selection.index) {
      let file = files[selection.index]
      field = TextField(file.path)
      list.goToField()
      if file.isFolder {
        files = interactor.files(for: file.path)
        selection = ListSelection()
        return
      }
    }
    guard let last = field.text.last, last != "/", last != " " else {
      message = Notice(.info, "type the name of a file")
      return
    }
    request.path = field.text
    isFileNamed = true
    // A name says what it is to be.
    if let format = ExportRequest.Format(ending: request.path), format != request.format,
      !(format == .notes && request.format == .cards)
    {
      request.format = format
    }
    close()
  }

  /// Leaves the field as it was.
  public func fieldLeft() {
    message = nil
    close()
  }
}

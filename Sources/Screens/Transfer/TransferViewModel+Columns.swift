import Interaction
public import StudyDomain

/// A row of the page that maps columns.
public enum TextRow: Hashable, Sendable {
  case separator, encoding, noteType, html, matches
  case column(Int)
}

// The columns of a text.
extension TransferViewModel {
  /// What can be changed, and its value now.
  public var textRows: [(row: TextRow, choice: TextColumns.Choice)] {
    guard let columns else { return [] }
    return [
      (.separator, columns.separator), (.encoding, columns.encoding),
      (.noteType, columns.noteType), (.html, columns.html), (.matches, columns.matches),
    ] + columns.columns.enumerated().map { (.column($0), $1.role) }
  }

  /// The options after the selected row has gone some steps through its values.
  func changedOptions(by steps: Int) -> TextOptions? {
    let rows = textRows
    guard let columns, rows.indices.contains(selection.index) else { return nil }
    let (row, choice) = rows[selection.index]
    let value = choice.stepped(by: steps)
    var options = textOptions
    switch row {
    case .separator:
      options.separator = value
      // What is not asked about stays as it is shown, also where it was guessed.
      options.encoding = columns.encoding.value
      options.columns = nil
    case .encoding:
      options.encoding = value
      options.separator = columns.separator.value
      options.columns = nil
    case .noteType:
      options.noteType = value
      options.columns = nil
    case .html: options.html = value
    case .matches: options.matches = value
    case .column(let place):
      var roles = columns.columns.map(\.role.value)
      // Each role once: the other column becomes nothing.
      if value != "-", let other = roles.firstIndex(of: value) { roles[other] = "-" }
      roles[place] = value
      options.columns = roles.joined(separator: ",")
    }
    return options
  }

  public func columnsPressed() {
    guard page == .preview, columns != nil else { return }
    message = nil
    previewSelection = selection
    selection = ListSelection()
    page = .columns
  }

  /// Takes the next or an earlier value of the row, and looks at the file anew.
  public func valuePressed(by steps: Int) {
    guard page == .columns, let options = changedOptions(by: steps) else { return }
    message = nil
    run += 1
    let run = run
    work?.cancel()
    work = Task {
      do {
        _ = try await look(options, run)
      } catch {
        if run == self.run { message = Notice(error) }
      }
    }
  }
}

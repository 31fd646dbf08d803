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

  /// The options after a row has gone some steps through its values.
  ///
  /// Nil where it can have no other value.
  func changedOptions(of place: Int, by steps: Int) -> TextOptions? {
    let rows = textRows
    guard let columns, rows.indices.contains(place) else { return nil }
    let (row, choice) = rows[place]
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
      let asked = ColumnRoles(columns).stepped(place, by: steps, from: columnsBefore)
      guard let roles = asked else { return nil }
      options.columns = roles.joined(separator: ",")
    }
    return options
  }

  public func columnsPressed() {
    guard page == .preview, columns != nil else { return }
    message = nil
    previewSelection = selection
    selection = ListSelection()
    columnsBefore = nil
    page = .columns
  }

  /// Takes the next or an earlier value of the row, and looks at the file anew.
  ///
  /// Keys that come while the file is read wait their turn: each of them counts.
  public func valuePressed(by steps: Int) {
    guard page == .columns else { return }
    message = nil
    asked.append((selection.index, steps))
    guard changing == nil else { return }
    let task = Task {
      while !asked.isEmpty {
        let (row, steps) = asked.removeFirst()
        await change(row, by: steps)
      }
      changing = nil
    }
    changing = task
    work = task
  }

  private func change(_ row: Int, by steps: Int) async {
    rememberColumns(row)
    guard let options = changedOptions(of: row, by: steps) else {
      message = Notice(.info, "a column has to be the first field: no other can be it now")
      return
    }
    run += 1
    let run = run
    do {
      if try await !look(options, run) { asked = [] }
    } catch {
      asked = []
      if run == self.run { message = Notice(error) }
    }
  }

  /// A column that is walked through its values gives back to the others what it only passed.
  private func rememberColumns(_ row: Int) {
    guard columnsBefore == nil || columnsRow != row else { return }
    columnsRow = row
    columnsBefore = columns.map { $0.columns.map(\.role.value) }
  }
}

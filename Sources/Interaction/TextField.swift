/// One line of text under edit, with the usual readline commands.
public struct TextField: Hashable, Sendable {
  public private(set) var text: String
  /// Characters before the cursor.
  public private(set) var cursor: Int

  public init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// What a key does to a field.
  public enum Edit: Hashable, Sendable {
    case insert(String)
    case deleteBack, deleteForward, deleteWordBack, deleteToStart, deleteToEnd
    case left, right, start, end
  }

  public mutating func apply(_ edit: Edit) {
    let characters = Array(text)
    switch edit {
    case .insert(let inserted):
      let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
      replace(characters[..<cursor] + Array(line), characters[cursor...])
    case .deleteBack:
      replace(characters[..<max(0, cursor - 1)], characters[cursor...])
    case .deleteForward:
      replace(characters[..<cursor], characters[min(cursor + 1, characters.count)...])
    case .deleteWordBack:
      var start = cursor
      while start > 0, characters[start - 1] == " " { start -= 1 }
      while start > 0, characters[start - 1] != " " { start -= 1 }
      replace(characters[..<start], characters[cursor...])
    case .deleteToStart: replace([], characters[cursor...])
    case .deleteToEnd: replace(characters[..<cursor], [])
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .start: cursor = 0
    case .end: cursor = characters.count
    }
  }

  private mutating func replace(
    _ before: ArraySlice<Character>, _ after: ArraySlice<Character>
  ) {
    let head = String(before)
    text = head + String(after)
    // A mark joins the character before it, so the text may hold fewer than were given.
    cursor = min(head.count, text.count)
  }
}

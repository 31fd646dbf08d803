/// Names that must differ by more than capitals, as in the tables of the latest schema.
///
/// The marks are those that Anki takes when it brings an older collection up to that schema: `_`
/// behind the names of note types and decks, `+` behind those of fields and templates.
enum UniqueNames {
  /// The new names, by place, of those that another has already.
  ///
  /// Names of `first` places stand before the others; else the first one stays as it is. No other
  /// name than that of a place is changed, also where a new name would have been like it.
  static func changes(
    in names: [String], mark: Character, first: (Int) -> Bool = { _ in false }
  ) -> [Int: String] {
    var taken: Set<[UInt8]> = []
    let order = names.indices.filter(first) + names.indices.filter { !first($0) }
    let late = order.filter { !taken.insert(NormalForm.nameKey(names[$0])).inserted }
    var changes: [Int: String] = [:]
    for place in late.sorted() {
      var name = names[place]
      repeat { name.append(mark) } while !taken.insert(NormalForm.nameKey(name)).inserted
      changes[place] = name
    }
    return changes
  }
}

extension AnkiCollection {
  /// Gives note types, decks, fields and templates names that differ by more than capitals.
  ///
  /// Anki keeps one of such names only, and takes no database that has two. Note types of `known`
  /// ids keep theirs where others can give way. Templates follow their fields.
  public mutating func makeNamesUnique(keeping known: Set<Int64> = []) {
    let types = UniqueNames.changes(in: noteTypes.map(\.name), mark: "_") { [noteTypes] in
      known.contains(noteTypes[$0].id)
    }
    for (place, name) in types { noteTypes[place].name = name }
    for (place, name) in UniqueNames.changes(in: decks.map(\.name), mark: "_") {
      decks[place].name = name
    }
    for place in noteTypes.indices { noteTypes[place].makeNamesUnique() }
  }
}

extension AnkiNoteType {
  fileprivate mutating func makeNamesUnique() {
    let cards = UniqueNames.changes(in: templates.map(\.name), mark: "+")
    for (place, name) in cards { templates[place].name = name }
    let old = fields.map(\.name)
    let changes = UniqueNames.changes(in: old, mark: "+")
    guard !changes.isEmpty else { return }
    var names: [String: String] = [:]
    for (place, name) in changes {
      fields[place].name = name
      // Where two names are the very same, templates mean the one that keeps it.
      let isKept = old.indices.contains { old[$0] == old[place] && changes[$0] == nil }
      if !isKept { names[old[place]] = name }
    }
    for place in templates.indices { templates[place].rename(fields: names) }
  }
}

extension AnkiTemplate {
  fileprivate mutating func rename(fields names: [String: String]) {
    for side in [\Self.question, \.answer, \.browserQuestion, \.browserAnswer] {
      self[keyPath: side] = TemplateNames.renaming(names, in: self[keyPath: side])
    }
  }
}

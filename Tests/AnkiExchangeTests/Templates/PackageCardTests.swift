import AnkiExchange
import Testing

/// The cards of real packages, as the program that made them renders them.
@Suite struct PackageCardTests {
  @Test func `there are packages`() {
    #expect(ExpectedPackage.names.count >= 50)
  }

  @Test(arguments: ExpectedPackage.names)
  func `both sides of each card are as they are there`(name: String) throws {
    let package = try ExpectedPackage(name)
    for card in package.cards {
      let place = "\(name), note \(card.note_id ?? 0), card \(card.ord)"
      let input = try #require(package.input(card), "\(place)")
      switch input.rendered() {
      case .broken(let error):
        #expect(card.render_error != nil, "\(place): \(error)")
      case .emptyQuestion:
        #expect(card.empty_front == true, "\(place)")
      case .sides(let question, let answer):
        #expect(card.empty_front == nil && card.render_error == nil, "\(place)")
        #expect(masked(question.html) == card.question.map(masked), "\(place)")
        #expect(masked(answer.html) == card.answer.map(masked), "\(place)")
        #expect(question.line == card.question_text, "\(place)")
        #expect(answer.line == card.answer_text, "\(place)")
        #expect(question.sounds.expected == card.question_av ?? [], "\(place)")
        #expect(answer.sounds.expected == card.answer_av ?? [], "\(place)")
        let typed = question.typed.map {
          ExpectedPackage.Typed(spec: $0.spec, expected: $0.source)
        }
        #expect(typed == card.typed ?? [], "\(place)")
      }
    }
  }

  /// Packages may lack cards that a note would get now, and keep those it would lose.
  @Test(arguments: ExpectedPackage.names)
  func `a note has the cards that it has there`(name: String) throws {
    let package = try ExpectedPackage(name)
    for (index, note) in package.notes.enumerated() {
      guard let type = package.noteType(note.notetype) else { continue }
      let there = package.cards.filter { card in
        (card.note_index.map { $0 == index } ?? (card.note_id == note.id))
          && card.empty_front == nil
      }.map(\.ord).sorted()
      let found = CardOrdinals.of(
        isCloze: type.kind == "cloze", questions: type.templates.map(\.q),
        fields: note.templateFields, tags: note.tags)
      #expect(Set(there).isSubset(of: found), "\(name), note \(note.id ?? 0): \(found)")
    }
  }

  @Test(arguments: ExpectedPackage.names)
  func `the sort field is the stripped field`(name: String) throws {
    let package = try ExpectedPackage(name)
    for note in package.notes {
      let stripped = note.templateFields.map { AnkiText.stripped($0.value, keepsMediaNames: true) }
      #expect(stripped.contains(note.sort_field), "\(name), note \(note.id ?? 0)")
    }
  }
}

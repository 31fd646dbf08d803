/// Which cards a note has.
public enum CardOrdinals {
  /// The ordinals of the cards that a new note gets, lowest first, never empty.
  ///
  /// `questions` are the question sides of the note type's templates in their order; a template
  /// that is broken makes no card.
  public static func ofNewNote(
    isCloze: Bool, questions: [String], fields: [TemplateCard.Field], tags: [String] = []
  ) -> [Int] {
    let found = of(isCloze: isCloze, questions: questions, fields: fields, tags: tags)
    return found.isEmpty ? [0] : found
  }

  /// The ordinals of the cards that a note has reason for; empty when there is none.
  public static func of(
    isCloze: Bool, questions: [String], fields: [TemplateCard.Field], tags: [String] = []
  ) -> [Int] {
    if isCloze {
      let numbers = fields.reduce(into: Set<Int>()) {
        $0.formUnion(ClozeField($1.value).numbers())
      }
      return Set(numbers.filter { $0 > 0 }.map { min($0, largestNumber) - 1 }).sorted()
    }
    return questions.indices.filter { index in
      guard let tree = try? TemplateTree(questions[index]) else { return false }
      let card = TemplateCard(
        noteType: "", fields: fields, tags: tags, question: "", answer: "", ordinal: index)
      return TemplateRenderer(card).hasContent(tree)
    }
  }

  /// Deletions with higher numbers share a card.
  private static let largestNumber = 500
}

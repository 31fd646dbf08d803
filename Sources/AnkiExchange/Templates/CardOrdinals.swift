/// Which cards a note has.
public enum CardOrdinals {
  /// The ordinals of the cards that a new note gets, lowest first, never empty.
  ///
  /// `questions` are the question sides of the note type's templates in their order; a template
  /// that is broken makes no card.
  public static func ofNewNote(
    isCloze: Bool, questions: [String], fields: [TemplateCard.Field], tags: [String] = []
  ) -> [Int] {
    preconditionFailure()
  }

  /// The ordinals of the cards that a note has reason for; empty when there is none.
  public static func of(
    isCloze: Bool, questions: [String], fields: [TemplateCard.Field], tags: [String] = []
  ) -> [Int] {
    preconditionFailure()
  }
}

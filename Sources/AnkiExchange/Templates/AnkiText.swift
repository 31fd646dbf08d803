/// The text of fields and sides without their HTML.
public enum AnkiText {
  /// Without tags, its entities decoded: what sorts a field and tells duplicates.
  ///
  /// Nothing takes the place of a tag, so `a<br>b` becomes `ab`. With `keepsMediaNames` a picture
  /// or the like becomes its file's name between two blanks. One `&` that begins no entity, and
  /// all of them stay.
  public static func stripped(_ html: String, keepsMediaNames: Bool = false) -> String {
    preconditionFailure()
  }

  /// On one line: breaks become blanks, sounds their names, places to type nothing.
  public static func line(_ html: String, keepsMediaNames: Bool) -> String {
    preconditionFailure()
  }

  /// Whether a field counts as empty: nothing but white space, `<br>` and `<div>`.
  public static func isEmpty(_ field: String) -> Bool {
    preconditionFailure()
  }
}

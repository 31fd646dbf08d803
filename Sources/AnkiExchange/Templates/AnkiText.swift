/// The text of fields and sides without their HTML.
public enum AnkiText {
  /// Without tags, its entities decoded: what sorts a field and tells duplicates.
  ///
  /// Nothing takes the place of a tag, so `a<br>b` becomes `ab`. With `keepsMediaNames` a picture
  /// or the like becomes its file's name between two blanks. One `&` that begins no entity, and
  /// all of them stay.
  public static func stripped(_ html: String, keepsMediaNames: Bool = false) -> String {
    String(decoding: stripped(TemplateText(html), keepsMediaNames), as: UTF8.self)
  }

  /// On one line: breaks become blanks, places to type nothing, and sounds their names or nothing.
  public static func line(_ html: String, keepsMediaNames: Bool) -> String {
    let spaced = SideScan.spaced(TemplateText(html), .inLine)
    let plain = SideScan.withoutPlaces(TemplateText(spaced), keepsSoundNames: keepsMediaNames)
    return trimmed(stripped(TemplateText(plain), keepsMediaNames))
  }

  /// Whether a field counts as empty: nothing but white space, `<br>` and `<div>`.
  public static func isEmpty(_ field: String) -> Bool {
    let text = TemplateText(field)
    var position = 0
    while position < text.count {
      if TemplateText.isWhite(text.bytes[position]) {
        position += 1
      } else if let end = emptyTag(text, position) {
        position = end
      } else {
        return false
      }
    }
    return true
  }

  private static let emptyTags: [StaticString] = [
    "<br>", "</br>", "<br/>", "<br />", "<div>", "</div>",
  ]

  private static func emptyTag(_ text: TemplateText, _ place: Int) -> Int? {
    emptyTags.first { text.hasIgnoringCase($0, at: place) }.map { place + $0.utf8CodeUnitCount }
  }

  private static func stripped(_ text: TemplateText, _ keepsMediaNames: Bool) -> [UInt8] {
    let named = keepsMediaNames ? TemplateText(MediaTags.withNames(text)) : text
    return HTMLStripper.decoded(HTMLStripper.withoutTags(named))
  }

  /// What is to be typed for a field or the texts of deletions.
  static func expected(_ html: String) -> String {
    let silent = SideScan.withoutSounds(TemplateText(html))
    let spaced = SideScan.spaced(TemplateText(silent), .inTyped)
    return trimmed(stripped(TemplateText(spaced), false))
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let text = TemplateText(bytes)
    return text.string(text.trimmed(0..<text.count))
  }
}

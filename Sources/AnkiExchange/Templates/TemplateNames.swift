/// Fields as templates name them.
enum TemplateNames {
  /// A template with other names of fields, by the old ones; all else stays byte for byte.
  static func renaming(_ names: [String: String], in template: String) -> String {
    let text = TemplateText(template)
    let start = text.trimmed(0..<text.count).lowerBound
    let hasOtherBraces = text.has("{{=<% %>=}}", at: start)
    let opening: StaticString = hasOtherBraces ? "<%" : "{{"
    let closing: StaticString = hasOtherBraces ? "%>" : "}}"
    var result: [UInt8] = []
    var written = 0
    var position = hasOtherBraces ? start + 11 : 0
    while let tag = text.first(opening, from: position),
      let end = text.first(closing, from: tag + 2)
    {
      position = end + 2
      // The field stands last: behind braces, a sign, and filters that end with colons.
      let marks = "{#^/:".utf8
      let last = (tag + 2..<end).last { marks.contains(text.bytes[$0]) }
      let place = text.trimmed((last.map { $0 + 1 } ?? tag + 2)..<end)
      guard let name = names[text.string(place)] else { continue }
      result += text.bytes[written..<place.lowerBound] + Array(name.utf8)
      written = place.upperBound
    }
    return written == 0
      ? template : String(decoding: result + text.bytes[written...], as: UTF8.self)
  }
}

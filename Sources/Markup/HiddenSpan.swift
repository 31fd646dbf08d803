/// A part of the text that the parser sees as one word: its inside is no Markdown.
struct HiddenSpan {
  enum Kind {
    case math, displayMath, sound, picture
  }

  var kind: Kind
  /// As written, to be shown where it stands in code after all.
  var source: [UInt8]
  /// The formula without dollars, or the name of the file.
  var content: [UInt8]
}

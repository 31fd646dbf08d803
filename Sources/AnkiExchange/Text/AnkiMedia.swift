/// The files that fields name.
public enum AnkiMedia {
  /// The names in pictures and other elements, and in `[sound:…]`, their entities decoded.
  public static func names(in html: String) -> [String] {
    // Files are named in elements and in brackets.
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }) else {
      return []
    }
    return places(html).map(\.name)
  }

  /// The field with files renamed; names that are not in `names` stay.
  public static func renaming(_ names: [String: String], in html: String) -> String {
    let text = TemplateText(html)
    var result: [UInt8] = []
    var start = 0
    for place in places(html) {
      guard let name = names[place.name] else { continue }
      result += text.bytes[start..<place.range.lowerBound]
      result += name.utf8
      start = place.range.upperBound
    }
    return String(decoding: result + text.bytes[start...], as: UTF8.self)
  }

  /// The name in the form that every system can store, and a package wants; nil when nothing of it
  /// is left.
  public static func normalName(_ name: String) -> String? {
    MediaName.normal(name)
  }

  /// True for a file that templates and style sheets may name: it comes along unasked.
  public static func isStatic(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "_")
  }

  /// The file's name with its SHA-1 before the ending: for a clash of names.
  public static func name(_ name: String, withHashOf bytes: [UInt8]) -> String {
    var hash = SHA1()
    bytes.withUnsafeBytes { hash.update($0) }
    let digits = hash.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return "\(name[..<dot])-\(digits)\(name[dot...])"
  }

  private static func places(_ html: String) -> [(range: Range<Int>, name: String)] {
    let text = TemplateText(html)
    var places = MediaTags.all(in: text).map { found in
      (range: found.name, name: decoded(text, found.name))
    }
    let mark = Array("[sound:".utf8)
    var position = 0
    while let place = text.first(UInt8(ascii: "["), from: position) {
      position = place + 1
      let name = place + mark.count
      guard name < text.count, text.bytes[place..<name].elementsEqual(mark),
        let end = text.first(UInt8(ascii: "]"), from: name)
      else { continue }
      places.append((range: name..<end, name: decoded(text, name..<end)))
      position = end + 1
    }
    return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func decoded(_ text: TemplateText, _ range: Range<Int>) -> String {
    String(decoding: HTMLStripper.decoded(Array(text.bytes[range])), as: UTF8.self)
  }
}

/// Tells HTML by tags that people use in cards.
enum MarkupSigns {
  private static let tags: Set<String> = [
    "a", "b", "i", "u", "s", "p", "br", "hr", "em", "div", "img", "sub", "sup", "span", "font",
    "code", "pre", "strong", "center", "ul", "ol", "li", "table", "tr", "td", "th", "tbody", "ruby",
    "rt", "rb", "h1", "h2", "h3", "h4", "h5", "h6", "small", "big", "blockquote", "details",
    "style",
    "script", "audio", "video", "anki-mathjax",
  ]

  /// Looks for `<tag …>` or `</tag>` with a name of the list.
  static func areIn(_ bytes: ArraySlice<UInt8>) -> Bool {
    var position = bytes.startIndex
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open + 1
      var place = position
      if place < bytes.endIndex, bytes[place] == UInt8(ascii: "/") { place += 1 }
      let name = bytes[place...].prefix(13).prefix { isNamePart($0) }
      let after = place + name.count
      guard after < bytes.endIndex, " >/\t".utf8.contains(bytes[after]),
        tags.contains(String(decoding: name, as: UTF8.self).lowercased()),
        bytes[after...].prefix(4096).contains(UInt8(ascii: ">"))
      else { continue }
      return true
    }
    return false
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-")
    }
  }
}

/// HTML as lines of text, for what is too long to be more.
enum PlainHTML {
  /// The text of what `HTMLRewriter` wrote.
  static func text(of html: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(html.count)
    var rest = html[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
      text += rest[..<place]
      guard let tag = HTMLTag(rest[place...]) else { break }
      if tag.name == "br" || tag.isBlock || tag.name == "p" { text.append(0x0A) }
      if tag.name == "img" {
        text += (tag.attribute("alt") ?? tag.attribute("src") ?? "").utf8
      }
      rest = rest[(place + tag.source.count)...]
    }
    text += rest
    return Entities.text(decoding: text)
  }
}

/// HTML that shows nothing: white space, `<br>` and `<div>`.
enum EmptyHTML {
  private static let tags = ["<br>", "</br>", "<br/>", "<br />", "<div>", "</div>"].map {
    Array($0.utf8)
  }

  static func holds(_ html: Bytes) -> Bool {
    var place = 0
    while place < html.count {
      if ASCII.isWhite(html[place]) {
        place += 1
      } else if html[place] != UInt8(ascii: "<") {
        return false
      } else if let tag = tags.first(where: { isTag($0, html, place) }) {
        place += tag.count
      } else {
        return false
      }
    }
    return true
  }

  private static func isTag(_ tag: [UInt8], _ html: Bytes, _ place: Int) -> Bool {
    guard place + tag.count <= html.count else { return false }
    return html[place..<place + tag.count].elementsEqual(tag) { byte, expected in
      byte == expected || ASCII.isLetter(byte) && byte | 0x20 == expected
    }
  }
}

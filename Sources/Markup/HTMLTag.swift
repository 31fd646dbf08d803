/// A tag as it stands between angle brackets.
struct HTMLTag {
  /// Lower case.
  let name: String
  let isEnd: Bool
  /// As it was written, brackets included.
  let source: [UInt8]

  /// The tag at the beginning of `text`, if one stands there.
  init?(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex + 1
    guard text.first == UInt8(ascii: "<"), index < text.endIndex else { return nil }
    isEnd = text[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let start = index
    while index < text.endIndex, Self.isName(text[index]) { index += 1 }
    guard index > start, !(0x30...0x39 ~= text[start]), text[start] != UInt8(ascii: "-") else {
      return nil
    }
    name = String(decoding: text[start..<index], as: UTF8.self).lowercased()
    var quote: UInt8?
    while index < text.endIndex {
      let byte = text[index]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        source = Array(text[text.startIndex...index])
        return
      }
      index += 1
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ":")
  }

  /// The value of an attribute, its entities decoded; nil when it is not there.
  func attribute(_ wanted: String) -> String? {
    let text = source.dropFirst(name.utf8.count + 1).dropLast()
    var index = text.startIndex
    func skip(_ isSkipped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let start = index
      while index < text.endIndex, isSkipped(text[index]) { index += 1 }
      return text[start..<index]
    }
    while index < text.endIndex {
      _ = skip { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      let key = skip { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      _ = skip { $0 <= 0x20 }
      var value = text[index..<index]
      if index < text.endIndex, text[index] == UInt8(ascii: "=") {
        index += 1
        _ = skip { $0 <= 0x20 }
        if index < text.endIndex, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[index]) {
          let quote = text[index]
          index += 1
          value = skip { $0 != quote }
          index = min(index + 1, text.endIndex)
        } else {
          value = skip { $0 > 0x20 }
        }
      } else if key.isEmpty {
        index += 1
      }
      if String(decoding: key, as: UTF8.self).lowercased() == wanted {
        return Entities.text(decoding: ClozeBytes.removed(from: Array(value)))
      }
    }
    return nil
  }

  /// Whether HTML has an element of this name; others may be type parameters, as in `List<int>`.
  var isKnown: Bool { Self.known.contains(name) || name.contains("-") || name.contains(":") }

  /// Whether it begins a line of its own, and so does what follows it.
  var isBlock: Bool { Self.blocks.contains(name) }

  /// Whether it holds nothing and has no end.
  var isEmpty: Bool { Self.empty.contains(name) }

  private static let empty = words("area base col embed frame input link meta param source wbr")

  private static let blocks = words(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt \
    fieldset figcaption figure footer form header html legend li main menu nav ol optgroup option \
    section summary table tbody tfoot thead tr ul
    """)

  private static let known = blocks.union(
    words(
      """
      a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite \
      code col colgroup data datalist del dfn em embed font frame frameset h1 h2 h3 h4 h5 h6 head \
      hr i iframe img input ins kbd label link map mark marquee math meta meter nobr noframes \
      noscript object output p param picture pre progress q rb rp rt rtc ruby s samp script \
      search select slot small source span strike strong style sub sup svg td template textarea \
      th time title track tt u var video wbr
      """))

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}

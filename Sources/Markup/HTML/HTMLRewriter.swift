import StudyDomain

/// Writes HTML anew for the parser.
///
/// There are few elements, few attributes, tags that do not stand too deep in each other, and text
/// without controls. Formulas and sounds become empty elements.
///
/// So the parser never sees what could cost it time or memory beyond the length of the text, and
/// nothing of the text is lost: what is no tag after all is shown. Linear.
struct HTMLRewriter {
  let source: [UInt8]
  var output: [UInt8] = []
  var position = 0
  /// Elements that are open in the parser, outermost first.
  var open: [HTMLElement] = []
  /// Elements whose looks the parser carries on.
  var formatting: [String] = []
  /// Elements that would stand too deep: how many of each wait for their end.
  var dropped: [String: Int] = [:]
  /// No formula of this kind closes before this place.
  var vainFormulas: [Int] = Array(repeating: 0, count: Formula.all.count)
  private var hasNoTagEnd = false
  /// A tag whose quote never ends is looked for to the end of the text: not too often.
  private var remainingFailures = 16
  private var hasNoCommentEnd = false
  private var hasNoSpeechEnd = false

  /// Deeper than anybody writes.
  static let deepest = 60
  /// The parser makes each of these anew in each block.
  static let mostFormatting = 8

  init(_ html: String) {
    source = CleanText.bytes(of: html)
    output.reserveCapacity(source.count + 64)
  }

  var isAtEnd: Bool { position >= source.count }

  /// Writes the text, or the beginning of it that gives some `longest` bytes.
  mutating func run(longest: Int = .max) {
    while !isAtEnd, output.count < longest {
      switch source[position] {
      case UInt8(ascii: "<"): readAngle()
      case UInt8(ascii: "\\"), UInt8(ascii: "["): if !readSpan() { copyText(1) }
      default: copyText(1)
      }
    }
  }

  // MARK: Text

  /// Copies text up to what may be a tag or span, `count` bytes at least.
  private mutating func copyText(_ count: Int) {
    var end = position + count
    // In pieces that end at a blank or where text ends, so that no reference is cut.
    let least = position + 4096
    while end < source.count, end < least || source[end] != 0x20, source[end] != UInt8(ascii: "<"),
      source[end] != UInt8(ascii: "\\"),
      source[end] != UInt8(ascii: "[")
    {
      end += 1
    }
    write(text: source[position..<end])
    position = end
  }

  /// Writes text that has references of HTML in it.
  mutating func write(text: ArraySlice<UInt8>) {
    guard text.contains(UInt8(ascii: "&")) else { return write(shown: text) }
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      write(shown: rest[..<start])
      let name = rest[(start + 1)...].prefix(40).prefix(while: Self.isName)
      if !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";") {
        let reference = rest[start...name.endIndex]
        let decoded = Entities.decoded(reference)
        // The parser knows more names than we do, but it would let controls through.
        let isUnknown = decoded[...] == reference && !reference.elementsEqual("&amp;".utf8)
        if isUnknown, name.first != UInt8(ascii: "#") {
          output += reference
        } else {
          write(shown: decoded[...])
        }
        rest = rest[(name.endIndex + 1)...]
      } else {
        output += "&amp;".utf8
        rest = rest[(start + 1)...]
      }
    }
    write(shown: rest)
  }

  static func isName(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "#")
  }

  /// Writes text that means nothing but itself.
  mutating func write(shown text: ArraySlice<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "\""): output += "&quot;".utf8
      default: output.append(byte)
      }
    }
  }

  /// The marks of clozes count wherever they stand.
  mutating func writeMarks(of text: ArraySlice<UInt8>) {
    guard text.contains(0xF4) else { return }
    var rest = text
    while let (place, isOpen) = ClozeBytes.firstMark(in: rest) {
      output += isOpen ? ClozeBytes.open : ClozeBytes.close
      rest = rest[(place + ClozeBytes.count)...]
    }
  }

  // MARK: Tags and comments

  private mutating func readAngle() {
    if has("<!--") {
      if !hasNoCommentEnd, let end = first("-->", from: position + 4) {
        return skip(to: end + 3)
      }
      hasNoCommentEnd = true
      return copyText(1)
    }
    guard position + 1 < source.count else { return copyText(1) }
    let next = source[position + 1]
    let isDeclaration = next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
    let isTag = next == UInt8(ascii: "/") || 0x61...0x7A ~= next | 0x20
    guard isDeclaration || isTag, !hasNoTagEnd else { return copyText(1) }
    guard let end = first(">", from: position + 1) else {
      hasNoTagEnd = true
      return copyText(1)
    }
    if isDeclaration { return skip(to: end + 1) }
    guard remainingFailures > 0, let tag = HTMLTag(source[position...]) else {
      // Either a quote never ends, or it is a sign as in `</3`.
      if next != UInt8(ascii: "/") { remainingFailures -= 1 }
      return copyText(1)
    }
    writeMarks(of: tag.source[...])
    position += tag.source.count
    if tag.isEnd { close(tag) } else { begin(tag) }
  }

  private mutating func skip(to end: Int) {
    writeMarks(of: source[position..<end])
    position = end
  }

  /// Skips what a script or the like holds; one that never ends hides the rest.
  mutating func skipContent(of name: String) {
    let start = position
    while let place = firstIndex(of: UInt8(ascii: "<")) {
      position = place
      if has("</"),
        source[(place + 2)...].prefix(name.utf8.count).elementsEqual(
          name.utf8,
          by: {
            $0 | 0x20 == $1
          })
      {
        writeMarks(of: source[start..<place])
        position = min(source.count, (first(">", from: place) ?? source.count) + 1)
        return
      }
      position += 1
    }
    writeMarks(of: source[start...])
    position = source.count
  }

  // MARK: Formulas, sounds, places to type

  /// Reads what stands between signs of its own; false when nothing of the kind begins here.
  private mutating func readSpan() -> Bool {
    if open.contains(where: { $0.name == "pre" || $0.name == "code" }) { return false }
    if let (formula, content, end) = formula() {
      output += "<img k=\(formula.isDisplayed ? "d" : "m") alt=\"".utf8
      write(formula: content)
      output += "\">".utf8
      position = end
      return true
    }
    if has("[sound:"), let end = bracket(from: position + 7), end > position + 7 {
      output += "<img k=s src=\"".utf8
      write(text: source[(position + 7)..<end])
      output += "\">".utf8
      position = end + 1
      return true
    }
    if has("[[type:"), let end = bracket(from: position + 7), end + 1 < source.count,
      source[end + 1] == UInt8(ascii: "]")
    {
      position = end + 2
      return true
    }
    if has("[anki:tts "), !hasNoSpeechEnd, let end = bracket(from: position + 10) {
      guard first("[/anki:tts]", from: end) != nil else {
        hasNoSpeechEnd = true
        return false
      }
      output += "[speech: ".utf8
      position = end + 1
      return true
    }
    if has("[/anki:tts]") {
      output.append(UInt8(ascii: "]"))
      position += 11
      return true
    }
    return false
  }

  /// The `]` of a name; names are short and hold no tags or marks.
  private func bracket(from start: Int) -> Int? {
    var index = start
    while index < min(source.count, start + 300) {
      if source[index] == UInt8(ascii: "]") { return index }
      if source[index] == UInt8(ascii: "[") || source[index] == UInt8(ascii: "<")
        || source[index] == 0x0A || ClozeBytes.mark(source, index) != nil
      {
        return nil
      }
      index += 1
    }
    return nil
  }

  // MARK: Search

  func has(_ word: StaticString, at place: Int? = nil) -> Bool {
    let place = place ?? position
    let count = word.utf8CodeUnitCount
    guard place + count <= source.count else { return false }
    var index = 0
    while index < count, source[place + index] == word.utf8Start[index] { index += 1 }
    return index == count
  }

  func first(_ word: StaticString, from start: Int) -> Int? {
    var index = start
    while index < source.count {
      if source[index] == word.utf8Start[0], has(word, at: index) { return index }
      index += 1
    }
    return nil
  }

  private func firstIndex(of byte: UInt8) -> Int? {
    source[position...].firstIndex(of: byte)
  }
}

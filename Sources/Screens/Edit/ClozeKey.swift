/// What the key for clozes does to a text.
///
/// On a word it hides the word under the next number; behind a deletion it takes the next word into
/// it; inside one it changes its number between a new one and the one before.
enum ClozeKey {
  /// The text after it, and the characters before the cursor.
  static func press(_ text: String, cursor: Int) -> (text: String, cursor: Int) {
    let characters = Array(text)
    let deletions = Self.deletions(characters)
    if let own = deletions.last(where: {
      $0.range.lowerBound < cursor && cursor < $0.range.upperBound
    }) {
      return renumbered(characters, own, deletions, cursor)
    }
    if deletions.contains(where: { $0.range.upperBound == cursor }),
      let end = wordEnd(characters, from: cursor)
    {
      var result = characters
      result.replaceSubrange((cursor - 2)..<end, with: characters[cursor..<end])
      result.insert(contentsOf: "}}", at: end - 2)
      return (String(result), end)
    }
    let number = (deletions.map(\.number).max() ?? 0) + 1
    let (start, end) = word(characters, around: cursor)
    let head = Array("{{c\(number)::")
    var result = characters
    result.insert(contentsOf: "}}", at: end)
    result.insert(contentsOf: head, at: start)
    let inside = start + head.count
    return (String(result), start == end ? inside : inside + (end - start) + 2)
  }

  private struct Found {
    var range: Range<Int>
    var digits: Range<Int>
    var number: Int
  }

  private static func deletions(_ text: [Character]) -> [Found] {
    var found: [Found] = []
    var open: [(start: Int, digits: Range<Int>, number: Int)] = []
    var place = 0
    while place < text.count {
      if text[place...].starts(with: "{{c") {
        var end = place + 3
        while end < text.count, text[end].isASCII, text[end].isNumber { end += 1 }
        if let number = Int(String(text[(place + 3)..<end])), text[end...].starts(with: "::") {
          open.append((place, (place + 3)..<end, number))
          place = end + 2
          continue
        }
      }
      if text[place...].starts(with: "}}"), let last = open.popLast() {
        found.append(
          Found(range: last.start..<(place + 2), digits: last.digits, number: last.number))
        place += 2
        continue
      }
      place += 1
    }
    return found
  }

  private static func renumbered(
    _ text: [Character], _ own: Found, _ all: [Found], _ cursor: Int
  ) -> (text: String, cursor: Int) {
    let others = all.filter { $0.range != own.range }.map(\.number)
    let highest = others.max() ?? 0
    let number = own.number == highest + 1 && highest > 0 ? highest : highest + 1
    let digits = Array(String(number))
    var result = text
    result.replaceSubrange(own.digits, with: digits)
    let shift = cursor > own.digits.lowerBound ? digits.count - own.digits.count : 0
    return (String(result), cursor + shift)
  }

  private static func word(_ text: [Character], around cursor: Int) -> (start: Int, end: Int) {
    var (start, end) = (cursor, cursor)
    while start > 0, isWord(text[start - 1]) { start -= 1 }
    while end < text.count, isWord(text[end]) { end += 1 }
    return (start, end)
  }

  private static func wordEnd(_ text: [Character], from cursor: Int) -> Int? {
    var end = cursor
    while end < text.count, !isWord(text[end]), !text[end].isNewline { end += 1 }
    let first = end
    while end < text.count, isWord(text[end]) { end += 1 }
    return end > first ? end : nil
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "'" || character == "’"
      || character == "-" || character == "_"
  }
}

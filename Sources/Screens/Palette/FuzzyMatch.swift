/// How well a text that someone typed names something; higher is better, nil is not at all.
enum FuzzyMatch {
  /// Words typed in any order, each found in one of the texts, the first of which counts most.
  static func score(_ typed: String, in texts: [String]) -> Int? {
    var total = 0
    for word in typed.lowercased().split(separator: " ") {
      let word = Array(word)
      let best = texts.enumerated().compactMap { place, text in
        score(word, in: Array(text.lowercased())).map { $0 - place * 25 }
      }.max()
      guard let best else { return nil }
      total += best
    }
    return total
  }

  /// Letters in their order, better where they follow each other or begin words.
  private static func score(_ word: [Character], in text: [Character]) -> Int? {
    guard !word.isEmpty, word.count <= text.count else { return word.isEmpty ? 0 : nil }
    if let start = firstOccurrence(of: word, in: text) {
      return 1000 - min(start, 50) + (isWordStart(start, in: text) ? 200 : 0)
        + (word.count == text.count ? 300 : 0)
    }
    // Scattered letters: few and far apart they match anything, so they must begin a word.
    var (score, last, at) = (0, -1, 0)
    for letter in word {
      let places = text[at...].indices.filter { text[$0] == letter }
      let next = places.first == last + 1 ? places.first : nil
      guard let found = next ?? places.first(where: { isWordStart($0, in: text) }) ?? places.first
      else { return nil }
      if last < 0, !isWordStart(found, in: text) { return nil }
      score += found == last + 1 ? 20 : isWordStart(found, in: text) ? 15 : -2 * (found - last)
      (last, at) = (found, found + 1)
    }
    return score >= 0 ? score : nil
  }

  private static func firstOccurrence(of word: [Character], in text: [Character]) -> Int? {
    var inside: Int?
    for start in 0...(text.count - word.count)
    where text[start..<start + word.count].elementsEqual(word) {
      if isWordStart(start, in: text) { return start }
      inside = inside ?? start
    }
    return inside
  }

  private static func isWordStart(_ index: Int, in text: [Character]) -> Bool {
    index == 0 || !(text[index - 1].isLetter || text[index - 1].isNumber)
  }
}

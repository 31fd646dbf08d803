/// One line of the log as one object of JSON.
struct LogJSON {
  let text: String

  init(_ line: String) {
    var values: [String: String] = [:]
    for (index, word) in Self.words(line).enumerated() {
      if index == 0 {
        values["time"] = word
      } else if index == 1 {
        values["event"] = word
      } else if let equals = word.firstIndex(of: "=") {
        values[String(word[..<equals])] = String(word[word.index(after: equals)...])
      }
    }
    text = JSONNode(.object(values.mapValues { JSONNode(.text($0)) })).text(isPretty: false)
  }

  /// Splits at blanks outside quotes; a backslash in quotes takes the next character as it is.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}

import CSystem
import Glibc

/// A command line, taken apart but not yet given a meaning.
struct Arguments: Equatable, Sendable {
  /// Nil when no command is named: the screens are meant.
  var command: String?
  var words: [String] = []
  var options: [OptionName: String] = [:]

  /// What is wrong with a command line.
  struct UsageError: Error, Equatable, Sendable {
    var message: String
  }

  func has(_ option: OptionName) -> Bool {
    options[option] != nil
  }

  /// Takes a command line apart, without the program's own name.
  init(parsing line: [String]) throws(UsageError) {
    try read(Self.protectingQueries(line))
    let description = try describedCommand()
    if let description { try checkWords(description) }
    let allowed = Set(OptionName.global + (description?.options ?? []))
    for option in options.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where !allowed.contains(option) {
      throw UsageError(
        message: "--\(option.rawValue) does not go with "
          + (command.map { "'\($0)'" } ?? "the screens"))
    }
  }

  /// Refuses words that a command would ignore.
  private func checkWords(_ description: CommandDescription) throws(UsageError) {
    let most = description.arguments.split(separator: " ").count
    guard !description.takesQuery, !description.takesFiles, words.count > most else { return }
    throw UsageError(message: "'\(words[most])' is too much for '\(description.name)'")
  }

  private func describedCommand() throws(UsageError) -> CommandDescription? {
    guard let command else { return nil }
    guard let description = CommandCatalogue.named(command) else {
      throw UsageError(message: "there is no command '\(command)'")
    }
    return description
  }

  private mutating func read(_ line: (words: [String], hidden: [String])) throws(UsageError) {
    let names = OptionName.allCases
    let rows = names.map { (name: strdup($0.rawValue), takesValue: $0.valueName != nil) }
    let options = rows.map { deckle_option(name: $0.name, takes_value: $0.takesValue ? 1 : 0) }
    var argv = (["deckle"] + line.words).map { strdup($0) } + [nil]
    defer {
      rows.forEach { free($0.name) }
      argv.forEach { free($0) }
    }
    let argc = Int32(argv.count - 1)
    var failure: UsageError?
    // getopt_long may reorder its pointers: all of them are freed above whatever their order.
    options.withUnsafeBufferPointer { options in
      argv.withUnsafeMutableBufferPointer { argv in
        deckle_options_begin(argc, argv.baseAddress, options.baseAddress, Int32(options.count))
        while failure == nil {
          let word = deckle_options_next()
          if word == deckle_word_end { return }
          failure = take(word, hidden: line.hidden)
        }
      }
    }
    if let failure { throw failure }
  }

  private mutating func take(_ word: deckle_word, hidden: [String]) -> UsageError? {
    let text = deckle_option_text().map { String(cString: $0) } ?? ""
    let value = deckle_option_value().map { String(cString: $0) }
    switch word {
    case deckle_word_option:
      options[OptionName.allCases[Int(deckle_option_index())]] = value ?? ""
    case deckle_word_argument:
      let plain = Self.restored(value ?? "", hidden: hidden)
      if command == nil { command = plain } else { words.append(plain) }
    case deckle_word_lacks_value: return UsageError(message: "\(text) needs a value")
    case deckle_word_needless_value: return UsageError(message: "\(text): no value goes here")
    default: return UsageError(message: "there is no option \(text)")
    }
    return nil
  }

  /// Hides words like `-tag:food` from getopt_long, which would read them as options.
  private static func protectingQueries(_ line: [String]) -> (words: [String], hidden: [String]) {
    guard let name = line.first(where: { CommandCatalogue.named($0) != nil }),
      CommandCatalogue.named(name)?.takesQuery == true
    else { return (line, []) }
    var hidden: [String] = []
    let words = line.map { word in
      guard word.hasPrefix("-"), word.count > 1, !word.hasPrefix("--"), word != "-h", word != "-V"
      else { return word }
      hidden.append(word)
      return "\u{1}\(hidden.count - 1)"
    }
    return (words, hidden)
  }

  private static func restored(_ word: String, hidden: [String]) -> String {
    guard word.hasPrefix("\u{1}"), let index = Int(word.dropFirst()), index < hidden.count else {
      return word
    }
    return hidden[index]
  }
}

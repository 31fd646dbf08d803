/// What notes are found by when a package comes again.
public enum AnkiGUID {
  private static let digits = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"
      .utf8)

  /// A number in the notation of Anki: 91 digits, the highest first.
  public static func text(_ number: UInt64) -> String {
    var rest = number
    var result: [UInt8] = []
    repeat {
      result.append(digits[Int(rest % UInt64(digits.count))])
      rest /= UInt64(digits.count)
    } while rest > 0
    return String(decoding: result.reversed(), as: UTF8.self)
  }

  /// The same for the same words, for notes that come without one.
  public static func derived(from words: String) -> String {
    let hash = SHA1.hash(Array(words.utf8))
    return text(hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The same for the same note, so that it is found again.
  static func made(of note: AnkiNote) -> String {
    let hash = SHA1.hash(Array("\(note.id) \(note.noteTypeID) \(note.joinedFields)".utf8))
    return text(hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}

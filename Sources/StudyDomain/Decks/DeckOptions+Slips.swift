extension DeckOptions {
  /// The option that a name that is none was probably meant to be: written with other signs between
  /// its words, or with a slip or two; nil when none is near.
  public static func name(like written: String) -> String? {
    let plain = letters(of: written)
    guard plain.count >= 5, plain.count <= 30 else { return nil }
    return names.first { name in
      let wanted = letters(of: name)
      return wanted.count >= 5 && distance(plain, wanted) <= (wanted.count >= 9 ? 2 : 1)
    }
  }

  private static func letters(of name: String) -> [UInt8] {
    name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != 0x20 }
      .map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
  }

  /// How many letters have to be put in, left out or replaced to come from one to the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (place, other) in right.enumerated() {
        let kept = diagonal + (letter == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(kept, row[place] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}

/// Finds the separator of a text that does not name it.
struct SeparatorGuess {
  var separator = TextSeparator.tab
  var isDoubtful = false

  /// The first of Anki's list that occurs in the first 8 KiB, else a blank.
  static func ofAnki(_ bytes: ArraySlice<UInt8>) -> TextSeparator {
    let sample = bytes.prefix(8192)
    return TextSeparator.allCases.first { sample.contains($0.rawValue) } ?? .space
  }

  /// From the more to the less likely where several fit.
  private static let order: [TextSeparator] = [.tab, .semicolon, .pipe, .comma, .colon, .space]
  private static let rows = 500

  /// The separator that gives most rows the same number of columns.
  init(_ sample: ArraySlice<UInt8>) {
    let counts = Self.order.map { Self.counts(of: $0, sample) }
    let shares = zip(Self.order, counts).map { (separator: $0, share: Self.share($1)) }
    let strong = shares.prefix(4).filter { $0.share >= 0.6 }
    if let best = strong.map(\.share).max(),
      let found = strong.first(where: { $0.share >= best - 0.1 })
    {
      separator = found.separator
      isDoubtful = found.share < 0.9 || strong.count { $0.share >= 0.95 } > 1
      return
    }
    // Prose is full of colons and blanks: only a text where they are regular is one of columns.
    if let found = shares.suffix(2).first(where: { $0.share >= 0.98 }) {
      separator = found.separator
      isDoubtful = true
      return
    }
    // Rows of any length: signs that prose has no use for.
    let wide = counts.prefix(3).map { $0.filter { $0 > 1 }.count * 2 > $0.count }
    if let place = wide.firstIndex(of: true) {
      separator = Self.order[place]
      isDoubtful = true
      return
    }
    isDoubtful = shares.contains { $0.share > 0.3 }
  }

  /// The share of rows that have the commonest number of columns; 0 when that is one column.
  private static func share(_ counts: [Int]) -> Double {
    let rows = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = rows.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key > 1
    else { return 0 }
    return Double(most.value) / Double(counts.count)
  }

  /// How many columns the first rows have.
  private static func counts(of separator: TextSeparator, _ sample: ArraySlice<UInt8>) -> [Int] {
    guard sample.contains(separator.rawValue) else { return [] }
    var counts: [Int] = []
    var scanner = RowScanner(separator: separator.rawValue, hasQuotes: true)
    sample.withUnsafeBufferPointer { bytes in
      var text: [UInt8] = []
      var ends: [UInt32] = []
      while counts.count < rows {
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        guard scanner.next(in: bytes, text: &text, ends: &ends) != nil else { break }
        counts.append(ends.count)
      }
    }
    return counts
  }
}

import AnkiExchange

/// The answers of a card in one text: `time,button,interval,before,factor,taken,kind`, blanks
/// between them; each time counts from the one before.
enum LogText {
  static func write(_ reviews: some Sequence<AnkiReview>) -> String {
    var text = ""
    var last: Int64 = 0
    for review in reviews {
      if !text.isEmpty { text += " " }
      text +=
        "\(review.id - last),\(review.button),\(review.interval),\(review.lastInterval),"
        + "\(review.factor),\(review.milliseconds),\(review.rawKind)"
      last = review.id
    }
    return text
  }

  /// Appends the answers; false for a text that was not written by `write`.
  static func read(_ text: String, card: Int64, into reviews: inout [AnkiReview]) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var time: Int64 = 0
      var numbers: [Int64] = []
      var place = 0
      while place < bytes.count {
        var isNegative = false
        var number: Int64 = 0
        if bytes[place] == UInt8(ascii: "-") {
          isNegative = true
          place += 1
        }
        let start = place
        while place < bytes.count, bytes[place] >= 48, bytes[place] <= 57, place - start < 18 {
          number = number * 10 + Int64(bytes[place] - 48)
          place += 1
        }
        guard place > start else { return false }
        numbers.append(isNegative ? -number : number)
        let isEnd = place == bytes.count || bytes[place] == UInt8(ascii: " ")
        guard isEnd || bytes[place] == UInt8(ascii: ",") else { return false }
        place += 1
        guard isEnd else { continue }
        guard numbers.count == 7 else { return false }
        time += numbers[0]
        var review = AnkiReview(
          id: time, cardID: card, button: UInt8(clamping: numbers[1]),
          interval: Int32(clamping: numbers[2]), lastInterval: Int32(clamping: numbers[3]),
          factor: Int32(clamping: numbers[4]), milliseconds: Int32(clamping: numbers[5]),
          kind: .learning)
        review.rawKind = UInt8(clamping: numbers[6])
        reviews.append(review)
        numbers.removeAll(keepingCapacity: true)
      }
      return numbers.isEmpty
    }
  }
}

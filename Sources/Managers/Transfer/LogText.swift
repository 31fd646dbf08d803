import AnkiExchange
import StudyDomain

/// The answers of a card in one text: `time,button,interval,before,factor,taken,kind`, blanks
/// between them; each time counts from the one before.
enum LogText {
  static func append(_ reviews: some Sequence<AnkiReview>, to text: inout [UInt8]) {
    var last: Int64?
    for review in reviews {
      if last != nil { text.append(UInt8(ascii: " ")) }
      // Wraps, and back again, where times are no times.
      DecimalDigits.append(review.id &- (last ?? 0), to: &text)
      for number in [
        Int64(review.button), Int64(review.interval), Int64(review.lastInterval),
        Int64(review.factor), Int64(review.milliseconds), Int64(review.rawKind),
      ] {
        text.append(UInt8(ascii: ","))
        DecimalDigits.append(number, to: &text)
      }
      last = review.id
    }
  }

  /// Appends the answers; false for a text that was not written by `write`.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, card: Int64, into reviews: inout [AnkiReview]
  ) -> Bool {
    var time: Int64 = 0
    var place = 0
    while place < bytes.count {
      var numbers: (Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0, 0, 0)
      let isRead = withUnsafeMutableBytes(of: &numbers) { raw in
        let list = raw.bindMemory(to: Int64.self)
        for index in 0..<7 {
          guard let number = number(bytes, &place) else { return false }
          list[index] = number
          let mark = index < 6 ? UInt8(ascii: ",") : UInt8(ascii: " ")
          if place == bytes.count { return index == 6 }
          guard bytes[place] == mark else { return false }
          place += 1
        }
        return true
      }
      guard isRead else { return false }
      time &+= numbers.0
      var review = AnkiReview(
        id: time, cardID: card, button: UInt8(clamping: numbers.1),
        interval: Int32(clamping: numbers.2), lastInterval: Int32(clamping: numbers.3),
        factor: Int32(clamping: numbers.4), milliseconds: Int32(clamping: numbers.5),
        kind: .learning)
      review.rawKind = UInt8(clamping: numbers.6)
      reviews.append(review)
    }
    return true
  }

  /// A number of 64 bits.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int64? {
    var isNegative = false
    if place < bytes.count, bytes[place] == UInt8(ascii: "-") {
      isNegative = true
      place += 1
    }
    let start = place
    var number: UInt64 = 0
    while place < bytes.count, bytes[place] &- 48 < 10, place - start < 19 {
      number = number * 10 + UInt64(bytes[place] - 48)
      place += 1
    }
    guard place > start else { return nil }
    return isNegative ? Int64(exactly: -Int128(number)) : Int64(exactly: number)
  }
}

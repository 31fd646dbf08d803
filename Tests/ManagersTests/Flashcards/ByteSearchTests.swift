import Testing

@testable import Managers

@Suite struct ByteSearchTests {
  /// Every place of the needle that a plain look at each place finds.
  private static func places(_ needle: [UInt8], in text: [UInt8]) -> [Int] {
    guard needle.count <= text.count else { return [] }
    return (0...text.count - needle.count).filter { Array(text[$0..<$0 + needle.count]) == needle }
  }

  private static func found(_ needle: [UInt8], in text: [UInt8]) -> [Int] {
    var result: [Int] = []
    text.withUnsafeBytes { text in
      needle.withUnsafeBytes { needle in
        var start = 0
        while let place = ByteSearch.first(needle, in: text, from: start) {
          result.append(place)
          start = place + 1
        }
      }
    }
    return result
  }

  @Test func `every place is found, whatever lies around it`() {
    var random = SeededRandom(seed: 1)
    var hits = 0
    for round in 0..<3000 {
      // Few letters, and some one bit or one unit apart, so that near misses are common.
      let letters: [UInt8] = round % 2 == 0 ? [97, 98] : [0, 1, 2, 0x7F, 0x80, 0x81, 0xFF]
      let text = (0..<Int.random(in: 0...150, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      let needle = (0..<Int.random(in: 1...(round % 5 == 0 ? 40 : 4), using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      let expected = Self.places(needle, in: text)
      hits += expected.count
      #expect(Self.found(needle, in: text) == expected, "\(needle) in \(text)")
    }
    #expect(hits > 10_000)
  }

  @Test(arguments: 0..<70)
  func `a needle at the very end is found, and one that is cut is not`(before: Int) {
    let text = Array(repeating: UInt8(ascii: "x"), count: before) + Array("needle".utf8)
    #expect(Self.found(Array("needle".utf8), in: text) == [before])
    #expect(Self.found(Array("needle".utf8), in: Array(text.dropLast())).isEmpty)
  }
}

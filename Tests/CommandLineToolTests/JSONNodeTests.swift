import Foundation
import Testing

@testable import CommandLineTool

@Suite struct JSONNodeTests {
  private struct Sample: Codable, Equatable {
    var text = "\u{1}\t\r\n\"\\/ é 日本 🎴 \u{7f}\u{2028}"
    var empty: [Int] = []
    var numbers = [0.1, 2, -3.5, 1e300, .leastNonzeroMagnitude, 9_007_199_254_740_992]
    var whole: [Int64] = [.min, 0, .max]
    var small: [UInt8] = [0, 255]
    var nothing: String?
    var something: Bool? = true
    var nested = [["a": 1], [:], ["b": 2, "á": 3]]
  }

  @Test(arguments: [true, false])
  func `what is written is read back by Foundation as it was`(isPretty: Bool) throws {
    let text = try JSONNode(of: [Sample(), Sample()]).text(isPretty: isPretty)
    #expect(
      try JSONDecoder().decode([Sample].self, from: Data(text.utf8)) == [Sample(), Sample()])
  }

  @Test func `objects have their keys sorted, on lines of their own`() throws {
    let text = try JSONNode(of: ["b": [1, 2], "a": []]).text(isPretty: true)
    #expect(text == "{\n  \"a\" : [],\n  \"b\" : [\n    1,\n    2\n  ]\n}")
    #expect(
      try JSONNode(of: ["b": [1, 2], "a": []]).text(isPretty: false) == "{\"a\":[],\"b\":[1,2]}")
  }

  @Test func `no number that JSON does not have is written`() throws {
    let text = try JSONNode(of: [Double.nan, .infinity, 3]).text(isPretty: false)
    #expect(text == "[null,null,3]")
  }

  @Test func `a value that says there is none is null, one left out is left out`() throws {
    struct Values: Encodable {
      @Nullable var said: Int?
      var left: Int?
    }
    #expect(try JSONNode(of: Values()).text(isPretty: false) == "{\"said\":null}")
  }
}

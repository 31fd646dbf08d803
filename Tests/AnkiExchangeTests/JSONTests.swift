import Testing

@testable import AnkiExchange

@Suite struct JSONTests {
  private func read(_ text: String) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .bool(true)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9223372036854775808)),
    ("1.0", .number(1)), ("2e3", .number(2000)), ("[]", .array([])), ("{}", .object([:])),
    (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")),
    (#""\u00e9\ud83d\ude00\ud800x""#, .string("é😀\u{FFFD}x")),
    (#"{"a":[1,{"b":null}],"a":2}"#, .object(["a": .integer(2)])),
  ])
  func `values are read`(_ text: String, _ value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    "", "{", "[1,", "[1,]", "{\"a\"}", "{a:1}", "tru", "01x", "1.", "-", "1e", "\"a", "\"\\x\"",
    "\"\\u12\"", "\"\n\"", "1 2", "[1}", "1e999",
  ])
  func `broken JSON is told`(_ text: String) {
    #expect(throws: JSONError.self) { try read(text) }
  }

  @Test func `depth and number of values have limits`() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try read(deep) }
    _ = try read(String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
    let many = "[" + String(repeating: "0,", count: 600_000) + "0]"
    let error = #expect(throws: JSONError.self) { try read(many) }
    #expect(error?.reason == .tooLarge)
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func `what is written is read again, and damage does no harm`() throws {
    let text = #"{"z":[1,-2.5,1e-7,true,null],"a":{"é\n":"\u0001\"\\"},"m":"<>&"}"#
    let value = try read(text)
    let bytes = JSONWriter.bytes(of: value)
    #expect(try JSONReader.read(bytes) == value)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"a":{"é\n":"\u0001\"\\"},"m":"<>&","z":[1,-2.5,1e-07,true,null]}"#)
    var noise = SeededNoise(seed: 3)
    var failures = 0
    for _ in 0..<3000 {
      do {
        let odd = try JSONReader.read(bytes.damaged(&noise))
        #expect(try JSONReader.read(JSONWriter.bytes(of: odd)) == odd)
      } catch {
        failures += 1
      }
    }
    #expect(failures > 500)
  }

  @Test func `floats are written with few digits`() {
    #expect(JSONWriter.bytes(of: JSONValue(float: 0.9)) == Array("0.9".utf8))
    #expect(JSONWriter.bytes(of: JSONValue(float: 1)) == Array("1.0".utf8))
  }
}

import Testing

@testable import AnkiExchange

@Suite struct JSONLineTests {
  @Test func `values written one by one are what a value writes`() {
    let texts = [
      "", "plain", "quo\"te", "back\\slash", "tab\tline\nreturn\r", "\u{1}\u{1F}", "日本語 é",
    ]
    for text in texts {
      var line = JSONLine()
      line.array { line in
        line.put(text)
        line.put(Int64.min)
        line.put(0)
        line.put(-7)
        line.put(1.5 as Double?)
        line.put(nil as Double?)
        line.put(true)
        line.null()
        line.array { _ in }
        line.object { line in
          line.name("a")
          line.put(text)
          line.name("b")
          line.array { $0.put(Int64.max) }
        }
      }
      let value = JSONValue.array([
        .string(text), .integer(.min), .integer(0), .integer(-7), .number(1.5), .null, .bool(true),
        .null, .array([]), .object(["a": .string(text), "b": .array([.integer(.max)])]),
      ])
      #expect(line.bytes == value.utf8)
      line.end()
      line.put(1)
      #expect(line.bytes == value.utf8 + Array("\n1".utf8))
      #expect(JSONValue(utf8: value.utf8) == value)
    }
  }

  private func scanned<Value>(_ text: String, _ read: (inout JSONScan) -> Value?) -> Value? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scan = JSONScan(bytes)
      return read(&scan)
    }
  }

  @Test func `a scan takes what is plain and leaves the rest to a reader`() {
    #expect(scanned("-12,") { $0.integer() } == -12)
    #expect(scanned("999999999999999999]") { $0.integer() } == 999_999_999_999_999_999)
    for text in ["1.5,", "1e3,", "1234567890123456789,", "-,", "x", "", "12"] {
      #expect(scanned(text) { $0.integer() } == nil)
    }
    #expect(scanned("-1.5e-3]") { $0.number() } == -0.0015)
    #expect(scanned("\"é\",") { $0.text() } == "é")
    for text in ["\"a\\n\"", "\"a", "a\"", ""] { #expect(scanned(text) { $0.text() } == nil) }
    let isWhole = scanned("[1,\"\"]") { scan in
      scan.take("[") && !scan.take("2") && scan.integer() == 1 && scan.take(",")
        && scan.plainText()?.count == 0 && scan.take("]") && scan.isAtEnd
    }
    #expect(isWhole == true)
  }
}

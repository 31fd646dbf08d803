import StudyDomain
import Testing

@Suite struct QueryTests {
  @Test func `words and terms are told apart`() throws {
    let query = try Query(parsing: #"deck:Spanish -tag:food is:due "to fetch" casa"#)
    #expect(
      query.terms == [
        .init(.deck("Spanish")), .init(.tag("food"), isNegated: true), .init(.state(.due)),
        .init(.text("to fetch")), .init(.text("casa")),
      ])
  }

  @Test func `odd blanks are one blank`() throws {
    #expect(
      try Query(parsing: "\tdeck:geo\t  is:new\n") == Query(parsing: "deck:geo is:new"))
  }

  @Test func `a value may hold blanks in quotes`() throws {
    #expect(try Query(parsing: #"deck:"My Deck""#).terms == [.init(.deck("My Deck"))])
  }

  @Test func `an address keeps its colon`() throws {
    #expect(try Query(parsing: "http://a").terms == [.init(.text("http://a"))])
  }

  @Test func `nothing asks for everything`() throws {
    #expect(try Query(parsing: "  ").terms.isEmpty)
  }

  @Test(arguments: [("a \"b", 3), ("-", 1), ("x is:dew", 3), ("deck:", 1), ("\"", 1)])
  func `an error points at its column`(text: String, column: Int) {
    #expect(throws: Query.SyntaxError.self) { try Query(parsing: text) }
    do {
      _ = try Query(parsing: text)
    } catch {
      #expect(error.column == column)
    }
  }
}

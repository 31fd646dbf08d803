import StudyDomain
import Testing

@Suite struct QueryTests {
  private func text(_ text: String) -> Query.Node { .test(.text(QueryPattern(literal: text))) }
  private func deck(_ name: String) -> Query.Node { .test(.deck(QueryPattern(literal: name))) }

  @Test func `words and terms are told apart`() throws {
    let query = try Query(parsing: #"deck:Spanish -tag:food is:due "to fetch" casa"#)
    #expect(
      query.root
        == .all([
          deck("Spanish"), .not(.test(.tag(QueryPattern(literal: "food")))), .test(.state(.due)),
          text("to fetch"), text("casa"),
        ]))
  }

  @Test func `odd blanks are one blank`() throws {
    #expect(
      try Query(parsing: "\tdeck:geo\t \u{3000} is:new\n") == Query(parsing: "deck:geo is:new"))
  }

  @Test(arguments: [#"deck:"My Deck""#, #""deck:My Deck""#])
  func `a value may hold blanks in quotes`(query: String) throws {
    #expect(try Query(parsing: query).root == deck("My Deck"))
    #expect(try Query(parsing: query).deckName == "My Deck")
  }

  @Test func `an address keeps its colon`() throws {
    #expect(try Query(parsing: "http://a").root == text("http://a"))
  }

  @Test func `nothing asks for everything`() throws {
    #expect(try Query(parsing: "  ") == Query())
  }

  // MARK: What joins terms

  @Test func `or binds less tightly than standing side by side`() throws {
    let query = try Query(parsing: "a b or c and d OR -e")
    #expect(
      query.root
        == .any([.all([text("a"), text("b")]), .all([text("c"), text("d")]), .not(text("e"))]))
  }

  @Test func `brackets join, and a minus before them turns all round`() throws {
    let query = try Query(parsing: "-(a or (b c)) d")
    #expect(
      query.root == .all([.not(.any([text("a"), .all([text("b"), text("c")])])), text("d")]))
  }

  @Test func `a word in quotes is no joint, and a longer one never`() throws {
    #expect(
      try Query(parsing: #"a "or" order andy"#).root
        == .all([text("a"), text("or"), text("order"), text("andy")]))
  }

  @Test(arguments: [("re:(", 4), ("tag:(", 5), ("mesa tag:(a)", 10), ("re:)", 4)])
  func `a value that begins with a bracket is told to go in quotes`(
    query: String, column: Int
  ) throws {
    let error = #expect(throws: Query.SyntaxError.self) { try Query(parsing: query) }
    #expect(error?.column == column)
    #expect(error?.message.contains("in quotes") == true)
    #expect(throws: Query.SyntaxError(column: 2, message: "tag: needs a value")) {
      try Query(parsing: "(tag:)")
    }
  }

  // MARK: Signs

  @Test func `a star is any run, an underscore one sign, a backslash takes that away`() throws {
    #expect(
      try Query(parsing: #"d*g_ \*a\_"#).root
        == .all([
          .test(.text(QueryPattern([.text("d"), .run, .text("g"), .one]))), text("*a_"),
        ]))
  }

  @Test(arguments: [
    (#"\(a\)"#, "(a)"), (#"a\:b"#, "a:b"), (#"say\"so"#, "say\"so"), (#"\-a"#, "-a"),
    (#"\alpha"#, #"\alpha"#), (#"a\\b"#, #"a\b"#), (#""(a) b""#, "(a) b"), ("a-b", "a-b"),
  ])
  func `a backslash or quotes make a sign a sign`(query: String, meant: String) throws {
    #expect(try Query(parsing: query).root == text(meant))
  }

  // MARK: Terms

  @Test(arguments: [
    ("is:LEECH", Query.Test.state(.leech)), ("flag:3", .flag(3)), ("tag:none", .untagged),
    ("card:2", .template(1)), ("card:Reverse", .templateName(QueryPattern(literal: "Reverse"))),
    ("note:Basic", .noteType(QueryPattern(literal: "Basic"))),
    ("prop:ivl>=10", .property(.interval, .moreOrEqual, 10)),
    ("prop:d!=0.5", .property(.difficulty, .notEqual, 0.5)),
    ("prop:due=-1", .property(.due, .equal, -1)), ("rated:7", .rated(days: 7, nil)),
    ("rated:0", .rated(days: 1, nil)), ("rated:7:1", .rated(days: 7, .again)),
    ("prop:rated=-1", .ratedOn(.equal, day: -1, nil)),
    ("prop:rated>-3:4", .ratedOn(.more, day: -3, .easy)),
    ("introduced:30", .introduced(days: 30)), ("nc:café", .text(QueryPattern(literal: "café"))),
    (
      "front:dog",
      .field(
        name: QueryPattern(literal: "front"), QueryPattern(literal: "dog"),
        written: QueryPattern(literal: "front:dog"))
    ),
  ])
  func `a term is what it is in Anki`(query: String, test: Query.Test) throws {
    #expect(try Query(parsing: query).root == .test(test))
  }

  @Test func `an expression keeps its backslashes`() throws {
    #expect(
      try Query(parsing: #""re:(a|b)\d+\.""#).root
        == .test(.expression(SearchExpression(#"(a|b)\d+\."#))))
    #expect(
      try Query(parsing: #"front:re:^\w$"#).root
        == .test(
          .fieldExpression(name: QueryPattern(literal: "front"), SearchExpression(#"^\w$"#))))
  }

  @Test(arguments: [
    ("a \"b", 3), ("-", 1), ("x is:dew", 3), ("deck:", 1), ("\"", 1), ("a ()", 3), ("(a", 1),
    ("a b)", 4), ("or a", 1), ("a or", 3), ("a or or b", 6), ("a and", 3), ("x dupe:1,a", 3),
    ("added:3", 1), ("x flag:9", 3), ("prop:ease>2", 1), ("prop:ivl", 1), ("prop:ivl>x", 1),
    ("rated:x", 1), ("rated:1:9", 1), ("a re:[b", 3), ("nid:1", 1), ("deck:current", 1),
    ("prop:rated=1", 1), ("- a", 1), ("()", 1),
  ])
  func `an error points at its column`(text: String, column: Int) {
    do {
      let query = try Query(parsing: text)
      Issue.record("\(query)")
    } catch {
      #expect(error.column == column, "\(error.message)")
      #expect(!error.message.isEmpty)
    }
  }

  @Test func `brackets without end do not end the program`() {
    for sign in ["(", "-(", "\"x(", "re:(", "()", "a or "] {
      let text = String(repeating: sign, count: 20_000)
      #expect(throws: Query.SyntaxError.self) { try Query(parsing: text) }
    }
  }
}

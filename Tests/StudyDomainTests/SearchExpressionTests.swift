import StudyDomain
import Testing

@Suite struct SearchExpressionTests {
  private static let patterns = [
    "a", "ab", "a|b", "a*b", "(ab)+", "a?b", "^a", "b$", "^$", "a.b", "[abc]b", "[^a]b", "[a-c]+$",
    "a{2}", "a{2,}b", "(a|b){1,3}c", "\\w+ \\w", "\\d", "\\D\\s", "a+?b", "(?:a|bc)*c",
    "^(a|b)*$", "a\\.b", "[\\w.]+b", "(^a|b$)", "(a*)*b", "((a|b)*c)?", "",
    "(?s).b", "[^\\s]a", "x|", "\\x61b", "a(?i:B)c",
  ]

  /// By the engine of the standard library, which tests may use.
  @Test func `a text holds a match where another engine finds one`() throws {
    var random = SystemRandomNumberGenerator()
    var hits = 0
    for pattern in Self.patterns {
      let ours = try SearchExpression(pattern)
      let theirs = try Regex("(?i)" + pattern).anchorsMatchLineEndings(false)
        .wordBoundaryKind(.simple).matchingSemantics(.unicodeScalar)
      for _ in 0..<150 {
        let text = String(
          (0..<Int.random(in: 0...8, using: &random)).map { _ in
            Array("abcABc .1\nd]x")[Int.random(in: 0..<13, using: &random)]
          })
        let found = text.firstMatch(of: theirs) != nil
        if found { hits += 1 }
        #expect(ours.matches(text.unicodeScalars) == found, "\(pattern) in '\(text)'")
      }
    }
    #expect(hits > 1000)
  }

  @Test(arguments: [
    ("ä", "Ä", true), ("(?-i)a", "A", false), ("(?-i:a)b", "aB", true), ("(?-i:a)b", "Ab", false),
    ("[а-я]", "Ж", true), ("\\bé", "é", true), ("\\wb", "éb", true), ("\\ba", "1a", false),
    ("\\ba", "_a", false),
    ("a\\b", "ba.", true), ("\\Bb", "ab", true), ("\\Bb", "b", false), ("[]a]b", "]b", true),
    ("^\\b$", "", false), ("e\\b", "e\u{301}", false),
    ("\\d", "٣", true), (".", "\n", false), ("(?s:.)", "\n", true), ("(?m)^b", "a\nb", true),
    ("^b", "a\nb", false), ("(?<n>a)", "a", true), ("日.語", "日本語", true), ("a{,2}", "a{,2}", true),
  ])
  func `letters of all kinds have their capitals and borders`(
    pattern: String, text: String, isFound: Bool
  ) throws {
    #expect(try SearchExpression(pattern).matches(text.unicodeScalars) == isFound)
  }

  @Test(arguments: [
    "(", ")", "[a", "a**b(", "*", "\\", "(?", "(?<=a)b", "[z-a]", "a{3,2}", "a{9999}", "\\q",
    "(?=a)", "\\p{L}", "[[:alpha:]]", "(a{1000}){1000}", "\\xZZ",
  ])
  func `what is not understood is told`(pattern: String) {
    #expect(throws: SearchExpression.SyntaxError.self) { try SearchExpression(pattern) }
  }

  /// An engine that goes back and tries again would not come to an end.
  @Test func `a long text is read once whatever the expression`() throws {
    let expression = try SearchExpression("(a|a)*(a*)*(a+a+)+b")
    #expect(!expression.matches(String(repeating: "a", count: 20_000).unicodeScalars))
  }

  @Test func `texts that every match holds are known`() throws {
    #expect(
      try SearchExpression("^foo.*bar baz(qux|x)(end)+q?").requiredTexts
        == ["foo", "bar", "baz", "end"])
    #expect(try SearchExpression("abc|d").requiredTexts == [])
  }

  @Test func `a text that is escaped matches itself`() throws {
    for text in ["a.b*c", "[x](y){z}", "^$|\\+?#&-~", "日本 語", "+\u{301}*\u{308}"] {
      #expect(
        try SearchExpression("^\(SearchExpression.escaped(text))$").matches(text.unicodeScalars))
    }
  }
}

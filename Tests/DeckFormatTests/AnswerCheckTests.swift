import StudyDomain
import Testing

@testable import DeckFormat

@Suite struct AnswerCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var expected: String
    var typed: String
    var isRight: Bool
    var words: [String] = []
    var testDescription: String { "\(typed) for \(expected) \(words)" }
  }

  @Test(arguments: [
    // F11.
    Case(expected: "a\u{A0}b – c", typed: " a b - c ", isRight: true),
    Case(expected: "a\u{A0}b – c", typed: " a b - c ", isRight: false, words: ["exact"]),
    Case(expected: "a – b", typed: "a  –  b", isRight: true, words: ["exact"]),
    Case(expected: "caf\u{E9}", typed: "cafe\u{301}", isRight: true),
    Case(expected: "cafe\u{301}", typed: "caf\u{E9}", isRight: true, words: ["exact"]),
    Case(expected: "ﬁnal", typed: "final", isRight: true),
    Case(expected: "ＡＢＣ", typed: "ABC", isRight: true),
    Case(expected: "x² y", typed: "x2 y", isRight: true),
    Case(expected: "l’eau", typed: "l'eau", isRight: true),
    Case(expected: "„Wort“", typed: "\"Wort\"", isRight: true),
    Case(expected: "soft\u{AD}hyphen", typed: "softhyphen", isRight: true),
    Case(expected: "hablo", typed: "hablé", isRight: false),
    Case(expected: "Paris", typed: "paris", isRight: false),
    Case(expected: "Paris", typed: "paris", isRight: true, words: ["any_case"]),
    Case(expected: "ÉCOLE", typed: "école", isRight: true, words: ["any_case"]),
    Case(expected: "él habló", typed: "el hablo", isRight: false),
    Case(expected: "él habló", typed: "el hablo", isRight: true, words: ["any_accents"]),
    Case(expected: "peace; hello; goodbye", typed: "hello", isRight: true),
    Case(expected: "car / automobile", typed: "automobile", isRight: true),
    Case(expected: "and/or", typed: "or", isRight: false),
    Case(expected: "(to) speak", typed: "speak", isRight: true),
    Case(expected: "(to) speak", typed: "to speak", isRight: true),
    Case(expected: "(to) speak", typed: "(to) speak", isRight: true),
    Case(expected: "to ) speak (", typed: "speak", isRight: false),
    Case(expected: "x", typed: "", isRight: false),
    Case(expected: "(only)", typed: "", isRight: false),
  ])
  func `an answer is judged fairly`(_ one: Case) throws {
    let rule = try #require(TypedAnswerRule(words: one.words))
    let attempt = AnswerCheck(expected: one.expected, rule: rule).check(one.typed)
    #expect(attempt.isRight == one.isRight)
    // Outer blanks apart, nothing that was written is lost.
    if !attempt.isRight {
      let typed = attempt.typed.map(\.text).joined()
      #expect(typed.filter { !$0.isWhitespace } == one.typed.filter { !$0.isWhitespace })
    }
  }

  @Test func `the pieces that differ are told sign by sign`() {
    let attempt = AnswerCheck(expected: "n\u{303}andu\u{301} 👩‍🌾").check("nandú 👩‍🌾!")
    #expect(
      attempt.typed == [
        .init("n", agrees: false), .init("andú 👩‍🌾", agrees: true), .init("!", agrees: false),
      ])
    #expect(
      attempt.expected == [
        .init("n\u{303}", agrees: false), .init("andu\u{301} 👩‍🌾", agrees: true),
      ])
  }

  @Test func `of several answers the nearest is held against what was typed`() {
    let attempt = AnswerCheck(expected: "car; automobile").check("automobil")
    #expect(attempt.expected.map(\.text).joined() == "automobile")
  }

  @Test func `long texts are compared at their ends, in no time`() {
    let long = String(repeating: "abcdefghij", count: 5000)
    let attempt = AnswerCheck(expected: "x" + long + "y").check("x" + String(long.reversed()) + "y")
    #expect(!attempt.isRight)
    #expect(attempt.typed.first?.agrees == true && attempt.typed.last?.agrees == true)
  }

  @Test func `an unknown word is no rule`() {
    #expect(TypedAnswerRule(words: ["any_case", "loose"]) == nil)
    #expect(TypedAnswerRule(words: []) == TypedAnswerRule())
  }
}

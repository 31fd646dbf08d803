import DeckFormat
import StudyDomain
import Testing

@Suite struct FileRulesTests {
  @Test(arguments: [
    ("a.md", DeckFileRules.Kind.deck), ("x/b.markdown", .deck), ("A.MD", .deck), ("a.txt", .other),
    (".hidden.md", .other), (".deckle/a.md", .other), ("x/.git/a.md", .other), ("a.md~", .other),
    ("a.sync-conflict-20261130-1200.md", .conflictCopy), ("a.md.orig", .conflictCopy),
    ("a.orig", .other), (".md", .other), ("md", .other),
  ])
  func `names tell decks from other files`(path: String, kind: DeckFileRules.Kind) {
    #expect(DeckFileRules().kind(of: path) == kind)
  }

  struct Ignore: CustomTestStringConvertible, Sendable {
    var text: String
    var ignored: [String]
    var kept: [String]
    var testDescription: String { text.debugDescription }
  }

  static let ignores = [
    Ignore(text: "draft.md", ignored: ["draft.md", "x/draft.md"], kept: ["a-draft.md"]),
    Ignore(text: "/draft.md", ignored: ["draft.md"], kept: ["x/draft.md"]),
    Ignore(text: "old/", ignored: ["old/a.md", "x/old/b/c.md"], kept: ["old.md"]),
    Ignore(text: "a/b", ignored: ["a/b/c.md"], kept: ["x/a/b/c.md"]),
    Ignore(text: "a/**/z.md", ignored: ["a/z.md", "a/b/c/z.md"], kept: ["z.md", "b/a/z.md"]),
    Ignore(text: "a/**", ignored: ["a/x.md", "a/b/x.md"], kept: ["a.md"]),
    Ignore(text: "**/t.md", ignored: ["t.md", "a/b/t.md"], kept: ["at.md"]),
    Ignore(text: "*.md\n!keep.md", ignored: ["a.md"], kept: ["keep.md", "x/keep.md"]),
    Ignore(text: "x/\n!x/keep.md", ignored: ["x/keep.md"], kept: ["keep.md"]),
    Ignore(text: "x/*\n!x/keep.md", ignored: ["x/a.md"], kept: ["x/keep.md"]),
    Ignore(text: "# c\n\n\\#a.md\n\\!b.md", ignored: ["#a.md", "!b.md"], kept: ["c.md"]),
    Ignore(text: "[a-c]?.md\r\n", ignored: ["ab.md", "cü.md"], kept: ["d1.md", "a.md"]),
    Ignore(text: "[!a]*.md", ignored: ["b.md"], kept: ["a.md", "ab.md"]),
    Ignore(text: "a.md  ", ignored: ["a.md"], kept: ["b.md"]),
    Ignore(text: "a*b*c.md", ignored: ["abc.md", "axxbyyc.md"], kept: ["ab.md", "a/b/c.md"]),
  ]

  @Test(arguments: ignores) func `ignore files mean what they mean to git`(ignore: Ignore) {
    var rules = DeckFileRules()
    rules.addIgnoreFile(ignore.text, in: "")
    for path in ignore.ignored { #expect(rules.kind(of: path) == .other, "\(path)") }
    for path in ignore.kept { #expect(rules.kind(of: path) == .deck, "\(path)") }
  }

  @Test func `an inner ignore file decides over an outer one`() {
    var rules = DeckFileRules()
    rules.addIgnoreFile("*.md", in: "")
    rules.addIgnoreFile("!a.md", in: "x")
    #expect(rules.kind(of: "x/a.md") == .deck)
    #expect(rules.kind(of: "x/b.md") == .other)
    #expect(rules.kind(of: "y/a.md") == .other)
    rules.addIgnoreFile("z/", in: "")
    #expect(!rules.mayHoldDecks(folder: "z"))
    #expect(rules.mayHoldDecks(folder: "x"))
    #expect(!rules.mayHoldDecks(folder: ".obsidian"))
  }

  @Test func `a deck is named by its path`() {
    #expect(DeckFileRules.deckName(path: "Biology/Cells.md").text == "Biology::Cells")
    #expect(
      DeckFileRules.deckName(path: "Biology/c.markdown", override: "Cells").text == "Biology::Cells"
    )
    #expect(DeckFileRules.deckName(path: "x/c.md", override: "A::B").text == "A::B")
  }
}

import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct FlashcardManagerTests {
  let collection: TestCollection
  let desk: Desk

  init() throws {
    collection = try TestCollection([
      "lang/french.md": """
      ---
      tags: [french]
      ---
      # Verbs #verbs/irregular

      Q: être
      A: to be

      Q: aller
      A: to go

      # Food

      Q: le  café
      A: coffee

      """,
      "lang/german.md": "T: Straße\nD: street\n",
      "bio.md": "C: The [cell] has a\n[nucleus].\n",
    ])
    desk = try collection.open()
  }

  @Test(
    arguments: [
      ("", 7), ("deck:lang", 5), ("deck:LANG", 5), ("deck:lang::french", 3), ("deck:*man", 2),
      ("deck:lan", 0), ("-deck:lang", 2), ("tag:verbs", 2), ("tag:verbs/irregular", 2),
      ("tag:verbs::irregular", 2),
      ("tag:verb", 0), ("tag:french -tag:verbs", 1), ("is:new", 7), ("is:due", 0),
      ("deck:lang tag:french être", 1),
    ])
  func `a query finds so many cards`(query: String, count: Int) throws {
    #expect(try desk.find(query).count == count)
  }

  @Test(
    arguments: [
      ("etre", "être"), ("ÊTRE", "être"), ("Être", "être"), ("e\u{302}tre", "être"),
      ("\"le café\"", "le  café"), ("CAFE", "le  café"), ("strasse", "Straße"),
      ("\"to be\"", "être"), ("\"has a [nuc\"", "The [...] has a\n[nucleus]."),
    ])
  func `words are found whatever their capitals, accents and blanks`(words: String, front: String)
    throws
  {
    #expect(try desk.find(words).first.map(Self.plain) == Self.plain(front))
  }

  /// Gaps are drawn in ways that are no matter here.
  private static func plain(_ text: String) -> String {
    String(text.prefix { $0 != "[" })
  }

  @Test func `states are found by is`() throws {
    let (a, b) = (try desk.card("être"), try desk.card("aller"))
    try desk.flashcards.perform(.suspend, on: [a])
    try desk.flashcards.perform(.flag(2), on: [a])
    try desk.flashcards.perform(.bury, on: [b])
    try desk.flashcards.perform(.mark(true), on: [b])
    try desk.session.answer(card: try desk.card("café"), .good, milliseconds: 1)
    #expect(try desk.find("is:suspended") == ["être"])
    #expect(try desk.find("is:flagged") == ["être"])
    #expect(try desk.find("is:buried") == ["aller"])
    #expect(try desk.find("is:marked") == ["aller"])
    #expect(try desk.find("is:learn") == ["le  café"])
    #expect(try desk.find("is:due").isEmpty)
    collection.time.pass(minutes: 11)
    #expect(try desk.find("is:due") == ["le  café"])
  }

  @Test func `an action is written once for all cards, and not at all where it changes nothing`()
    throws
  {
    let cards = try desk.flashcards.cards(matching: Query(parsing: "deck:lang"))
    #expect(try desk.flashcards.perform(.suspend, on: cards) == 5)
    let lines = try collection.historyLines()
    #expect(lines.filter { $0.contains("\tsuspend\t") }.count == 5)
    #expect(lines.filter { $0.contains("\tcard\t") }.count == 5)
    #expect(try desk.flashcards.perform(.suspend, on: cards) == 0)
    #expect(try desk.flashcards.perform(.unbury, on: cards) == 0)
    #expect(try desk.flashcards.perform(.forget, on: cards) == 0)
    #expect(try collection.historyLines() == lines)
    try desk.flashcards.perform(.mark(true), on: cards)
    #expect(try collection.historyLines().filter { $0.contains("\tcard\t") }.count == 5)
    try desk.history.undo()
    #expect(try desk.find("is:marked").isEmpty)
    #expect(try desk.find("is:suspended").count == 5)
  }

  @Test func `a card is named by its key or the beginning of it`() throws {
    let card = try desk.card("être")
    let key = desk.key(card).text
    #expect(try desk.flashcards.card(named: key) == card)
    #expect(try desk.flashcards.card(named: String(key.prefix(14))) == card)
    #expect(try desk.flashcards.card(named: String(key.dropFirst(2).prefix(12))) == card)
    #expect(throws: CardNameError.unknown("ffff0000ffff")) {
      try desk.flashcards.card(named: "ffff0000ffff")
    }
    #expect(throws: CardNameError.unknown("")) { try desk.flashcards.card(named: "") }
    #expect(throws: CardNameError.unknown("1:ffffffffffffffff")) {
      try desk.flashcards.card(named: "1:ffffffffffffffff")
    }
    #expect(throws: CardNameError.ambiguous("1:", count: 7)) {
      try desk.flashcards.card(named: "1:")
    }
  }

  @Test func `all that is known of a card is told`() throws {
    let report = try desk.flashcards.details(ofCard: try desk.card("aller"))
    #expect(report.deck.text == "lang::french")
    #expect(report.kind == "basic")
    #expect(report.text.back == "to go")
    #expect(Set(report.tags) == ["french", "verbs/irregular"])
    #expect(report.context.contains("Verbs"))
    #expect(report.file == "lang/french.md" && report.line == 9)
    #expect(report.retrievability == nil && !report.isBuried)
  }

  @Test func `twelve hundred tags are no matter`() throws {
    let all = (0..<1200).map { "tag\($0)" }
    func deck(_ tags: [String]) -> String {
      "---\ntags: [\(tags.joined(separator: ", "))]\n---\nQ: a\nA: b\n"
    }
    let query = [0, 1, 600, 1198, 1199].map { "tag:tag\($0)" }.joined(separator: " ")
    try collection.write("many.md", deck(all))
    desk.library.reloadNow()
    #expect(try desk.find(query) == ["a"])
    try collection.write("many.md", deck(all.dropLast()))
    desk.library.reloadNow()
    #expect(try desk.find(query).isEmpty)
  }
}

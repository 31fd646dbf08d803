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

  @Test func `ids of cards are terms`() throws {
    let ids = [try desk.card("aller"), try desk.card("café")].map { desk.key($0).text }
    #expect(try desk.find(ids.joined(separator: " or ")) == ["aller", "le  café"])
    #expect(try desk.find("deck:lang -" + ids[0]).count == 4)
  }

  @Test(
    arguments: [
      ("etre or aller", 2), ("-(etre or aller)", 5), ("deck:lang (etre or strasse)", 3),
      ("deck:la*::fr_nch", 3), ("deck:la_g", 5), ("al*er", 1), ("a__er", 1), ("a_er", 0),
      ("front:aller", 1), ("front:all*", 1), ("front:alle", 0), ("FRONT:ÊTRE", 1),
      ("back:*to*", 2), ("fro*:_*", 5), ("front:", 0), ("extra:", 2), ("text:*nucleus*", 2),
      ("back:re:^to", 2), ("re:t.\\s+b", 1), ("\"re:(be|go)$\"", 2), ("w:to", 2), ("w:t", 0),
      ("w:nucl*", 2), ("nc:cafe", 1), ("tag:re:irr", 2), ("tag:none", 4), ("tag:ver*", 2),
      ("note:Basic", 3), ("note:\"Basic (and reversed card)\"", 2), ("note:Clo*", 2),
      ("card:1", 5), ("card:2", 2), ("card:cloze", 2), ("prop:reps=0", 7), ("prop:ivl>0", 0),
      ("prop:s>0", 0), ("rated:100", 0), ("introduced:100", 0), ("10:30", 0), ("x:to", 0),
      ("flag:0 is:new", 7), ("-flag:0", 0), ("*", 7), ("_*", 7),
    ])
  func `the language of Anki's searches finds so many cards`(query: String, count: Int) throws {
    let found = try desk.find(query)
    #expect(found.count == count, "\(found)")
  }

  @Test(
    arguments: [
      ("deck:nosuch", ["there is no deck 'nosuch' with cards"]),
      ("note:nosuch", ["no note is of the type 'nosuch'"]),
      ("tag:no* is:due", ["no note has the tag 'no*'"]),
      (
        "foo:bar or deck:nosuch",
        ["no note has a field 'foo'", "there is no deck 'nosuch' with cards"]
      ),
      ("front:bar", []), ("deck:lang is:due", []), ("-deck:bi_", []),
    ])
  func `names that nobody has are told`(query: String, sentences: [String]) throws {
    #expect(try desk.flashcards.unknownNames(in: Query(parsing: query)) == sentences)
  }

  @Test func `names are one name in all of Unicode's forms`() throws {
    let desk = try TestCollection([
      "Ca\u{66}e\u{301}.md": "---\ntags: [\u{e9}t\u{e9}]\n---\nQ: \u{304B}\u{3099}\nA: b\n"
    ]).open()
    for query in [
      "deck:Caf\u{e9}", "deck:cafe\u{301}", "tag:e\u{301}te\u{301}", "tag:\u{e9}t\u{e9}",
      "\u{304C}",
      "\u{304B}\u{3099}", "front:\u{304C}", "re:\u{304C}", "re:\u{304B}\u{3099}", "w:\u{304C}",
      "tag:re:\u{e9}", "tag:re:e\u{301}",
    ] {
      #expect(try desk.find(query).count == 1, "\(query)")
    }
    #expect(try desk.find("deck:Cafe") == [])
    #expect(try desk.find("tag:ete") == [])
  }

  @Test func `days of answers are found by rated and introduced`() throws {
    try collection.set("2026-12-01T10:00:00+01:00")
    try desk.session.answer(card: desk.card("aller"), .again, milliseconds: 10)
    try collection.set("2026-12-03T10:00:00+01:00")
    try desk.session.answer(card: desk.card("aller"), .good, milliseconds: 10)
    try desk.session.answer(card: desk.card("être"), .easy, milliseconds: 10)
    try collection.set("2026-12-04T10:00:00+01:00")
    for (query, count) in [
      ("rated:1", 0), ("rated:2", 2), ("rated:2:1", 0), ("rated:4:1", 1), ("rated:4:4", 1),
      ("introduced:2", 1), ("introduced:4", 2), ("introduced:1", 0), ("prop:rated=-1", 2),
      ("prop:rated=-3", 1), ("prop:rated<-1", 1), ("prop:rated=-1:4", 1), ("prop:rated=0", 0),
      ("prop:ivl>=1", 1), ("prop:due>0", 1), ("prop:s>0", 2), ("prop:d>=0", 2), ("prop:d>0", 1),
      ("prop:d>10", 0),
      ("prop:r>0.5", 2), ("prop:reps>1", 1),
    ] {
      let found = try desk.find(query)
      #expect(found.count == count, "\(query): \(found)")
    }
  }

  @Test func `what tables answer is asked before texts are read`() throws {
    // No card is flagged, so no text is folded.
    #expect(try desk.find("aller flag:3") == [])
    #expect(desk.flashcards.searchedDecks == 0)
    #expect(try desk.find("aller flag:0") == ["aller"])
    #expect(desk.flashcards.searchedDecks == 3)
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

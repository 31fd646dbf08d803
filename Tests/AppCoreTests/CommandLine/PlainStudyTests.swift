import StudyDomain
import TestSupport
import Testing

@testable import AppCore

/// Study by lines: what is typed goes in, what is said comes out.
@MainActor @Suite(.serialized) struct PlainStudyTests {
  /// Runs a session by a script; `said` is all that was printed.
  ///
  /// `before` is called with the number of each line (from 0) before it is read.
  private func study(
    _ home: TestHome, _ script: [String], deck: String? = nil, limit: Int? = nil,
    before: @escaping (Int) throws -> Void = { _ in }
  ) throws -> (count: Int, said: [String]) {
    var lines = script
    var said: [String] = []
    let plain = PlainStudy(
      try home.command(),
      readLine: {
        do { try before(script.count - lines.count) } catch { Issue.record(error) }
        return lines.isEmpty ? nil : lines.removeFirst()
      },
      print: { said.append($0) })
    let count = try plain.run(deck: deck, limit: limit)
    return (count, said)
  }

  @Test func `Enter shows the answer and a number grades`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let (count, said) = try study(home, ["", "4", "", "easy"])
    #expect(count == 2)
    #expect(said.last == "2 answered.")
    let order = ["question 1", "answer 1", "question 2", "answer 2"].map { said.firstIndex(of: $0) }
    #expect(
      order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
    #expect(try home.reviewCount == 2)
    #expect(said.contains("2 new, 0 learning, 0 due"))
  }

  @Test func `Enter again grades good, and a wrong word is asked again`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let (count, said) = try study(home, ["", "5", "what", ""])
    #expect(count == 1)
    #expect(said.filter { $0.hasPrefix("A grade is") }.count == 2)
    #expect(try home.historyLines().contains { $0.contains("\tgood\t") })
  }

  @Test func `the end of the input or q ends, before and after the answer`() throws {
    let home = try TestHome(["a.md": deck(1...3)])
    for script in [[], ["q"], [""], ["", "q"]] {
      let (count, said) = try study(home, script)
      #expect(count == 0 && said.last == "0 answered.")
    }
    #expect(!home.folder.has("cards/.deckle"))
  }

  @Test func `undo, bury and suspend act on the card`() throws {
    let home = try TestHome(["a.md": deck(1...4)])
    let (count, _) = try study(home, ["", "4", "u", "-", "@", "q"])
    #expect(count == 0)
    let interactor = try home.command()
    let buried = try interactor.cards(matching: Query(parsing: "is:buried"))
    let suspended = try interactor.cards(matching: Query(parsing: "is:suspended"))
    #expect(buried.map(\.text.front) == ["question 1"])
    #expect(suspended.map(\.text.front) == ["question 2"])
  }

  @Test func `undo with nothing to take back does not end the session`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let (count, _) = try study(home, ["u", "", "4"])
    #expect(count == 1)
  }

  @Test func `a deck and a limit are kept to`() throws {
    let home = try TestHome(["a.md": deck(1...5), "b.md": deck(6...9)])
    let (count, said) = try study(
      home, Array(repeating: ["", "4"], count: 9).flatMap { $0 }, deck: "b", limit: 2)
    #expect(count == 2)
    #expect(said.contains("question 6") && said.contains("question 7"))
    #expect(!said.contains("question 1") && !said.contains("question 8"))
  }

  @Test func `a grade that nothing could keep is said, and the card is asked again`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    // A file where the folder of the history belongs: nobody can write there, root included.
    let (count, said) = try study(home, ["", "4", "4", "", "4"]) { line in
      if line == 1 { try home.write(".deckle", "in the way") }
      if line == 2 { try home.folder.remove("cards/.deckle") }
    }
    #expect(count == 2)
    #expect(said.filter { $0.contains("the card stays") }.count == 1)
    #expect(said.filter { $0 == "question 1" }.count == 1, "its answer stays shown")
    #expect(try home.reviewCount == 2)
  }

  @Test func `when even the journal fails the card is asked again, and the input may end`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    home.environment["XDG_STATE_HOME"] = "\(home.folder.path)/state"
    let (count, said) = try study(home, ["", "4", "", "3", "3"]) { line in
      if line == 3 {
        try home.folder.rename("state", to: "elsewhere")
        try home.folder.write("state", "in the way")
      }
    }
    #expect(count == 1)
    #expect(said.filter { $0.contains("the card stays") }.count == 2)
    #expect(said.last == "1 answered.")
    #expect(try home.reviewCount == 1)
  }

  @Test func `answers that only the journal could take are said once and counted once`() throws {
    let home = try TestHome(["a.md": deck(1...4)])
    let script = Array(repeating: ["", "4"], count: 4).flatMap { $0 }
    let (count, said) = try study(home, script) { line in
      if line == 3 { try home.folder.rename("cards/.deckle", to: "unplugged") }
      if line == 7 { try home.folder.rename("unplugged", to: "cards/.deckle") }
    }
    #expect(count == 4)
    #expect(said.filter { $0.contains("kept in the journal") }.count == 1)
    #expect(try home.reviewCount == 4)
    #expect(try home.command().dueReport().newToday == 4)
  }

  @Test func `undo at the grades with nothing to undo says so and asks again`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let (count, said) = try study(home, ["", "u", "4"])
    #expect(count == 1)
    #expect(said.contains { $0.contains("nothing left to undo") })
  }

  @Test func `a card whose file changed while it was asked comes with its new text`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let (count, said) = try study(home, ["u", "", "4", "", "4"]) { line in
      if line == 0 {
        try home.write("a.md", deck(1...2).replacing("question 1", with: "other words 1"))
      }
    }
    #expect(count == 2)
    #expect(said.contains("other words 1"))
    #expect(said.contains { $0.contains("edited outside") })
  }

  // MARK: Answers that are typed or chosen

  @Test func `a typed answer is judged, and Enter takes what it suggests`() throws {
    let home = try TestHome(["a.md": "<!-- ask: type -->\n\nQ: to speak\nA: hablo\n"])
    let (count, said) = try study(home, ["hablé", "", "q"])
    #expect(count == 1)
    #expect(said.contains("Not right: habl[é]") && said.contains("Expected:  habl[o]"))
    #expect(try home.historyLines().contains { $0.contains("\tagain\t") })
  }

  @Test func `commands of a typed card have a colon, so that u can be typed`() throws {
    let home = try TestHome(["a.md": "<!-- ask: type -->\n\nQ: letter\nA: u\n"])
    let (count, said) = try study(home, ["u", "3", ":q"])
    #expect(count == 1 && said.contains("Right."))
  }

  @Test func `options are chosen, and items put in order, by their numbers`() throws {
    let home = try TestHome([
      "a.md": "Q: primes\nA:\n- [x] 2\n- [ ] 4\n\n<!-- ask: order -->\n\nQ: order\nA:\n"
        + "1. one\n2. two\n3. three\n"
    ])
    var said: [String] = []
    let plain = PlainStudy(
      try home.command(),
      readLine: {
        let shown = said.suffix(while: { !$0.isEmpty })
        guard let ask = said.last else { return nil }
        func number(_ text: String) -> Substring {
          shown.last { $0.hasSuffix(" \(text)") }?.prefix(1) ?? "?"
        }
        if ask.hasPrefix("The number of") { return String(number("2")) }
        if ask.hasPrefix("Their numbers") {
          return "\(number("one")) \(number("two")) \(number("three"))"
        }
        return "4"
      }, print: { said.append($0) })
    let count = try plain.run(deck: nil, limit: nil)
    #expect(count == 2)
    #expect(said.count { $0 == "Right." } == 2)
  }

  @Test func `items are told one by one`() throws {
    let home = try TestHome(["a.md": "<!-- ask: items -->\n\nQ: colours\nA:\n- red\n- blue\n"])
    let (count, said) = try study(home, ["", "", "4"])
    #expect(count == 1)
    #expect(
      said.contains("- red") && said.contains("1 of 2; Enter tells the next; u undoes, q ends."))
  }

  @Test func `a query is crammed, and nothing comes of it`() throws {
    let home = try TestHome(["a.md": deck(1...3)])
    var lines = ["", "1", "", "3", "", "3", "", "3"]
    var said: [String] = []
    let plain = PlainStudy(
      try home.command(), readLine: { lines.isEmpty ? nil : lines.removeFirst() },
      print: { said.append($0) })
    let count = try plain.run(
      CustomStudy(.query(try Query(parsing: "question"), text: "question"), mode: .cram))
    #expect(count == 4 && said.contains("Practice only."))
    #expect(try home.command().dueReport().new == 3)
  }
}

extension [String] {
  fileprivate func suffix(while holds: (String) -> Bool) -> ArraySlice<String> {
    var start = endIndex
    while start > startIndex, holds(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}

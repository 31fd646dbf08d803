import StudyDomain
import Testing

/// Reading the options of a deck as people and events write them.
@Suite struct DeckOptionsTests {
  @Test func `every option is described once, and its default is what it says`() throws {
    #expect(Set(DeckOptions.names).count == DeckOptions.names.count)
    #expect(DeckOptions.names.count == 21)
    for description in DeckOptions.descriptions where description.name != "preset" {
      var options = DeckOptions()
      try options.set(description.name, to: .text(description.standard))
      #expect(options == DeckOptions(), "\(description.name)")
      if let text = options.text(of: description.name) {
        #expect(text == description.standard, "\(description.name)")
      }
      #expect(!description.explanation.isEmpty)
    }
  }

  @Test(arguments: [
    ("new_per_day", "7"), ("reviews_per_day", "0"), ("desired_retention", "0.85"),
    ("parameters", (1...19).map { "\($0).5" }.joined(separator: " ")),
    ("learning_steps", "45s 10m 2h 1d"), ("relearning_steps", ""), ("maximum_interval", "365"),
    ("fuzz", "false"), ("bury_siblings", "reviews"), ("new_order", "random"),
    ("review_order", "relative_overdueness"), ("new_mix", "after"), ("leech_threshold", "0"),
    ("leech_action", "suspend"), ("ask", "type"), ("html", "true"), ("obsidian", "true"),
    ("tags", "a b::c"), ("pinned", "true"), ("priority", "-3"),
  ])
  func `a value reads back as it was written`(_ name: String, _ text: String) throws {
    var options = DeckOptions()
    try options.set(name, to: .text(text))
    #expect(options != DeckOptions())
    #expect(options.text(of: name) == text)
  }

  @Test func `steps are lists or one text, with units or as plain minutes`() throws {
    for value: OptionValue in [
      .list(["1m", "10m", "1h", "1d"]), .text("1m 10m 1h 1d"), .text("[1m, 10m, 1h, 1d]"),
      .text("1,10,60,1440"), .list(["60s", " 10 ", "1h", "24h"]),
    ] {
      var options = DeckOptions()
      try options.set("learning_steps", to: value)
      #expect(options.learningSteps == [60, 600, 3600, 86_400], "\(value)")
    }
    var options = DeckOptions()
    try options.set("learning_steps", to: .text("0.5 1.5m"))
    #expect(options.learningSteps == [30, 90])
    for empty: OptionValue in [.list([]), .text(""), .text("[]"), .text("none")] {
      try options.set("relearning_steps", to: empty)
      #expect(options.relearningSteps.isEmpty)
    }
  }

  @Test func `booleans are words of both kinds`() throws {
    var options = DeckOptions()
    for (word, expected) in [
      ("no", false), ("yes", true), ("OFF", false), ("on", true), ("False", false), ("true", true),
    ] {
      try options.set("fuzz", to: .text(word))
      #expect(options.usesFuzz == expected, "\(word)")
    }
  }

  @Test func `retention is a share or per cent`() throws {
    var options = DeckOptions()
    try options.set("desired_retention", to: .text("85 %"))
    #expect(options.desiredRetention == 0.85)
    try options.set("desired_retention", to: .text("0.99"))
    #expect(options.desiredRetention == 0.99)
  }

  @Test(arguments: [
    ("new_per_day", "-1"), ("new_per_day", "many"), ("new_per_day", "2.5"),
    ("new_per_day", "99999999999999999999"), ("reviews_per_day", ""),
    ("desired_retention", "0.69"), ("desired_retention", "1"), ("desired_retention", "nan"),
    ("desired_retention", "90"), ("parameters", "1 2 3"), ("parameters", "inf"),
    ("learning_steps", "1m soon"), ("learning_steps", "0"), ("learning_steps", "-5m"),
    ("learning_steps", "366d"), ("learning_steps", "1e300d"), ("maximum_interval", "0"),
    ("maximum_interval", "36501"), ("fuzz", "maybe"), ("bury_siblings", "some"),
    ("new_order", "Deck"), ("review_order", "due then deck"), ("new_mix", ""),
    ("leech_threshold", "-8"), ("leech_action", "shout"), ("easy_days", "someday"),
    ("ask", "shout"), ("html", "1"), ("pinned", "2"), ("priority", "high"),
    ("exam_date", "2027-02-29"), ("exam_date", "30.6.2027"), ("preset", " "),
  ])
  func `a wrong value is refused and changes nothing`(_ name: String, _ text: String) {
    var options = DeckOptions()
    let error = #expect(throws: OptionError.self) { try options.set(name, to: .text(text)) }
    #expect(options == DeckOptions())
    guard case .badValue(name, text, let expected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!expected.isEmpty)
  }

  @Test func `an unknown name is an error that names it`() {
    var options = DeckOptions()
    #expect(throws: OptionError.unknown(name: "news_per_day")) {
      try options.set("news_per_day", to: .text("1"))
    }
    #expect(options.text(of: "news_per_day") == nil)
  }

  @Test func `the error says what would be right`() {
    var options = DeckOptions()
    #expect(
      throws: OptionError.badValue(
        name: "leech_action", value: "shout", expected: "one of: tag suspend")
    ) {
      try options.set("leech_action", to: .text("shout"))
    }
    #expect(
      throws: OptionError.badValue(
        name: "new_per_day", value: "x", expected: "a whole number from 0 up")
    ) {
      try options.set("new_per_day", to: .text("x"))
    }
  }

  @Test func `easy days and exam dates are read for those who keep them`() throws {
    #expect(try DeckOptions.easyDays(.text("sat, Sunday")) == [5, 6])
    #expect(try DeckOptions.easyDays(.list(["mon"])) == [0])
    #expect(try DeckOptions.easyDays(.text("none")).isEmpty)
    #expect(
      try DeckOptions.examDate(.text("2028-02-29")) == CivilDate(year: 2028, month: 2, day: 29))
    #expect(try DeckOptions.examDate(.text("none")) == nil)
  }

  @Test func `false stands for none where none is a choice`() throws {
    var options = DeckOptions()
    try options.set("bury_siblings", to: .text("false"))
    #expect(options.burySiblings == .none)
  }
}

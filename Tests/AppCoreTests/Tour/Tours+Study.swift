import Screens
import StudyDomain
import TerminalUI

@testable import AppCore

extension Tour {
  private static let wide =
    "| " + String(repeating: "wide ", count: 60) + "| b |\n|---|---|\n| c | d |\n"

  static let study: [Tour] = [
    Tour(
      title: "Study: grades", files: ["geo.md": deck(1...9)], start: .study("geo", limit: nil),
      way: [.arrival("question 1")],
      stops: [
        Stop(.showAnswer, .shows("answer 1")),
        Stop(
          .gradeEasy, .writes("\treview\t"),
          then: .arrival("question 2"), Leg(" ", sees: "answer 2")),
        Stop(
          .gradeGood, .writes("\treview\t"),
          then: .arrival("question 3"), Leg(" ", sees: "answer 3")),
        Stop(
          .gradeHard, .writes("\treview\t"),
          then: .arrival("question 4"), Leg(" ", sees: "answer 4")),
        Stop(.gradeAgain, .writes("\treview\t"), then: .arrival("question 5")),
        Stop(.previousCard, .shows("question 4"), then: Leg("p", sees: "question 5")),
      ]),
    Tour(
      title: "Study: cards aside", files: ["geo.md": deck(1...9)],
      start: .study("geo", limit: nil), way: [.arrival("question 1")],
      stops: [
        Stop(.mark, .writes("\tmark\t")),
        Stop(.flag, .changesPicture, then: Leg("3")),
        Stop(.buryCard, .writes("\tbury\t"), then: .arrival("question 2")),
        Stop(.buryNote, .writes("\tbury\t"), then: .arrival("question 3")),
        Stop(.suspendCard, .writes("\tsuspend\t"), then: .arrival("question 4")),
        Stop(.suspendNote, .writes("\tsuspend\t"), then: .arrival("question 5")),
        Stop(.moreNew, .writes("\tlimit\tgeo\t")),
        Stop(.editInEditor, .runs("vim")),
      ]),
    Tour(
      title: "Study: wide answers", files: ["wide.md": "Q: question 1\nA:\n\(wide)"],
      start: .study("wide", limit: nil),
      way: [.arrival("question 1"), Leg(" ", sees: "wide")],
      stops: [
        Stop(.scrollRight, .changesPicture),
        Stop(.scrollLeft, .changesPicture),
      ]),
    Tour(
      title: "Study: hints", files: ["gaps.md": "C: {{c1::one::hinted}} and {{c2::two}}\n"],
      start: .study("gaps", limit: nil), way: [.arrival("and")],
      stops: [Stop(.hint, .shows("hinted"))]),
    Tour(
      title: "Study: siblings",
      files: ["gaps.md": "C: {{c1::one}} and {{c2::two}}\n\n---\n\nQ: question 1\nA: a\n"],
      start: .study("gaps", limit: nil), way: [.arrival("and")],
      stops: [Stop(.siblings, .changesPicture)]),
  ]

  static let summary: [Tour] = [
    Tour(
      title: "Summary: more new", files: ["geo.md": "---\nnew_per_day: 1\n---\n" + deck(1...30)],
      start: .study("geo", limit: nil),
      way: [.arrival("question 1"), Leg(" ", sees: "answer 1"), Leg("4", sees: "done")],
      stops: [
        Stop(.summaryMoreNew, .writes("\tlimit\tgeo\t"), then: .arrival("question 2"))
      ]),
    Tour(
      title: "Summary: going on beyond the limit", files: ["geo.md": deck(1...3)],
      start: .study("geo", limit: 1),
      way: [.arrival("question 1"), Leg(" ", sees: "answer 1"), Leg("4", sees: "done")],
      stops: [Stop(.goOn, .shows("question 2"))]),
    Tour(
      title: "Summary: failed again",
      files: ["geo.md": "---\nlearning_steps: [2d]\n---\n" + deck(1...1)],
      start: .study("geo", limit: nil),
      way: [.arrival("question 1"), Leg(" ", sees: "answer 1"), Leg("1", sees: "done")],
      stops: [Stop(.failedAgain, .shows("question 1"))]),
    Tour(
      title: "Summary: steps ahead",
      files: ["geo.md": "---\nlearning_steps: [2h]\n---\n" + deck(1...2)],
      start: .study("geo", limit: 1), prepare: failTheFirst,
      way: [.arrival("question 2"), Leg(" ", sees: "answer 2"), Leg("4", sees: "done")],
      stops: [Stop(.studyAhead, .shows("question 1"))]),
    Tour(
      title: "Summary: siblings", files: ["gaps.md": "C: {{c1::one}} and {{c2::two}}\n"],
      start: .study("gaps", limit: nil),
      way: [.arrival("and"), Leg(" ", sees: "one"), Leg("4", sees: "done")],
      stops: [Stop(.summarySiblings, .shows("and"))]),
  ]

  @MainActor private static func failTheFirst(_ home: TestHome) throws {
    let command = try home.command()
    let cards = try command.cards(matching: Query(parsing: "\"question 1\""))
    _ = try command.grade(cards[0].key.text, .again, seconds: 1)
  }
}

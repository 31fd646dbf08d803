import Screens
import StudyDomain
import TerminalUI
import TestSupport

@testable import AppCore

extension Tour {
  private static let typed = "<!-- ask: type -->\n\nQ: question 1\nA: hablo\n"
  private static let order =
    "<!-- ask: order -->\n\nQ: question 1\nA:\n1. one\n2. two\n3. three\n"
  private static let choice = "Q: question 1\nA:\n- [x] one\n- [ ] two\n"

  /// Answers that are typed or chosen, and sessions that a person puts together.
  static let forms: [Tour] = [
    Tour(
      title: "Study: typed", files: ["geo.md": typed], start: .study("geo", limit: nil),
      way: [.arrival("question 1")],
      stops: [
        Stop(.checkForm, .shows("hablo")),
        Stop(.typeAgain, .hides("hablo")),
        Stop(.leaveForm, .changesPicture),
        Stop(.toggleForms, .changesPicture),
      ]),
    Tour(
      title: "Study: chosen", files: ["geo.md": choice], start: .study("geo", limit: nil),
      way: [.arrival("question 1")], stops: [Stop(.tick, .changesPicture)]),
    Tour(
      title: "Study: put in order", files: ["geo.md": order], start: .study("geo", limit: nil),
      way: [.arrival("question 1")],
      stops: [Stop(.itemDown, .changesPicture), Stop(.itemUp, .changesPicture)]),
    Tour(
      title: "Study: tools",
      files: [
        "cell.png": "x", "a.mp3": "x", "geo.md": "Q: word ![](cell.png) [sound:a.mp3]\nA: b\n",
      ],
      start: .study("geo", limit: nil),
      prepare: {
        try $0.folder.write(
          ".config/deckle/config.yaml",
          "viewer: /bin/true\nplayer: /bin/true --quiet\nlook_up: /bin/echo\n")
      }, way: [.arrival("word")],
      stops: [
        Stop(.viewMedia, .runs("/bin/true")),
        Stop(.lookUp, .runs("/bin/echo")),
        Stop(.replay, .shows("playing")),
        Stop(.copyCard, .shows("copied")),
      ]),
    Tour(
      title: "Custom session", files: ["geo.md": deck(1...4), "way.md": deck(11...12)],
      way: [.arrival("geo")],
      stops: [
        Stop(.customStudy, .shows("practice"), then: Leg("j")),
        Stop(.nextCustomValue, .changesPicture),
        Stop(.previousCustomValue, .changesPicture),
        Stop(.openCustomRow, .changesPicture, then: Leg("h")),
        Stop(.customCards, .shows("Cards"), then: Leg(.escape, sees: "practice")),
        Stop(.beginCustom, .shows("CRAM")),
      ]),
  ]
}

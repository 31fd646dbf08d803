import AnkiExchange
import DeckFormat
import Foundation
import Markup
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// What cards of packages show here, against what Anki shows, both without layout.
@MainActor @Suite struct ShownTextTests {
  @Test(arguments: PackageFixture.all)
  func `a card shows the words that it shows in Anki`(fixture: PackageFixture) async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(fixture.path)
    for value in try fixture.expected()["cards"]?.arrayValue ?? [] {
      let card = try #require(value.objectValue)
      guard let id = card["id"]?.integerValue, let number = try desk.card(ofAnki: id),
        let question = card["question_text"]?.stringValue,
        let answer = card["answer_text"]?.stringValue
      else { continue }
      let text = try desk.library.content(ofCard: number).text
      let front = Self.words(MarkupDocument(markdown: text.front).plainText)
      let back = Self.words(MarkupDocument(markdown: text.back).plainText)
      let place = "\(fixture.name) card \(id) \(card["template"]?.stringValue ?? "")"
      if front != Self.words(question) {
        print("DIFFQ \(place)\n  \(front)\n  \(Self.words(question))")
      }
      if back != Self.words(answer), front + back != Self.words(answer) {
        print("DIFFA \(place)\n  \(back)\n  \(Self.words(answer))")
      }
    }
  }

  /// Letters, digits and marks alone.
  private static func words(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.precomposedStringWithCanonicalMapping.unicodeScalars.filter {
          CharacterSet.alphanumerics.contains($0)
        }))
  }
}

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
    var different: [Int64] = []
    for value in try fixture.expected()["cards"]?.arrayValue ?? [] {
      let card = try #require(value.objectValue)
      guard let id = card["id"]?.integerValue, let number = try desk.card(ofAnki: id),
        let question = card["question_text"]?.stringValue,
        let answer = card["answer_text"]?.stringValue
      else { continue }
      let text = try desk.library.content(ofCard: number).text
      let front = Self.words(MarkupDocument(markdown: text.front).plainText)
      let back = Self.words(MarkupDocument(markdown: text.back).plainText)
      // An answer stands below its question here, whether the template repeats it or not.
      let isSame =
        front == Self.words(question)
        && [back, front + back].contains(Self.words(answer))
      if !isSame { different.append(id - 1_741_000_000_000) }
    }
    let stem = String(fixture.name.prefix { $0 != "." })
    let known = Self.differences[stem, default: []].flatMap(\.cards)
    #expect(different.sorted() == known.sorted())
  }

  /// Cards by the end of their id, and why they show something else here.
  private static let differences: [String: [(why: String, cards: [Int64])]] = [
    "02_legacy2_media": [
      ("Anki's text cuts a tag at a > in quotes", [25_002_000, 25_003_000]),
      ("the address of a remote picture is not shown", [25_008_000, 25_009_000]),
    ],
    "03_latest_media": [
      ("Anki's text cuts a tag at a > in quotes", [35_002_000, 35_003_000]),
      ("the address of a remote picture is not shown", [35_008_000, 35_009_000]),
    ],
    "06_reversed_typed": [
      (
        "what is to be typed is the answer here; Anki's text leaves it out",
        [65_006_000, 65_007_000, 65_008_000, 65_010_000, 65_011_000, 65_012_000]
      )
    ],
    "07_cloze": [
      ("a deletion with the number 0 is text", [75_012_000]),
      ("sections by number, and a second field with deletions", [75_031_000, 75_032_000]),
    ],
    "08_templates": [
      (
        "filters of furigana, hints, and names of deck and card",
        [85_003_000, 85_004_000, 85_005_000, 85_006_000, 85_007_000, 85_008_000]
      ),
      (
        "comments, other braces and broken templates",
        [85_009_000, 85_010_000, 85_011_000, 85_015_000, 85_016_000, 85_017_000, 85_018_000]
          + [85_019_000, 85_020_000, 85_021_000, 85_022_000, 85_023_000]
      ),
    ],
    "14_image_occlusion": [
      (
        "the region is told in words",
        [45_000_000, 45_001_000, 45_002_000, 45_003_000, 45_004_000].map { 100_000_000 + $0 }
      )
    ],
    "16_html_math": [
      ("a list has its numbers", [165_001_000]),
      ("Anki's text leaves entities as they are where one is broken", [165_002_000]),
      ("broken HTML is mended as in a browser", [165_008_000]),
      ("formulas stand without the signs around them", [165_014_000]),
    ],
  ]

  /// Letters, digits and marks alone; of pictures and sounds their names.
  private static func words(_ text: String) -> String {
    let plain = text.replacing("[picture: ", with: "[").replacing("[sound: ", with: "[")
      .precomposedStringWithCompatibilityMapping
    return String(
      String.UnicodeScalarView(
        plain.unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }))
  }
}

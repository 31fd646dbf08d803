import Markup
import StudyDomain
import TerminalUI

/// The cards of a note below each other, fronts and backs as they will be asked.
struct PreviewPicture {
  /// What a picture is made of; the same contents give the same picture.
  struct Contents: Equatable {
    var cards: [CardText]
    var width: Int
  }

  let contents: Contents
  let rows: [StyledLine]

  /// More cards than anyone looks at are not laid out.
  private static let most = 30

  init(_ contents: Contents) {
    self.contents = contents
    var rows: [StyledLine] = []
    for (place, card) in contents.cards.prefix(Self.most).enumerated() {
      if place > 0 { rows.append(StyledLine()) }
      let title =
        contents.cards.count > 1 ? "── card \(place + 1) of \(contents.cards.count) " : "── card "
      rows.append(Self.rule(title, width: contents.width))
      rows += Self.lines(of: card.front, width: contents.width)
      rows.append(Self.rule("╌", width: min(contents.width, 12), fill: "╌"))
      rows += Self.lines(of: card.back, width: contents.width)
    }
    if contents.cards.count > Self.most {
      rows.append(
        StyledLine([StyledRun("… and \(contents.cards.count - Self.most) more", Style(.dim))]))
    }
    self.rows = rows
  }

  private static func rule(_ title: String, width: Int, fill: Character = "─") -> StyledLine {
    let rest = max(0, width - PortableText.width(of: title))
    return StyledLine([
      StyledRun(
        PortableText.truncate(title, to: width) + String(repeating: fill, count: rest),
        Style(.rule), isDecoration: true)
    ])
  }

  private static func lines(of text: String, width: Int) -> [StyledLine] {
    MarkupLayout(MarkupDocument(markdown: text), width: max(1, width)).lines
  }
}

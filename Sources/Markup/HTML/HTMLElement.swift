/// What a tag of HTML becomes before the parser sees it: one of a few elements that matter here.
struct HTMLElement: Hashable {
  enum Role {
    /// Looks that HTML carries on into the next block.
    case formatting
    case inline
    case block
    /// Closes its like in the same list.
    case item
    case table, row, cell
    /// Groups of rows.
    case rows
    case void
    /// Not shown, and neither is what is in it.
    case hidden
  }

  var name: String
  var role: Role

  /// The element for a tag, in lower case; nil when only its content is shown.
  static func of(_ tag: String) -> HTMLElement? { all[tag] }

  /// Whether an end tag of something inline does not reach beyond it.
  var isSpecial: Bool {
    switch role {
    case .formatting, .inline, .void, .hidden: false
    default: true
    }
  }

  /// Whether no end tag but that of a table reaches beyond it.
  var isTableBarrier: Bool { role == .table || role == .cell }

  private static let all: [String: HTMLElement] = {
    var all: [String: HTMLElement] = [:]
    for (role, words) in table {
      for word in words.split(separator: " ") {
        let parts = word.split(separator: "=")
        if let tag = parts.first, let name = parts.last {
          all[String(tag)] = HTMLElement(name: String(name), role: role)
        }
      }
    }
    return all
  }()

  /// Tags, and behind `=` the element that they become when it has another name.
  private static let table: [(Role, String)] = [
    (
      .formatting,
      """
      b strong=b i em=i cite=i var=i dfn=i u ins=u s del=s strike=s code kbd=code samp=code tt=code a
      """
    ),
    (
      .inline,
      """
      span font=span small=span big=span mark=span q=span abbr=span acronym=span bdi=span bdo=span \
      label=span output=span time=span data=span nobr=span blink=span marquee=span button=span \
      sub sup ruby rb rt rtc rp
      """
    ),
    (
      .block,
      """
      p div address=div article=div aside=div body=div center=div dialog=div dir=div dl=div \
      fieldset=div figcaption=div figure=div footer=div form=div header=div hgroup=div html=div \
      legend=div main=div menu=ul nav=div search=div section=div ul ol h1 h2 h3 h4 h5 h6 pre \
      listing=pre xmp=pre blockquote details summary
      """
    ),
    (.item, "li dt dd"), (.table, "table"), (.rows, "thead tbody tfoot"), (.row, "tr"),
    (.cell, "td th caption"),
    (.void, "br hr img image=img wbr audio=img video=img source=img embed=img object=img"),
    (.hidden, "script style template iframe svg title noframes noembed"),
  ]
}

import Testing

@testable import Screens

struct ClozeKeyTests {
  /// `|` is the cursor.
  @Test(arguments: [
    ("The capital of Kenya is Nai|robi.", "The capital of Kenya is {{c1::Nairobi}}|."),
    ("{{c1::Kenya}} has Nairobi|", "{{c1::Kenya}} has {{c2::Nairobi}}|"),
    ("New |", "New {{c1::|}}"),
    ("{{c1::New}}| York", "{{c1::New York}}|"),
    ("{{c1::a}} {{c2::b|}}", "{{c1::a}} {{c1::b|}}"),
    ("{{c1::a}} {{c1::b|}}", "{{c1::a}} {{c2::b|}}"),
    ("{{c1::on|e}}", "{{c1::on|e}}"),
  ])
  func `the key hides a word, extends, and numbers`(_ before: String, _ after: String) {
    let cursor = before.prefix { $0 != "|" }.count
    let new = ClozeKey.press(before.replacing("|", with: ""), cursor: cursor)
    var characters = Array(new.text)
    characters.insert("|", at: new.cursor)
    #expect(String(characters) == after)
  }
}

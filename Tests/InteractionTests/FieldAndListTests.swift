import Interaction
import Testing

@Suite struct FieldAndListTests {
  private func list(_ movements: [Movement], count: Int = 3) -> FieldAndList {
    var list = FieldAndList()
    list.selection.fit(count: count, windowHeight: 2)
    for movement in movements { list.apply(movement, count: count) }
    return list
  }

  @Test func `the arrows go from the field into the list and back`() {
    #expect(!list([]).isInList)
    #expect(list([.down]).isInList)
    #expect(list([.down]).selection.index == 0)
    #expect(list([.down, .down]).selection.index == 1)
    #expect(!list([.down, .down, .up, .up]).isInList)
    #expect(!list([.down], count: 0).isInList)
  }

  @Test func `what is typed begins the list anew`() {
    var list = list([.down, .down, .down])
    list.goToField()
    #expect(!list.isInList && list.selection.index == 2)
    list.restart()
    #expect(list == FieldAndList())
  }

  @Test(
    arguments: [
      ("", ["abc", "abd"], "ab"), ("AB", ["abc", "abd"], nil), ("A", ["abc", "abd"], "ab"),
      ("x", ["abc"], nil), ("a", [], nil), ("abc", ["abc"], nil),
    ] as [(String, [String], String?)])
  func `a text is completed as far as all names agree`(
    typed: String, names: [String], completion: String?
  ) {
    #expect(FieldAndList().completion(of: typed, from: names) == completion)
  }

  @Test func `in the list the selected name is meant`() {
    #expect(list([.down, .down]).completion(of: "a", from: ["abc", "abd", "axe"]) == "abd")
  }
}

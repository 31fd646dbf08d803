import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct BrowseManagerTests {
  let collection: TestCollection

  init() throws {
    collection = try TestCollection(["a.md": deck(1...2)])
  }

  private func manager(_ desk: Desk) -> BrowseManager {
    BrowseManager(index: desk.index, stateFolder: collection.stateFolder)
  }

  @Test func `searches are kept in the collection, replaced, taken away and undone`() throws {
    let desk = try collection.open()
    let browse = manager(desk)
    let odd = SavedSearch(name: "tab\tand \\ 日本", query: "deck:\"a b\"")
    #expect(try browse.save(SavedSearch(name: "zwei", query: "is:due")))
    #expect(try browse.save(odd))
    #expect(try browse.save(SavedSearch(name: "Eins", query: "")))
    #expect(try !browse.save(SavedSearch(name: "Eins", query: "")))
    #expect(browse.searches.map(\.name) == ["Eins", odd.name, "zwei"])
    #expect(try browse.save(SavedSearch(name: "zwei", query: "is:new")))
    #expect(try browse.removeSearch("Eins"))
    #expect(try !browse.removeSearch("Eins"))
    // Another start, and another machine, read the same.
    let again = manager(try collection.open(state: collection.stateFolder + "2"))
    #expect(again.searches == [odd, SavedSearch(name: "zwei", query: "is:new")])
    try desk.history.undo()
    try desk.history.undo()
    #expect(browse.searches.map(\.query) == ["", odd.query, "is:due"])
    #expect(desk.index.problems.isEmpty)
  }

  @Test func `the layout stays on this machine`() throws {
    let desk = try collection.open()
    let browse = manager(desk)
    #expect(browse.layout == CardLayout())
    let layout = CardLayout(
      columns: [.question, .tags, .lapses], order: CardOrder(.lapses, isDescending: true))
    browse.setLayout(layout)
    #expect(manager(desk).layout == layout)
    browse.setLayout(CardLayout(order: CardOrder(isDescending: true)))
    #expect(manager(desk).layout.order == CardOrder(isDescending: true))
    try collection.folder.write("state/browse", "columns due due nonsense question\nsort\nx\n")
    #expect(manager(desk).layout == CardLayout(columns: [.question, .due]))
  }
}

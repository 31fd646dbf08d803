import TerminalUI
import Testing

@testable import Screens

@Suite struct KeyCatalogueTests {
  @Test func `no key has two meanings on one screen`() {
    for scope in ScreenName.allCases.map(KeyBinding.Scope.screen) + [.global] {
      let keys = KeyCatalogue.standard.bindings.filter { $0.scope == scope }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(scope)")
    }
  }

  @Test func `every action has a key`() {
    let bound = Set(KeyCatalogue.standard.bindings.filter { !$0.keys.isEmpty }.map(\.action))
    #expect(bound == Set(Action.allCases))
  }

  @Test func `every key is read from its name`() {
    for key in KeyCatalogue.standard.bindings.flatMap(\.keys) {
      #expect(Key(name: key.name) == key)
    }
  }

  @Test func `an override takes the place of the keys`() {
    let (catalogue, complaints) = KeyCatalogue.standard.applying(
      overrides: ["study.good": ["3", "x"]])
    #expect(complaints.isEmpty)
    #expect(catalogue.table(for: .study).action(for: .character("x")) == .gradeGood)
  }

  @Test(arguments: [["study.nothing": ["x"]], ["study.good": ["Hyper-X"]], ["study.good": ["4"]]])
  func `a bad override is said and changes nothing`(overrides: [String: [String]]) {
    let (catalogue, complaints) = KeyCatalogue.standard.applying(overrides: overrides)
    #expect(complaints.count == 1)
    #expect(catalogue == .standard)
  }

  @Test func `two actions change keys with each other`() {
    let (catalogue, complaints) = KeyCatalogue.standard.applying(
      overrides: ["study.good": ["4"], "study.easy": ["3"]])
    #expect(complaints.isEmpty)
    let table = catalogue.table(for: .study)
    #expect(table.action(for: .character("3")) == .gradeEasy)
    #expect(table.action(for: .character("4")) == .gradeGood)
  }

  @Test func `a key given twice is complained of with both actions`() {
    let (catalogue, complaints) = KeyCatalogue.standard.applying(
      overrides: ["study.good": ["x"], "study.easy": ["x"]])
    #expect(catalogue == .standard)
    #expect(complaints.map(\.actions) == [["study.good", "study.easy"]])
    #expect(complaints.first?.notice.text == "keys: x is given to study.good and study.easy")
  }

  @Test func `a usual key that comes back is not given twice either`() {
    // Hard and good want x and keep 2 and 3; easy was given 3.
    let (catalogue, _) = KeyCatalogue.standard.applying(
      overrides: ["study.hard": ["x"], "study.good": ["x"], "study.easy": ["3"]])
    #expect(catalogue == .standard)
  }

  @Test func `letters of a Cyrillic layout act`() {
    #expect(KeyCatalogue.standard.table(for: .study).action(for: .character("й")) == .back)
  }
}

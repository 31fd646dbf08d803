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
    let (catalogue, notices) = KeyCatalogue.standard.applying(overrides: ["study.good": ["3", "x"]])
    #expect(notices.isEmpty)
    #expect(catalogue.table(for: .study).action(for: .character("x")) == .gradeGood)
  }

  @Test(arguments: [["study.nothing": ["x"]], ["study.good": ["Hyper-X"]], ["study.good": ["4"]]])
  func `a bad override is said and changes nothing`(overrides: [String: [String]]) {
    let (catalogue, notices) = KeyCatalogue.standard.applying(overrides: overrides)
    #expect(notices.count == 1)
    #expect(catalogue == .standard)
  }

  @Test func `letters of a Cyrillic layout act`() {
    #expect(KeyCatalogue.standard.table(for: .study).action(for: .character("й")) == .back)
  }
}

import Foundation
import Testing

/// The shape of a screen: its ViewModel decides and never draws, its interactor is narrow.
@Suite struct ScreenShapeTests {
  let tree: SourceTree

  init() throws {
    tree = try SourceTree()
  }

  @Test func `no ViewModel sees the terminal`() throws {
    let viewModels = try tree.files(of: "Screens").filter { $0.path.hasSuffix("ViewModel.swift") }
    #expect(viewModels.count >= 5)
    for file in viewModels {
      let seen = SourceTree.imports(file.text).intersection(["TerminalUI", "NCursesDriver"])
      #expect(seen.isEmpty, "\(file.path) imports \(seen)")
      #expect(!file.text.contains("Canvas"), "\(file.path) draws")
    }
  }

  @Test func `every member of an interactor is used by its screen`() throws {
    let files = try tree.files(of: "Screens")
    let interactors = files.filter { $0.path.hasSuffix("Interactor.swift") }
    #expect(interactors.count >= 5)
    for interactor in interactors {
      let folder = interactor.path.split(separator: "/").dropLast().joined(separator: "/")
      let screen = files.filter { $0.path.hasPrefix(folder + "/") && $0.path != interactor.path }
        .map(\.text).joined()
      for member in members(of: interactor.text) {
        #expect(
          screen.contains("interactor.\(member)"),
          "\(interactor.path): nobody asks for \(member)")
      }
    }
  }

  @Test func `an interactor stays narrow`() throws {
    for file in try tree.files(of: "Screens") where file.path.hasSuffix("Interactor.swift") {
      #expect(members(of: file.text).count <= 9, "\(file.path) asks for too much")
    }
  }

  @Test func `one CoreInteractor satisfies every interactor`() throws {
    let protocols = try tree.files(of: "Screens").flatMap { file in
      file.text.matches(of: /public protocol (\w+Interactor)\b/).map { String($0.1) }
    }
    let core = try tree.files(of: "AppCore").map(\.text).joined()
    for name in protocols {
      #expect(
        core.contains("extension CoreInteractor: \(name)"), "CoreInteractor lacks \(name)")
    }
  }

  private func members(of text: String) -> [String] {
    text.matches(of: /(?m)^  (?:var|func) (\w+)/).map { String($0.1) }
  }
}

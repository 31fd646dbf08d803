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

  @Test func `every member that a screen may ask for is asked for`() throws {
    let files = try tree.files(of: "Screens")
    let everything = files.map(\.text).joined()
    let protocols = files.flatMap { Self.protocols(in: $0.text) }
    #expect(protocols.filter { $0.name.hasSuffix("Interactor") }.count >= 5)
    for found in protocols
    where found.name.hasSuffix("Interactor") || found.name.hasSuffix("Router") {
      let holder = found.name.hasSuffix("Router") ? "router" : "interactor"
      let folder =
        files.first { $0.text.contains("protocol \(found.name)") }?.path
        .split(separator: "/").dropLast().joined(separator: "/") ?? ""
      // What lies in Shared serves every screen.
      let screen =
        folder.hasSuffix("Shared")
        ? everything
        : files.filter { $0.path.hasPrefix(folder + "/") }.map(\.text).joined()
      for member in found.members {
        #expect(
          screen.contains("\(holder).\(member)") ? true : false,
          "\(found.name): nobody asks for \(member)")
      }
    }
  }

  @Test func `an interactor stays narrow`() throws {
    for file in try tree.files(of: "Screens") {
      for found in Self.protocols(in: file.text) where found.name.hasSuffix("Interactor") {
        #expect(found.members.count <= 6, "\(found.name) asks for too much")
      }
    }
  }

  @Test func `one CoreInteractor satisfies every interactor`() throws {
    let protocols = try tree.files(of: "Screens").flatMap { file in
      file.text.matches(of: /public protocol (\w+Interactor)\b/).map { String($0.1) }
    }
    let core = try tree.files(of: "AppCore").map(\.text).joined()
    // The first start has no collection yet that a CoreInteractor could stand on: see
    // Documentation/decisions/0006.
    for name in protocols where name != "OnboardingInteractor" {
      #expect(
        core.contains("extension CoreInteractor: \(name)") ? true : false,
        "CoreInteractor lacks \(name)")
    }
  }

  /// The protocols of a file with the names of their members.
  private static func protocols(in text: String) -> [(name: String, members: [String])] {
    text.matches(of: /(?ms)^@MainActor public protocol (\w+)[^{]*\{(.*?)^\}/).map { match in
      let members = match.2.matches(of: /(?m)^  (?:var|func) (\w+)/).map { String($0.1) }
      return (String(match.1), members)
    }
  }
}

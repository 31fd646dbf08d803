import Foundation
import Screens
import TestSupport
import Testing

/// The README's parts that come from the screens.
@Suite struct KeyPaperTests {
  @Test func `the README lists the keys as they are`() throws {
    var lines = ["| action | keys | what it does |", "|---|---|---|"]
    var scope: KeyBinding.Scope?
    for binding in KeyCatalogue.standard.bindings {
      if binding.scope != scope {
        scope = binding.scope
        lines.append("| **\(Self.title(of: binding.scope))** | | |")
      }
      let keys = binding.keys.map { "`\($0.name)`" }.joined(separator: " ")
        .replacingOccurrences(of: "|", with: "\\|")
      lines.append("| \(binding.action.rawValue) | \(keys) | \(binding.help) |")
    }
    let text = lines.joined(separator: "\n")
    #expect(try PaperSection("keys", in: "README.md").difference(from: text) == nil)
  }

  private static func title(of scope: KeyBinding.Scope) -> String {
    switch scope {
    case .screen(let name): name.title
    case .global: "Everywhere"
    }
  }

  @Test func `the README shows a screen as the snapshot has it`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Snapshots/Study/answer.80x24.txt")
    let snapshot = try String(contentsOf: file, encoding: .utf8)
    let rows = snapshot.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix("|") && $0.hasSuffix("|") }
      .map { row in
        var text = String(row.dropFirst().dropLast())
        while text.last == " " { text.removeLast() }
        return text
      }
    let text = (["```"] + rows + ["```"]).joined(separator: "\n")
    #expect(try PaperSection("screen", in: "README.md").difference(from: text) == nil)
  }
}

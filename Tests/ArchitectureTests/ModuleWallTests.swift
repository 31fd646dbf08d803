import Foundation
import Testing

/// Modules import only what `Package.swift` lists for them, and the papers say the same.
@Suite struct ModuleWallTests {
  let tree: SourceTree

  init() throws {
    tree = try SourceTree()
  }

  @Test func `the manifest is understood`() {
    #expect(tree.dependencies.count >= 14)
    #expect(tree.dependencies["Screens"]?.contains("TerminalUI") == true)
    #expect(tree.dependencies["deckle"]?.contains("NCursesDriver") == true)
  }

  @Test func `a module imports only its direct dependencies`() throws {
    let ours = Set(tree.dependencies.keys).union([
      "CNCurses", "CMD4C", "CYAML", "CXXHash", "CUTF8Proc", "CSQLite", "CMiniZip", "CZstd",
      "CSystem", "BundledResources",
    ])
    for (module, allowed) in tree.dependencies {
      for file in try tree.files(of: module) {
        let strangers = SourceTree.imports(file.text).intersection(ours).subtracting(allowed)
        #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
      }
    }
  }

  @Test func `every declared dependency is used`() throws {
    for (module, declared) in tree.dependencies {
      let used = try tree.files(of: module).reduce(into: Set<String>()) {
        $0.formUnion(SourceTree.imports($1.text))
      }
      let idle = declared.subtracting(used)
      #expect(idle.isEmpty, "\(module) lists \(idle.sorted()) and never imports it")
    }
  }

  @Test func `Foundation stays out of the program`() throws {
    for module in tree.dependencies.keys {
      for file in try tree.files(of: module) {
        for name in ["Foundation", "FoundationEssentials"] {
          #expect(!SourceTree.imports(file.text).contains(name), "\(file.path)")
        }
      }
    }
  }

  @Test func `ARCHITECTURE lists each module with its dependencies`() throws {
    let paper = try String(
      contentsOf: tree.root.appending(path: "Documentation/ARCHITECTURE.md"), encoding: .utf8)
    var listed: [String: Set<String>] = [:]
    for match in paper.matches(of: /(?m)^\| `(\w+)` \|[^|]*\|([^|]*)\|$/) {
      listed[String(match.1)] = Set(match.2.matches(of: /`(\w+)`/).map { String($0.1) })
    }
    for (module, declared) in tree.dependencies {
      #expect(listed[module] == declared, "\(module) in Documentation/ARCHITECTURE.md")
    }
  }
}

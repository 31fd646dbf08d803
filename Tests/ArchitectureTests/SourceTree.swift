import Foundation

/// The sources of the package, read as text.
struct SourceTree {
  let root: URL
  /// Target name to its direct dependencies, from `Package.swift`.
  let dependencies: [String: Set<String>]

  init() throws {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    dependencies = try Self.declaredDependencies(
      String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8))
  }

  /// Reads `module("Name", ["A", "B"])` and the executable target.
  static func declaredDependencies(_ manifest: String) throws -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    let flat = manifest.replacing(/\s+/, with: " ")
    for match in flat.matches(of: /module\( ?"(\w+)"(?:, ?\[([^\]]*)\])? ?\)/) {
      result[String(match.1)] = Set(quoted(String(match.2 ?? "")))
    }
    for match in flat.matches(
      of: /executableTarget\( ?name: "(\w+)", dependencies: \[([^\]]*)\]/)
    {
      result[String(match.1)] = Set(quoted(String(match.2)))
    }
    return result
  }

  private static func quoted(_ list: String) -> [String] {
    list.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The Swift files below a folder of `Sources`, with their text.
  func files(of module: String) throws -> [(path: String, text: String)] {
    let folder = root.appending(path: "Sources/\(module)")
    guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    var result: [(String, String)] = []
    for case let url as URL in walk where url.pathExtension == "swift" {
      result.append(
        (
          url.path.replacingOccurrences(of: root.path + "/", with: ""),
          try String(contentsOf: url, encoding: .utf8)
        ))
    }
    return result
  }

  /// The modules that a file imports.
  static func imports(_ text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^(?:@\w+ )*(?:public |internal |package |private )?import (\w+)/)
        .map { String($0.1) })
  }
}

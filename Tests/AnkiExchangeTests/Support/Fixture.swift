import Foundation
import Testing

@testable import AnkiExchange

/// The packages in the folder Fixtures, with what the engine of Anki makes of them.
struct Fixture: CustomTestStringConvertible, Sendable {
  let name: String
  let path: String

  var testDescription: String { name }

  static let folder = Bundle.module.resourcePath.map { "\($0)/Fixtures" } ?? ""

  /// Every package, in the order of names.
  static let packages: [Fixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".apkg") || $0.hasSuffix(".colpkg") }.sorted()
      .map { Fixture(name: $0, path: "\(folder)/\($0)") }
  }()

  static func named(_ name: String) -> Fixture {
    Fixture(name: name, path: "\(folder)/\(name)")
  }

  func expected() throws -> JSONValue {
    let stem = name.prefix { $0 != "." }
    let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(stem).expected.json"))
    return try JSONReader.read(Array(data))
  }
}

extension JSONValue {
  subscript(_ key: String) -> JSONValue? {
    objectValue?[key]
  }

  func list(_ key: String) -> [JSONValue] {
    self[key]?.arrayValue ?? []
  }

  func text(_ key: String) -> String? {
    self[key]?.stringValue
  }

  func integer(_ key: String) -> Int64? {
    self[key]?.integerValue
  }

  func double(_ key: String) -> Double? {
    self[key]?.doubleValue
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

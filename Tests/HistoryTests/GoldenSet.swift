import Foundation
import StudyDomain
import Testing

@testable import History

/// A folder of history files with the state that they mean.
struct GoldenSet: CustomTestStringConvertible, Sendable {
  var name: String
  var files: [(name: String, bytes: [UInt8])]
  var living: [CardKey]
  var expected: String

  var testDescription: String { name }

  init(folder: URL) throws {
    name = folder.lastPathComponent
    files = []
    for url in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted(by: { $0.path < $1.path }) where url.pathExtension == "tsv" {
      files.append((url.lastPathComponent, Array(try Data(contentsOf: url))))
    }
    living = try String(
      contentsOf: folder.appendingPathComponent("living.txt"), encoding: .utf8
    ).split(separator: "\n").compactMap { CardKey(text: $0) }
    expected = try String(
      contentsOf: folder.appendingPathComponent("expected.json"), encoding: .utf8)
  }

  static let fixtures = Bundle.module.bundleURL.appendingPathComponent("Fixtures")

  /// The sets that are kept as fixtures; the suite checks that there are ten.
  static let all: [GoldenSet] = (1...10).compactMap {
    try? GoldenSet(folder: fixtures.appendingPathComponent("golden/\($0 < 10 ? "0" : "")\($0)"))
  }

  func replayed(_ rules: any MemoryRules = WholeNumberRules()) -> History {
    replay(files.map(\.bytes), living: living, rules: rules)
  }

  /// All lines of all files, without line ends.
  var lines: [[UInt8]] {
    files.flatMap { lines(of: $0.bytes) }
  }

  private func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 10, omittingEmptySubsequences: true).map {
      $0.last == 13 ? Array($0.dropLast()) : Array($0)
    }
  }
}

/// A replay of whole files.
func replay(
  _ files: [[UInt8]], living: [CardKey]?, rules: any MemoryRules = WholeNumberRules()
) -> History {
  let reader = HistoryReader(expectedBytes: files.reduce(0) { $0 + $1.count })
  for (number, file) in files.enumerated() {
    reader.beginFile(named: "file \(number)")
    file.withUnsafeBytes { reader.read($0) }
    reader.endFile()
  }
  let history = History(reader, living: living)
  history.fold(with: RuleBook(rules))
  return history
}

func replay(
  lines: [[UInt8]], living: [CardKey]?, rules: any MemoryRules = WholeNumberRules()
) -> History {
  replay([Array(lines.joined(separator: [10]))], living: living, rules: rules)
}

extension History {
  /// Appends whole lines as a file would bring them.
  @discardableResult
  func append(lines: some Sequence<[UInt8]>) -> AppendReport {
    let bytes = Array(lines.map { $0 + [10] }.joined())
    return bytes.withUnsafeBytes { append($0, file: "appended") }
  }
}

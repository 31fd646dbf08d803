import Glibc
import StudyDomain

@testable import AnkiExchange

/// Packages and what is in them.
let packageTargets = [
  FuzzTarget(name: "zip") { bytes in
    readingFile(bytes) { path in
      let package = try AnkiPackage.open(path, scratchFolder: "/tmp", limits: fuzzLimits)
      _ = try package.collection().withoutScheduling()
      for file in package.media { try package.readMedium(file) { _ in } }
    }
  },
  FuzzTarget(name: "protobuf") { bytes in
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 6 {
    case 0:
      _ = try? AnkiPreset(id: 1, name: "a", modified: 0, message: rest, schema: 18)
    case 1:
      _ = try? AnkiDeck(id: 1, storedName: "a\u{1F}b", modified: 0, common: rest, kind: [])
    case 2:
      _ = try? AnkiDeck(id: 1, storedName: "a", modified: 0, common: [], kind: rest)
    case 3: _ = try? AnkiNoteType(id: 1, name: "a", modified: 0, message: rest)
    case 4: _ = try? AnkiField(name: "a", message: rest)
    default: _ = try? AnkiTemplate(name: "a", modified: 0, message: rest)
    }
  },
  FuzzTarget(name: "media-map") { bytes in
    // An archive without members: all that a map names is missing.
    let end: [UInt8] = [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18)
    readingFile(end) { path in
      let zip = try ZipReader(path)
      var log = RepairLog()
      let isJSON = (bytes.first ?? 0) % 2 == 0
      let map = Array(bytes.dropFirst())
      _ = try isJSON ? MediaMap.json(map, zip, &log) : MediaMap.protobuf(map, zip, &log)
    }
  },
  FuzzTarget(name: "json") { bytes in
    guard let value = try? JSONReader.read(bytes) else { return }
    let written = JSONWriter.bytes(of: value)
    guard let again = try? JSONReader.read(written) else {
      fatalError("what was written cannot be read")
    }
    always(JSONWriter.bytes(of: again) == written, "written twice it is another text")
  },
  FuzzTarget(name: "csv") { bytes in
    guard let table = try? TextTable(reading: bytes, path: "a.csv") else { return }
    let mapping = TextMapping(finding: table)
    for row in mapping.preview(of: table, limit: 50) {
      always(row.fields.count <= 1000, "a row has \(row.fields.count) fields")
    }
  },
  FuzzTarget(name: "templates") { bytes in
    let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    func part(_ number: Int) -> String { number < parts.count ? parts[number] : "" }
    for isCloze in [false, true] {
      let card = TemplateCard(
        noteType: "Basic", isCloze: isCloze,
        fields: [.init("Front", part(2)), .init("Back", part(3)), .init("Text", part(2))],
        tags: ["a", "b::c"], question: part(0), answer: part(1))
      _ = card.rendered()
    }
    _ = AnkiText.stripped(part(2), keepsMediaNames: true)
  },
]

/// Little, so that an input is quick.
private let fuzzLimits: AnkiLimits = {
  var limits = AnkiLimits()
  limits.databaseBytes = 1 << 22
  return limits
}()

/// Hands the bytes over as a file; errors are what a reader may end with.
private func readingFile(_ bytes: [UInt8], _ read: (String) throws -> Void) {
  let path = "/tmp/deckle-fuzz-\(getpid())"
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard descriptor >= 0 else { fatalError("no scratch file") }
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
  try? read(path)
  unlink(path)
}

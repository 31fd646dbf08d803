import Foundation
import Glibc
import TestSupport
import Testing

/// What commands do with a standard output that takes nothing, and with names that would break it.
@Suite(.serialized) struct CommandOutputTests {
  private static let strange = "two\nlines\tand\u{1B}[31m"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("cards/\(Self.strange).md", "Q: question\nA: answer\n\nQ: other\nA: answer\n")
    try folder.write("cards/broken.md", "Q: x\n\n```\nnever closed\n")
    try folder.write("words.csv", "a,b\nc,d\n")
  }

  private enum Sink: Sendable, CaseIterable {
    case full, closedPipe, closed
  }

  private struct Outcome {
    var status: Int32
    var output = ""
    var errors: String
  }

  private func run(_ words: [String], into sink: Sink? = nil) throws -> Outcome {
    let program = try #require(HostileDeck.program, "build the program: swift build")
    let output = Pipe()
    let errors = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The shell opens, or closes, what Process cannot.
    let redirection =
      switch sink {
      case .full: " >/dev/full"
      case .closed: " >&-"
      case .closedPipe, nil: ""
      }
    process.arguments =
      ["-c", "exec \"$0\" \"$@\"" + redirection, program, "--collection", "\(folder.path)/cards"]
      + words
    process.environment = [
      "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config",
      "XDG_STATE_HOME": "\(folder.path)/state", "XDG_CACHE_HOME": "\(folder.path)/cache",
      "TZ": "UTC", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    if sink == .closedPipe { try output.fileHandleForReading.close() }
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    let printed = sink == nil ? output.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }

  private static let commands = [
    ["help"], ["version"], ["due"], ["due", "--json"], ["decks"], ["decks", "--json"], ["cards"],
    ["cards", "--count"], ["check"], ["history"], ["history", "--json"], ["undo", "--list"],
    ["study", "--plain"], ["suspend", "deck:*"], ["unsuspend", "deck:*"], ["undo"],
    ["import", "--dry-run", "WORDS"], ["export", "--force", "EXPORT"], ["init", "NEW"],
    ["help", "cards"],
  ]

  @Test(arguments: Sink.allCases)
  private func `output that cannot be written is a failure, and said unless nobody reads`(
    sink: Sink
  ) throws {
    _ = try run(["flag", "1", "question"])
    for command in Self.commands {
      let words = command.map { word in
        switch word {
        case "WORDS": "\(folder.path)/words.csv"
        case "EXPORT": "\(folder.path)/export.txt"
        case "NEW": "\(folder.path)/new"
        default: word
        }
      }
      let outcome = try run(words, into: sink)
      let isSilent = sink == .closedPipe
      // The sample has a problem, which the status of check says whoever reads.
      let status: Int32 = isSilent && command != ["check"] ? 141 : 1
      #expect(outcome.status == status, "\(command) \(outcome)")
      #expect(
        outcome.errors.contains("the output could not be written: ") != isSilent,
        "\(command) \(outcome)")
    }
  }

  @Test func `nothing of the output comes into a file when the output is closed`() throws {
    for _ in 0..<2 { _ = try run(["flag", "2", "question"], into: .closed) }
    let files = folder.files(in: "cards/.deckle/history", suffix: ".tsv")
    let lines = try files.flatMap { try folder.read($0).split(separator: "\n") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("\t.") }, "\(lines)")
  }

  @Test(arguments: [
    ["decks"], ["cards"], ["cards", "question"], ["check"], ["undo", "--list"], ["history"],
    ["import", "--dry-run", "--into", "two\nlines\tand\u{1B}[31m", "WORDS"],
  ])
  func `a name stays on its line`(command: [String]) throws {
    _ = try run(["flag", "1", "question"])
    let words = command.map { $0 == "WORDS" ? "\(folder.path)/words.csv" : $0 }
    let outcome = try run(words)
    #expect(!outcome.output.isEmpty)
    let bad = (outcome.output + outcome.errors).unicodeScalars.filter {
      $0.value < 32 && $0 != "\n" && $0 != "\t"
    }
    #expect(bad.isEmpty)
    #expect(!outcome.output.contains("two\nlines") && !outcome.errors.contains("two\nlines"))
    if command == ["decks"] {
      #expect(outcome.output.contains("\ttwo\\nlines\\tand\u{FFFD}[31m\n"), "\(outcome.output)")
    }
  }

  @Test func `a name in a failure stays on its line`() throws {
    let outcome = try run(["study", "--plain", "no\nsuch\u{7}deck"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("deckle: there is no deck 'no\\nsuch\u{FFFD}deck'\n"))
  }
}

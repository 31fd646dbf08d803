import FileStorage
import Foundation
import StudyDomain
import Testing

@Suite struct EditorCommandTests {
  @Test(arguments: [
    ("vim", ["vim", "+3", "f"]), ("/usr/bin/nvim -p", ["/usr/bin/nvim", "-p", "+3", "f"]),
    ("code --wait", ["code", "--wait", "-g", "f:3"]), ("hx", ["hx", "f:3"]),
    ("kate", ["kate", "--line", "3", "f"]), ("mate -w", ["mate", "-w", "-l", "3", "f"]),
    ("my-editor", ["my-editor", "f"]),
    (
      "'my editor' \"a \\\"b\\n\" c\\ d ''",
      ["my editor", "a \"b\\n", "c d", "", "f"]
    ),
  ])
  func `the line is said as the editor wants it`(text: String, words: [String]) {
    #expect(EditorCommand(setting: text, environment: [:]).arguments(file: "f", line: 3) == words)
  }

  @Test func `the setting comes before VISUAL and EDITOR, and blanks count as nothing`() {
    let environment = ["VISUAL": " ", "EDITOR": "nano -w"]
    #expect(EditorCommand(setting: nil, environment: environment).words == ["nano", "-w"])
    #expect(EditorCommand(setting: "'open", environment: environment).words == ["nano", "-w"])
    #expect(
      EditorCommand(setting: nil, environment: [:]).arguments(file: "f", line: nil)
        == ["vi", "f"])
  }
}

@Suite struct RotatingLogTests {
  @Test func `lines are kept in three files and quoted`() throws {
    let bench = try Bench()
    let path = bench.root + "/log"
    let one = RotatingLog(path: path, limit: 200)
    let two = RotatingLog(path: path, limit: 200)
    for index in 0..<40 {
      (index % 2 == 0 ? one : two).write(time: "t", event: "e\(index)", ["a": "b \"c\"\u{1b}"])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.root).sorted()
    #expect(names == ["cards", "log", "log.1", "log.2"])
    let lines = try ["log.2", "log.1", "log"].flatMap {
      String(decoding: try bench.bytes(bench.root + "/" + $0), as: UTF8.self)
        .split(separator: "\n")
    }
    #expect(lines.last == "t e39 a=\"b \\\"c\\\"\\x1b\"")
    #expect(
      lines.count > 10
        && lines.suffix(3).map { $0.split(separator: " ")[1] }
          == ["e37", "e38", "e39"]
    )
    for name in ["log", "log.1", "log.2"] {
      #expect(try bench.bytes(bench.root + "/" + name).count <= 200)
    }
  }
}

@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
struct ZoneFinderTests {
  @Test(arguments: [
    "Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin",
    "CET-1CEST,M3.5.0,M10.5.0/3",
  ])
  func `a zone is found by each of its names`(name: String) throws {
    let zone = try ZoneFinder().zone(named: name)
    #expect(zone.offsetSeconds(at: Timestamp(seconds: 1_784_000_000)) == 7200)
    #expect(ZoneFinder().current(tz: name).problem == nil)
  }

  @Test(arguments: ["Europe/Atlantis", "../../../etc/passwd", "/etc/passwd", "Europe", "CEST"])
  func `a bad name is an error and UTC`(name: String) {
    let (zone, problem) = ZoneFinder().current(tz: name)
    #expect(zone == .utc)
    #expect(problem?.message.contains("set timezone") == true)
  }

  @Test func `without TZ the system's zone counts`() throws {
    let bench = try Bench()
    let link = bench.root + "/localtime"
    #expect(ZoneFinder(localTimePath: link).current(tz: nil).zone == .utc)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo")
    let (zone, problem) = ZoneFinder(localTimePath: link).current(tz: nil)
    #expect(zone.name == "Asia/Tokyo" && problem == nil)
    #expect(zone.offsetSeconds(at: Timestamp(seconds: 0)) == 32_400)
    #expect(ZoneFinder(localTimePath: link).current(tz: "").zone == .utc)
    #expect(
      try ZoneFinder(directory: "/usr/share/zoneinfo/Asia").zone(named: "Tokyo")
        .offsetSeconds(at: Timestamp(seconds: 0)) == 32_400)
  }
}

@Suite struct BackgroundProgramTests {
  @Test func `a program reads what it is given, in the environment it is given`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "deckle-\(UUID()).txt").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let shell = try #require(
      BackgroundProgram.path(of: "sh", environment: ["PATH": "nowhere:/usr/bin:/bin"]))
    try BackgroundProgram.start(
      [shell, "-c", "cat > \"$OUT\"; printf '|%s' \"$0\" >> \"$OUT\"", "one word; $x"],
      environment: ["OUT": file, "PATH": "/usr/bin:/bin"], input: Array("text".utf8))
    for _ in 0..<200 {
      if (try? String(contentsOfFile: file, encoding: .utf8)) == "text|one word; $x" { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the program wrote nothing")
  }

  @Test func `a program that is not there is no path, and does not start`() {
    #expect(BackgroundProgram.path(of: "no-such-program", environment: [:]) == nil)
    #expect(BackgroundProgram.path(of: "/no/such/program", environment: [:]) == nil)
    #expect(throws: FileStorageError.self) {
      try BackgroundProgram.start(["/no/such/program"], environment: [:])
    }
  }
}

import Glibc
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct SettingsManagerTests {
  private func manager(_ folder: TemporaryFolder, _ text: String?) throws -> SettingsManager {
    if let text { try folder.write("config/config.yaml", text) }
    let path = "\(folder.path)/config/config.yaml"
    return SettingsManager(
      path: path, user: SettingsManager.read(path), collectionPath: "\(folder.path)/s.yaml")
  }

  @Test func `a setting is written on its line, and undo gives the file back`() throws {
    let folder = try TemporaryFolder()
    let text = "# my machine\ntheme: light   # day\n\neditor: \"vim -n\"\n"
    let settings = try manager(folder, text)
    try settings.set(["theme"], to: .text("dark"), saying: "theme")
    #expect(
      try folder.read("config/config.yaml")
        == "# my machine\ntheme: dark   # day\n\neditor: \"vim -n\"\n")
    #expect(settings.user.text("theme") == "dark" && settings.user.text("editor") == "vim -n")
    #expect(try settings.undo() == "theme")
    #expect(try folder.read("config/config.yaml") == text)
    #expect(try settings.undo() == nil)
  }

  @Test func `a first setting makes the file and its folder`() throws {
    let folder = try TemporaryFolder()
    let settings = try manager(folder, nil)
    try settings.set(["keys", "study.good"], to: .text("Space"), saying: "keys")
    #expect(try folder.read("config/config.yaml") == "keys:\n  study.good: Space\n")
    #expect(settings.user.keys == ["study.good": ["Space"]])
  }

  @Test(arguments: ["theme: [dark\n", "just words\n", "a: 1\nrollover = \n"])
  func `a broken file is never written, and what is good in it counts`(text: String) throws {
    let folder = try TemporaryFolder()
    let settings = try manager(folder, "editor: nano\n" + text)
    #expect(throws: SettingsError.self) {
      try settings.set(["theme"], to: .text("dark"), saying: "theme")
    }
    #expect(try folder.read("config/config.yaml") == "editor: nano\n" + text)
    #expect(settings.user.text("editor") == "nano")
    #expect(!settings.user.problems.isEmpty && settings.user.problems.allSatisfy { $0.line != nil })
  }

  @Test func `what others wrote since is not undone`() throws {
    let folder = try TemporaryFolder()
    let settings = try manager(folder, "theme: light\n")
    try settings.set(["theme"], to: .text("dark"), saying: "theme")
    try folder.write("config/config.yaml", "theme: dark\nmouse: true\n")
    #expect(throws: SettingsError.self) { try settings.undo() }
    #expect(try folder.read("config/config.yaml") == "theme: dark\nmouse: true\n")
    settings.readAgain()
    #expect(settings.user.isOn("mouse"))
  }

  @Test func `a file behind a link is written, and the link stays`() throws {
    let folder = try TemporaryFolder()
    try folder.write("dotfiles/deckle.yaml", "theme: light\n")
    try folder.write("config/.keep", "")
    #expect(
      symlink("\(folder.path)/dotfiles/deckle.yaml", "\(folder.path)/config/config.yaml") == 0)
    let settings = try manager(folder, nil)
    try settings.set(["theme"], to: .text("dark"), saying: "theme")
    #expect(try folder.read("dotfiles/deckle.yaml") == "theme: dark\n")
    var info = stat()
    #expect(lstat("\(folder.path)/config/config.yaml", &info) == 0)
    #expect(info.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a value that cannot be keeps the default and is told with its line`() {
    let user = UserSettings(
      Array("mouse: perhaps\ntheme: pink\neditor: [a, b]\ncolour: red\n".utf8), path: "c.yaml")
    #expect(user.text("theme") == "terminal" && !user.isOn("mouse") && user.text("editor") == nil)
    #expect(user.problems.map(\.line) == [1, 2, 3, 4])
    #expect(user.problems.allSatisfy { !$0.nextStep.isEmpty })
  }
}

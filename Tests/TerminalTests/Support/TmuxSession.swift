import Foundation
import Glibc
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// The program in a tmux server of its own, seen as tmux draws it.
final class TmuxSession: TerminalView {
  /// Where tmux lies, or nil.
  static let tmux: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    .split(separator: ":").map { "\($0)/tmux" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let size: Size
  private(set) var pid: pid_t = 0
  private let deck: HostileDeck
  private let socket: String
  private let environment: [String]

  init(_ deck: HostileDeck, size: Size) throws {
    self.size = size
    self.deck = deck
    socket = "\(deck.folder.path)/tmux"
    // tmux names its own TERM to what it runs.
    environment = deck.environment(term: "xterm-256color").map { "\($0.key)=\($0.value)" }
    let program = try #require(HostileDeck.program, "build the program: swift build")
    // What the program says at an end that nobody expected stays to be seen.
    try deck.folder.write("tmux.conf", "set -g status off\nset -g remain-on-exit on\n")
    try run([
      "-f", "\(deck.folder.path)/tmux.conf", "new-session", "-d", "-x", "\(size.width)", "-y",
      "\(size.height)", program, "--collection", deck.collection,
    ])
    let number = String(decoding: try run(["display-message", "-p", "#{pane_pid}"]), as: UTF8.self)
    pid = try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  deinit {
    // A server that is gone already needs no end.
    _ = try? run(["kill-server"])
  }

  /// The rows that tmux shows, blanks at their ends removed.
  func rows() throws -> [String] {
    let text = String(decoding: try run(["capture-pane", "-p"]), as: UTF8.self)
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if rows.last == "" { rows.removeLast() }
    return rows + Array(repeating: "", count: max(0, size.height - rows.count))
  }

  func press(_ key: PressedKey) throws {
    try run(["send-keys", key.rawValue])
  }

  @discardableResult private func run(_ arguments: [String]) throws -> [UInt8] {
    let words = [try #require(Self.tmux), "-u", "-S", socket] + arguments
    var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in list + variables { free(word) } }
    var pipe: Int32 = -1
    let pid = piped_program_start(words[0], &list, &variables, &pipe)
    try #require(pid > 0, "errno \(errno)")
    defer { close(pipe) }
    var output: [UInt8] = []
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(pipe, buffer.baseAddress, buffer.count))
      }
      if bytes.isEmpty { break }
      output += bytes
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    try #require(
      status == 0,
      "tmux \(arguments.joined(separator: " ")): \(String(decoding: output, as: UTF8.self))")
    return output
  }
}

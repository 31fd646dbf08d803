import Glibc
import Synchronization

/// A log of lines in the state folder: `log`, and older ones as `log.1` and `log.2`.
///
/// Several programs may write it at once. Logging never fails: a line that can't be written is
/// dropped. What is written is the caller's duty: never the text of a card.
public final class RotatingLog: Sendable {
  private struct State {
    var descriptor: Int32 = -1
    var status = FileStatus()
  }

  private let state = Mutex(State())
  private let path: String
  private let limit: Int
  private let keep: Int
  private let files: FileSystem

  /// A log in a folder that exists.
  /// - Parameters:
  ///   - path: The newest file.
  ///   - limit: Bytes from which a file is set aside.
  ///   - keep: How many files there are at most, the newest included.
  ///   - files: The system calls.
  public init(
    path: String, limit: Int = 1_000_000, keep: Int = 3, files: FileSystem = .live
  ) {
    self.path = path
    self.limit = limit
    self.keep = max(1, keep)
    self.files = files
  }

  deinit {
    state.withLock { if $0.descriptor >= 0 { _ = files.close($0.descriptor) } }
  }

  /// Appends a line: time, event, `key=value` pairs; values with blanks or quotes are quoted.
  public func write(
    time: String, event: String, _ values: KeyValuePairs<String, String> = [:]
  ) {
    var line = "\(time) \(event)"
    for (key, value) in values { line += " \(key)=\(Self.quoted(value))" }
    line += "\n"
    let bytes = Array(line.utf8)
    state.withLock { state in
      // Dropping the line is all that can be done.
      try? write(bytes, &state)
    }
  }

  private func write(_ bytes: [UInt8], _ state: inout State) throws(FileStorageError) {
    try reopenIfMoved(&state)
    if state.status.size + bytes.count > limit, state.status.size > 0 {
      try rotate(state)
      try reopenIfMoved(&state)
    }
    try files.writing(bytes, to: state.descriptor, path: path)
  }

  /// Opens the file, also again after another program has set it aside.
  private func reopenIfMoved(_ state: inout State) throws(FileStorageError) {
    if state.descriptor >= 0 {
      let held = try files.status(of: state.descriptor, path: path)
      if let found = try files.status(ofPath: path), found.isSameFile(as: held) {
        state.status = found
        return
      }
      _ = files.close(state.descriptor)
      state.descriptor = -1
    }
    state.descriptor = try files.opening(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o600)
    state.status = try files.status(of: state.descriptor, path: path)
  }

  private func rotate(_ state: State) throws(FileStorageError) {
    // Two programs may find the limit at once; the second finds a new file under the lock.
    try files.checked("lock", path) { files.lock(state.descriptor, LOCK_EX) }
    defer { _ = files.lock(state.descriptor, LOCK_UN) }
    guard let found = try files.status(ofPath: path), found.isSameFile(as: state.status) else {
      return
    }
    if keep == 1 {
      _ = files.remove(path)
      return
    }
    for number in stride(from: keep - 2, through: 1, by: -1) {
      _ = files.rename("\(path).\(number)", "\(path).\(number + 1)")
    }
    try files.checked("set aside", path) { files.rename(path, "\(path).1") }
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = !value.isEmpty
      && value.utf8.allSatisfy { $0 > 32 && $0 != 34 && $0 != 61 && $0 != 92 && $0 != 127 }
    if isPlain { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 32 || scalar.value == 127:
        text += "\\x" + String(scalar.value + 256, radix: 16).dropFirst()
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

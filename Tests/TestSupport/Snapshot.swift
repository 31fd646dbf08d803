import Foundation
public import TerminalUI
public import Testing

/// Compares a canvas with its recorded picture in the `Snapshots` folder beside the calling test.
///
/// The file is `<name>.<width>x<height>.txt`. A missing file fails; a recording run
/// (`DECKLE_RECORD_SNAPSHOTS` set) writes the file and fails too, so that nothing passes by
/// recording.
public func expectSnapshot(
  _ canvas: Canvas, name: String, title: String, keys: String = "",
  file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  let snapshot = Snapshot(canvas, name: name, title: title, keys: keys)
  let folder = Snapshot.folder(besideTest: file)
  let recording = ProcessInfo.processInfo.environment["DECKLE_RECORD_SNAPSHOTS"] != nil
  if let complaint = snapshot.check(in: folder, recording: recording) {
    Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation)
  }
}

/// Fails for each recorded picture that no test drew: `names` are those given to `expectSnapshot`
/// with their size, as in "Study/answer-shown.30x4".
public func expectNoOrphanSnapshots(
  names: some Sequence<String>, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = Snapshot.folder(besideTest: file)
  for orphan in Snapshot.orphans(in: folder, known: Set(names)) {
    Issue.record("No test draws \(orphan).txt: remove it.", sourceLocation: sourceLocation)
  }
}

/// A screen as text: edge bars around each row, then where each style stands.
public struct Snapshot: Sendable {
  public let name: String
  public let text: String

  public init(_ canvas: Canvas, name: String, title: String, keys: String) {
    let size = "\(canvas.size.width)x\(canvas.size.height)"
    self.name = "\(name).\(size)"
    var lines = ["\(title)  \(size)" + (keys.isEmpty ? "" : "  keys: \(keys)")]
    lines += (0..<canvas.size.height).map { "|\(canvas.text(row: $0))|" }
    let styles = Snapshot.styles(of: canvas)
    if !styles.isEmpty { lines += ["styles"] + styles }
    if let cursor = canvas.cursor { lines.append("cursor \(cursor.y):\(cursor.x)") }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The `Snapshots` folder of the test target that a file belongs to.
  static func folder(besideTest file: String) -> URL {
    var folder = URL(filePath: file).deletingLastPathComponent()
    while folder.deletingLastPathComponent().lastPathComponent != "Tests", folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "Snapshots")
  }

  /// Compares with the recorded file, or records; returns what to tell, nil when they agree.
  func check(in folder: URL, recording: Bool) -> String? {
    let file = folder.appending(path: "\(name).txt")
    let command = "make record-snapshots"
    if recording {
      return write(to: file) ?? "Recorded \(file.path); read the diff before you commit it."
    }
    guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
      let drawn = leaveDrawn(for: folder)
      return "No snapshot \(file.path)\ndrawn: \(drawn)\nrecord it: \(command)\n\(text)"
    }
    guard recorded != text else { return nil }
    let drawn = leaveDrawn(for: folder)
    let difference = LineDiff(recorded: recorded, drawn: text).text(context: 3)
    return "\(file.path) differs\n\(difference)\ndrawn: \(drawn)\nrecord anew: \(command)"
  }

  /// The recorded names below a folder that are not among the known.
  static func orphans(in folder: URL, known: Set<String>) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return files.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".txt") }
      .map { String($0.dropLast(4)) }
      .filter { !known.contains($0) }
      .sorted()
  }

  private func leaveDrawn(for folder: URL) -> String {
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: ".build/snapshots/\(name).txt")
    return write(to: file) ?? file.path
  }

  /// Writes the text; returns what went wrong.
  private func write(to file: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    } catch {
      return "\(file.path): \(error)"
    }
  }

  private static func styles(of canvas: Canvas) -> [String] {
    var runs: [(place: String, style: String)] = []
    for y in 0..<canvas.size.height {
      var x = 0
      while x < canvas.size.width {
        let style = canvas[x, y].style
        var end = x + 1
        while end < canvas.size.width, canvas[end, y].style == style { end += 1 }
        if style != .plain { runs.append(("\(y):\(x)-\(end - 1)", style.snapshotName)) }
        x = end
      }
    }
    let column = (runs.map(\.place.count).max() ?? 0) + 1
    return runs.map { run in
      run.place + String(repeating: " ", count: column - run.place.count) + run.style
    }
  }
}

extension Canvas {
  /// One row as a terminal shows it: a wide glyph fills two columns.
  public func text(row y: Int) -> String {
    (0..<size.width).map { self[$0, y].text }.joined()
  }
}

extension Style {
  fileprivate var snapshotName: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "faint"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
    var words = names.filter { attributes.contains($0.0) }.map(\.1)
    if role != .text { words.insert("\(role)", at: 0) }
    return words.joined(separator: " ")
  }
}

import Glibc
import StudyDomain

/// One line on standard error that says how far an import is; only on a terminal, and only for work
/// that takes longer than half a second.
@MainActor final class ProgressMeter {
  private let name: String
  private let start = ContinuousClock.now
  private let isOnTerminal = isatty(STDERR_FILENO) == 1
  private var width = 0

  init(_ path: String) {
    name = Output.field(path.split(separator: "/").last.map(String.init) ?? path)
  }

  func show(_ progress: TransferProgress) {
    guard isOnTerminal, ContinuousClock.now - start > .milliseconds(500) else { return }
    let percent = progress.fraction > 0 ? " \(Int(progress.fraction * 100)) %" : ""
    let line = "\(name.prefix(40)): \(progress.stage.words)\(percent)"
    draw(line)
    width = line.count
  }

  /// Leaves an empty line where the meter was.
  func clear() {
    guard width > 0 else { return }
    draw("")
    Output.errorPart("\r")
    width = 0
  }

  /// Over what stood there, with blanks at the end instead of any escape sequence.
  private func draw(_ line: String) {
    Output.errorPart("\r\(line)\(String(repeating: " ", count: max(0, width - line.count)))")
  }
}

extension TransferProgress.Stage {
  var words: String {
    switch self {
    case .reading: "reading"
    case .comparing: "comparing"
    case .media: "copying media"
    case .decks: "writing decks"
    case .history: "writing history"
    case .finishing: "finishing"
    case .takingBack: "taking back"
    case .exporting: "reading notes"
    case .packing: "writing the file"
    }
  }
}

public import Markup

/// A document laid out in lines of a width.
public struct MarkupLayout: Hashable, Sendable {
  /// At least one; an empty document is an empty line, so that nothing jumps when it is filled.
  public private(set) var lines: [StyledLine]

  /// Lays out for `width` columns, at least 1.
  ///
  /// Cost: some 100 µs for each kilobyte.
  ///
  /// No line is wider, but for those that say so by `isUnwrapped`.
  public init(_ document: MarkupDocument, width: Int) {
    var writer = LayoutWriter(width: max(1, width))
    writer.write(document.blocks)
    lines = writer.lines.isEmpty ? [StyledLine()] : writer.lines
  }

  /// Runs that are no document, wrapped like one.
  public static func lines(of runs: [StyledRun], width: Int) -> [StyledLine] {
    Wrapping(runs, width: max(1, width)).lines.map { StyledLine($0.runs, ending: $0.ending) }
  }

  /// Columns of the widest line; more than the layout's width when something is unwrapped.
  public var contentWidth: Int {
    lines.reduce(0) { max($0, $1.width) }
  }

  /// The lines of the text itself: wrapping undone, without bullets, bars and other decoration.
  public var unwrappedText: [String] {
    var text: [String] = []
    var goesOn = false
    for line in lines {
      if goesOn { text[text.count - 1] += line.content } else { text.append(line.content) }
      if line.ending == .blank { text[text.count - 1] += " " }
      goesOn = line.ending != .hard
    }
    return text
  }
}

/// A share of a whole as a bar of blocks.
public enum ProgressBar {
  /// As many columns as asked; a share above nothing shows at least one block.
  public static func spans(done: Int, total: Int, width: Int) -> [Span] {
    guard width > 0 else { return [] }
    let share = total > 0 ? min(max(0, done), total) * width / total : 0
    let full = done > 0 && total > 0 ? max(1, share) : 0
    return [
      Span(String(repeating: "█", count: full), .accent),
      Span(String(repeating: "░", count: width - full), .rule),
    ]
  }
}

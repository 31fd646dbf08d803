/// A piece of text in one style.
public struct Span: Hashable, Sendable {
  public var text: String
  public var style: Style

  public init(_ text: String, _ role: Style.Role = .text, _ attributes: Style.Attributes = []) {
    self.text = text
    style = Style(role, attributes)
  }

  public var width: Int { PortableText.width(of: text) }
}

extension [Span] {
  public var width: Int { reduce(0) { $0 + $1.width } }

  /// The spans in as many columns, with an ellipsis where they are cut.
  public func truncated(to columns: Int) -> [Span] {
    guard width > columns else { return self }
    var kept: [Span] = []
    var left = columns
    for span in self where left > 0 {
      var piece = span
      piece.text = PortableText.truncate(span.text, to: left)
      // A span that just fits, with more to come, gives its last column to the ellipsis.
      if piece.text == span.text, span.width == left {
        piece.text = PortableText.truncate(span.text + " ", to: left)
      }
      kept.append(piece)
      if piece.text != span.text { break }
      left -= piece.width
    }
    return kept
  }

  /// The same text, each piece in the style of a selected row.
  public func selected() -> [Span] {
    map { span in
      var span = span
      span.style = Style(.selection, span.style.attributes)
      return span
    }
  }
}

/// Where something stands in the columns it has.
public enum Alignment: Sendable {
  case left, center, right
}

extension Canvas {
  /// Draws spans on one row within columns, cut with an ellipsis; returns the column after them.
  @discardableResult
  public mutating func draw(
    _ spans: [Span], x: Int, y: Int, width: Int, align: Alignment = .left
  ) -> Int {
    guard width > 0, y >= 0, y < size.height else { return x }
    let spans = spans.truncated(to: width)
    var column =
      switch align {
      case .left: x
      case .center: x + (width - spans.width) / 2
      case .right: x + width - spans.width
      }
    for span in spans {
      column = draw(span.text, x: column, y: y, style: span.style, limit: x + width)
    }
    return column
  }

  /// Draws a horizontal rule.
  public mutating func drawRule(x: Int, y: Int, width: Int) {
    guard width > 0 else { return }
    draw(String(repeating: "─", count: width), x: x, y: y, style: Style(.rule), limit: x + width)
  }
}

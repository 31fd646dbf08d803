import StudyDomain

/// A cloze text with its deletions, to be shown for one face or without marks.
struct ClozeText {
  let bytes: Bytes
  let range: Range<Int>
  let deletions: Deletions

  /// What becomes of the deletions that are asked for; the others show their text.
  enum Style {
    /// A gap, with the hint if there is one, between cloze marks.
    case hidden
    /// The text between cloze marks.
    case solved
    /// The text alone.
    case plain
  }

  /// Appends the whole text; `asked` are indices of deletions.
  func append(asked: [Int] = [], style: Style = .plain, to out: ByteBuffer) {
    var index = 0
    append(range, from: &index, asked: asked, style: style, to: out)
  }

  /// Appends the text of one deletion without the marks inside it.
  func appendPlain(_ deletion: Int, to out: ByteBuffer) {
    var index = deletion + 1
    append(deletions.all[deletion].text, from: &index, asked: [], style: .plain, to: out)
  }

  private func append(
    _ part: Range<Int>, from index: inout Int, asked: [Int], style: Style, to out: ByteBuffer
  ) {
    var position = part.lowerBound
    while index < deletions.all.count, deletions.all[index].range.lowerBound < part.upperBound {
      let deletion = deletions.all[index]
      let isAsked = asked.contains(index)
      index += 1
      out.append(bytes, position..<deletion.range.lowerBound)
      if isAsked, style != .plain { out.append(String(ClozeMark.open)) }
      if isAsked, style == .hidden {
        if let hint = deletion.hint { out.append(bytes, hint) } else { out.append("...") }
      } else {
        append(deletion.text, from: &index, asked: asked, style: style, to: out)
      }
      if isAsked, style != .plain { out.append(String(ClozeMark.close)) }
      while index < deletions.all.count,
        deletions.all[index].range.lowerBound < deletion.range.upperBound
      {
        index += 1
      }
      position = deletion.range.upperBound
    }
    out.append(bytes, position..<part.upperBound)
  }
}

/// The list that an answer begins with.
struct AnswerList {
  var items = 0
  var tasks = 0
  var ticked = 0
  /// Numbered items.
  var numbered = 0
  /// After the last line of the list.
  var end: Int

  /// Reads the list at the beginning of a text; nil when it begins with something else.
  init?(_ bytes: Bytes, _ range: Range<Int>) {
    end = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      var lineEnd = position
      while lineEnd < range.upperBound, !ASCII.isLineEnd(bytes[lineEnd]) { lineEnd += 1 }
      let line = position..<lineEnd
      let text = bytes.skippingBlanks(line)
      if text < lineEnd {
        if text - position < 2, let item = ListMarker.end(bytes, line) {
          count(bytes, item: item, marker: text, lineEnd: lineEnd)
        } else if items == 0 || text - position < 2 {
          break
        }
        end = lineEnd
      }
      position = lineEnd + 1
    }
    if items == 0 { return nil }
  }

  private mutating func count(_ bytes: Bytes, item: Int, marker: Int, lineEnd: Int) {
    items += 1
    if ASCII.isDigit(bytes[marker]) { numbered += 1 }
    let box = bytes.skippingBlanks(item..<lineEnd)
    guard box + 2 < lineEnd, bytes[box] == UInt8(ascii: "["),
      bytes[box + 2] == UInt8(ascii: "]"), box + 3 == lineEnd || ASCII.isBlank(bytes[box + 3])
    else { return }
    switch bytes[box + 1] {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      tasks += 1
      ticked += 1
    case ASCII.space: tasks += 1
    default: break
    }
  }

  /// A task list of two or more items, at least one of them ticked.
  var isChoice: Bool {
    tasks >= 2 && tasks == items && ticked >= 1
  }

  /// True when an answer is a choice; quick to say no.
  static func isChoice(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    let start = bytes.skippingBlanks(range)
    guard start < range.upperBound, !ASCII.isLetter(bytes[start]), bytes[start] < 0x80 else {
      return false
    }
    return AnswerList(bytes, range)?.isChoice ?? false
  }
}

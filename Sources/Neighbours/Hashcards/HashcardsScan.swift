/// The hashes by which hashcards knows the cards of a file.
///
/// hashcards' own rules, not ours: a body there takes in everything up to the next opener or
/// separator, and every bracket that is neither a picture's nor escaped is a deletion. So a card's
/// hash may be told although we read a heading or a comment behind it as none of its own.
enum HashcardsScan {
  /// By line of the opener, from 1: one hash of a question, those of a cloze in their order.
  static func hashes(_ source: SourceLines) -> [Int: [String]] {
    var found: [Int: [String]] = [:]
    var scan = Scan()
    for (place, line) in source.lines.enumerated() {
      scan.take(line, place + 1, &found)
    }
    scan.end(&found)
    return found
  }

  private struct Scan {
    private enum Part { case nothing, question, answer, cloze }

    private var part = Part.nothing
    private var line = 0
    private var question = ""
    private var text = ""

    mutating func take(_ line: String, _ number: Int, _ found: inout [Int: [String]]) {
      if line.hasPrefix("Q:") {
        end(&found)
        begin(.question, line, number)
      } else if line.hasPrefix("C:") {
        end(&found)
        begin(.cloze, line, number)
      } else if line.hasPrefix("A:"), part == .question {
        question = text
        part = .answer
        text = Self.first(line)
      } else if Trimmed.text(line) == "---" {
        end(&found)
      } else if part != .nothing {
        text += "\n" + line
      }
    }

    private mutating func begin(_ part: Part, _ line: String, _ number: Int) {
      self.part = part
      self.line = number
      text = Self.first(line)
    }

    private static func first(_ line: String) -> String {
      Trimmed.text(line.dropFirst(2))
    }

    mutating func end(_ found: inout [Int: [String]]) {
      switch part {
      case .nothing, .question: break
      case .answer:
        let message = "Basic" + Trimmed.text(question) + Trimmed.text(text)
        found[line] = [BLAKE3.hex(Array(message.utf8))]
      case .cloze: found[line] = HashcardsScan.clozeHashes(Array(Trimmed.text(text).utf8))
      }
      part = .nothing
    }
  }

  /// Of the text without brackets, and of the first and last byte of each deletion in it, both as
  /// eight bytes, lowest first.
  private static func clozeHashes(_ text: [UInt8]) -> [String] {
    var clean: [UInt8] = []
    var deletions: [(first: Int, last: Int)] = []
    var start: Int?
    var isPicture = false
    var isEscaped = false
    for (place, byte) in text.enumerated() {
      let next = place + 1 < text.count ? text[place + 1] : 0
      switch byte {
      case UInt8(ascii: "["):
        if isPicture || isEscaped {
          clean.append(byte)
          if !isPicture { isEscaped = false }
        } else {
          start = clean.count
        }
      case UInt8(ascii: "]"):
        if isPicture {
          isPicture = false
          clean.append(byte)
        } else if isEscaped {
          isEscaped = false
          clean.append(byte)
        } else if let first = start {
          deletions.append((first, clean.count - 1))
          start = nil
        }
      case UInt8(ascii: "!"):
        if next == UInt8(ascii: "[") { isPicture = true }
        clean.append(byte)
      case UInt8(ascii: "\\"):
        if isEscaped { break }
        if next == UInt8(ascii: "[") || next == UInt8(ascii: "]") {
          isEscaped = true
        } else {
          clean.append(byte)
        }
      default: clean.append(byte)
      }
    }
    return deletions.map { deletion in
      BLAKE3.hex(Array("Cloze".utf8) + clean + bytes(deletion.first) + bytes(deletion.last))
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

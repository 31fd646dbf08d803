import CUTF8Proc
import CXXHash
import StudyDomain

/// Makes keys: the hash of `kind LF text LF face`.
///
/// A text is begun, its parts are added, and then each face gives a key. With `isLoose` the parts
/// are reduced to letters, marks, numbers and a few signs.
final class KeyMaker {
  enum Kind {
    case basic, cloze, note, id

    var word: StaticString {
      switch self {
      case .basic: "basic\n"
      case .cloze: "cloze\n"
      case .note: "note\n"
      case .id: "id\n"
      }
    }
  }

  let buffer = ByteBuffer()
  let isLoose: Bool
  private let part = ByteBuffer()
  private var textEnd = 0

  init(isLoose: Bool = false) {
    self.isLoose = isLoose
  }

  func begin(_ kind: Kind) {
    buffer.removeAll()
    buffer.append(kind.word)
  }

  /// Adds the normal form of a part; false when nothing of it remains.
  @discardableResult
  func addPart(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    let start = buffer.count
    Normaliser.append(bytes, range, to: buffer)
    let isEmpty = buffer.count == start
    if isLoose {
      part.removeAll()
      LooseForm.append(Bytes(rebasing: buffer.bytes[start...]), to: part)
      buffer.truncate(to: start)
      buffer.append(part.bytes)
    }
    return !isEmpty
  }

  /// Adds a part that is in its normal form already.
  func add(normal part: Bytes) {
    if isLoose { LooseForm.append(part, to: buffer) } else { buffer.append(part) }
  }

  /// Ends the text; faces follow.
  func endText() {
    buffer.append(ASCII.lf)
    textEnd = buffer.count
  }

  /// Begins another face of the same text.
  func beginFace() {
    buffer.truncate(to: textEnd)
  }

  /// The hash of the text and the face added since `beginFace`.
  var hash: UInt64 {
    Self.hash(buffer.bytes)
  }

  var key: CardKey {
    CardKey(hash: hash)
  }

  /// XXH3, 64 bits, seed 0.
  static func hash(_ bytes: Bytes) -> UInt64 {
    XXH3_64bits(bytes.baseAddress, bytes.count)
  }

  /// The hash of the normal form of a text, as the history's `card` event keeps it.
  static func hash(normalFormOf text: String, _ buffer: ByteBuffer) -> UInt64 {
    var text = text
    buffer.removeAll()
    text.withUTF8 { Normaliser.append($0, 0..<$0.count, to: buffer) }
    return hash(buffer.bytes)
  }
}

/// The form in which texts are alike that differ in case, blanks, punctuation and width.
enum LooseForm {
  /// Case folding and NFKC, then only letters, marks, numbers and `+ - = < > ≠ ≤ ≥ ¬`.
  static func append(_ text: Bytes, to out: ByteBuffer) {
    let start = out.count
    if appendLatin(text, to: out) { return }
    out.truncate(to: start)
    let folded = ByteBuffer(capacity: text.count + 16)
    let done = Normaliser.transform(
      text, [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD], to: folded)
    var position = 0
    let bytes = done ? folded.bytes : text
    while position < bytes.count {
      var scalar: utf8proc_int32_t = 0
      let length = utf8proc_iterate(
        bytes.baseAddress.map { $0 + position }, bytes.count - position, &scalar)
      guard length > 0 else {
        position += 1
        continue
      }
      if keeps(scalar) { out.append(bytes, position..<position + length) }
      position += length
    }
  }

  /// Reduces a text of ASCII and the letters from U+00C0 to U+00FF, which folding and NFKC treat one
  /// by one; false for any other, of which a part may be appended.
  private static func appendLatin(_ text: Bytes, to out: ByteBuffer) -> Bool {
    var position = 0
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "<")...UInt8(ascii: ">"):
        out.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): out.append(byte | 0x20)
      case 0..<0x80: break
      case 0xC3:
        guard position < text.count, text[position] & 0xC0 == 0x80 else { return false }
        let low = text[position]
        position += 1
        switch low {
        case 0x97, 0xB7: break  // × and ÷ are signs.
        case 0x9F: out.append("ss")
        default:
          out.append(byte)
          out.append(low < 0xA0 ? low + 0x20 : low)
        }
      default: return false
      }
    }
    return true
  }

  private static func keeps(_ scalar: utf8proc_int32_t) -> Bool {
    switch scalar {
    case 0x2B, 0x2D, 0x3C, 0x3D, 0x3E, 0x2260, 0x2264, 0x2265, 0xAC: return true
    default: break
    }
    switch utf8proc_category(scalar) {
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM,
      UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME,
      UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO:
      return true
    default: return false
    }
  }
}

import CUTF8Proc

/// The form in which texts are alike that differ in case, blanks, punctuation and width.
enum LooseForm {
  /// Case folding and NFKC, then only letters, marks, numbers and `+ - = < > ≠ ≤ ≥ ¬`.
  static func append(_ text: Bytes, to out: ByteBuffer) {
    let start = out.count
    if appendLone(text, to: out) { return }
    out.truncate(to: start)
    appendByLibrary(text, to: out)
  }

  /// The form of any text, as utf8proc has it.
  static func appendByLibrary(_ text: Bytes, to out: ByteBuffer) {
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

  /// Reduces a text of ASCII and lone scalars one by one; false for any other, of which a part may
  /// be appended.
  private static func appendLone(_ text: Bytes, to out: ByteBuffer) -> Bool {
    var isLone = true
    out.append(upTo: text.count * 4 + 8) { made in
      var count = 0
      var position = 0
      while position < text.count {
        let byte = text[position]
        if byte < 0x80 {
          // A byte that is dropped is written over.
          let kept = ofASCII[Int(byte)]
          made[count] = kept
          count += kept == 0 ? 0 : 1
          position += 1
          continue
        }
        guard let (value, length) = LoneScalar.at(position, of: text) else {
          isLone = false
          break
        }
        if value >= 0x4E00, value < 0xFF00 {
          // Han and Hangul stay as they are.
          for offset in 0..<3 { made[count + offset] = text[position + offset] }
          count += 3
        } else {
          var form = LoneForms.all[value]
          guard form != LoneForms.tooLong else {
            isLone = false
            break
          }
          while form != 0 {
            made[count] = UInt8(truncatingIfNeeded: form)
            count += 1
            form >>= 8
          }
        }
        position += length
      }
      return count
    }
    return isLone
  }

  /// By byte: what it becomes, 0 for nothing.
  private static let ofASCII: [UInt8] = (0..<128).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "<")...UInt8(ascii: ">"):
      return byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
    default: return 0
    }
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

/// The loose forms of lone scalars that are neither ASCII, Han nor Hangul, asked of the library once.
private struct LoneForms {
  static let all = LoneForms()
  static let tooLong = UInt64.max

  /// Of the scalars below U+0530, from U+2000, from U+3000 and from U+FF00; the first byte lowest.
  private let low: [UInt64]
  private let signs: [UInt64]
  private let kana: [UInt64]
  private let wide: [UInt64]

  private init() {
    let buffer = ByteBuffer(capacity: 64)
    func forms(_ values: Range<UInt32>) -> [UInt64] {
      values.map { value in
        guard let scalar = Unicode.Scalar(value) else { return Self.tooLong }
        let text = Array(String(Character(scalar)).utf8)
        return text.withUnsafeBufferPointer { text in
          guard value >= 0x80, LoneScalar.at(0, of: text) != nil else { return Self.tooLong }
          buffer.removeAll()
          LooseForm.appendByLibrary(text, to: buffer)
          guard buffer.count <= 7 else { return Self.tooLong }
          return buffer.bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
      }
    }
    low = forms(0..<0x530)
    signs = forms(0x2000..<0x2028)
    kana = forms(0x3000..<0x3100)
    wide = forms(0xFF00..<0xFF9E)
  }

  @inline(__always)
  subscript(value: UInt32) -> UInt64 {
    switch value {
    case ..<0x530: low[Int(value)]
    case ..<0x2028: signs[Int(value - 0x2000)]
    case ..<0x3100: kana[Int(value - 0x3000)]
    default: wide[Int(value - 0xFF00)]
    }
  }
}

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
    return text.withUTF8 { hash(normalFormOf: $0, buffer) }
  }

  static func hash(normalFormOf text: Bytes, _ buffer: ByteBuffer) -> UInt64 {
    buffer.removeAll()
    Normaliser.append(text, 0..<text.count, to: buffer)
    return hash(buffer.bytes)
  }
}

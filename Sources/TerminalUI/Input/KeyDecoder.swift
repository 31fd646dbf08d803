/// Turns the bytes of a terminal into keys, pastes and focus changes; a pure value.
///
/// Give it bytes by `feed` as they come, and call `expire` when `deadline` has passed: only time
/// tells a lone Esc from the beginning of a sequence. Times are in milliseconds of any steady
/// clock. No input jams it: what it does not know is dropped, invalid UTF-8 becomes U+FFFD.
public struct KeyDecoder: Sendable {
  /// How long a lone Esc waits for the rest of a sequence.
  public static let escapeDelay: Int64 = 40
  /// How long an unfinished sequence or character waits before it is dropped.
  public static let sequenceDelay: Int64 = 100
  /// How long a paste may be silent before its end mark counts as lost.
  public static let pasteDelay: Int64 = 1000
  /// A paste longer than this many bytes arrives in parts.
  public static let pasteLimit = 4 << 20

  private enum State {
    case ground
    /// After Esc.
    case escape
    /// After Esc [, with what followed.
    case control([UInt8])
    /// After Esc O, with the digits that followed.
    case single([UInt8])
    /// In an OSC, DCS, APC or PM string, to be dropped; whether the last byte was Esc.
    case string(sawEscape: Bool)
    /// The bytes of the first mouse report style, still to be dropped.
    case skip(Int)
    /// The bytes of a character so far, and how many are missing.
    case character([UInt8], missing: Int)
    case paste([UInt8])
  }

  private var state = State.ground
  private var lastByteTime: Int64 = 0

  public init() {}

  /// When `expire` should be called, in the clock of `feed`; nil when nothing waits.
  public var deadline: Int64? {
    switch state {
    case .ground: nil
    case .escape: lastByteTime + KeyDecoder.escapeDelay
    case .paste: lastByteTime + KeyDecoder.pasteDelay
    default: lastByteTime + KeyDecoder.sequenceDelay
    }
  }

  /// Decodes bytes that arrived at a time; first ends what had waited too long by then.
  public mutating func feed(_ bytes: some Sequence<UInt8>, at time: Int64) -> [InputEvent] {
    var events = expire(at: time)
    lastByteTime = time
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Ends what has waited too long: a lone Esc becomes the key, a paste without its end mark is
  /// delivered.
  public mutating func expire(at time: Int64) -> [InputEvent] {
    guard let deadline, time >= deadline else { return [] }
    defer { state = .ground }
    switch state {
    case .escape: return [.key(.escape)]
    case .paste(let bytes): return [.paste(KeyDecoder.pasted(bytes))]
    case .character: return [.key(.character("\u{FFFD}"))]
    // Esc and `[` or `O` typed in haste, with nothing after.
    case .control([]): return [.key(.escape), .key(.character("["))]
    case .single([]): return [.key(.escape), .key(.character("O"))]
    default: return []
    }
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: ground(byte, &events)
    case .escape: escape(byte, &events)
    case .control(var body): control(byte, &body, &events)
    case .single(let body): single(byte, body, &events)
    case .string(let sawEscape):
      if byte == 0x07 || (sawEscape && byte == 0x5C) || byte == 0x18 || byte == 0x1A {
        state = .ground
      } else {
        state = .string(sawEscape: byte == 0x1B)
      }
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .character(let bytes, let missing): continuation(byte, bytes, missing, &events)
    case .paste(var bytes):
      state = .ground  // so that the array is not copied
      bytes.append(byte)
      if byte == 0x7E, bytes.hasSuffix(KeyDecoder.pasteEnd) {
        bytes.removeLast(KeyDecoder.pasteEnd.count)
        events.append(.paste(KeyDecoder.pasted(bytes)))
      } else if bytes.count >= KeyDecoder.pasteLimit, byte < 0x80, byte != 0x1B {
        events.append(.paste(KeyDecoder.pasted(bytes)))
        state = .paste([])
      } else {
        state = .paste(bytes)
      }
    }
  }

  // MARK: Characters

  private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x00...0x7F:
      if let key = KeyDecoder.key(ascii: byte) { events.append(.key(key)) }
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    default: events.append(.key(.character("\u{FFFD}")))
    }
  }

  private mutating func continuation(
    _ byte: UInt8, _ bytes: [UInt8], _ missing: Int, _ events: inout [InputEvent]
  ) {
    guard 0x80...0xBF ~= byte else {
      state = .ground
      events.append(.key(.character("\u{FFFD}")))
      ground(byte, &events)
      return
    }
    if missing > 1 {
      state = .character(bytes + [byte], missing: missing - 1)
      return
    }
    state = .ground
    let text = String(decoding: bytes + [byte], as: UTF8.self)
    // An overlong form or a surrogate decodes to several U+FFFD: one is enough.
    if let character = text.first {
      let isControl = 0x80...0x9F ~= (character.unicodeScalars.first?.value ?? 0)
      if !isControl { events.append(.key(.character(character))) }
    }
  }

  private static func key(ascii byte: UInt8) -> Key? {
    switch byte {
    case 0x00: nil
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: .character(Character(Unicode.Scalar(byte)))
    }
  }

  // MARK: Sequences

  private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x5B: state = .control([])
    case 0x4F: state = .single([])
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58: state = .string(sawEscape: false)
    case 0x1B: events.append(.key(.escape))  // the second may begin a sequence
    default:
      // Alt with a key; deckle gives Alt no meaning of its own.
      state = .ground
      events.append(.key(.escape))
      ground(byte, &events)
    }
  }

  private mutating func control(
    _ byte: UInt8, _ body: inout [UInt8], _ events: inout [InputEvent]
  ) {
    switch byte {
    case 0x1B: state = .escape  // cut short by the next sequence
    case 0x18, 0x1A: state = .ground
    case 0x5B where body.isEmpty: state = .control([byte])  // Linux console: Esc [ [ A
    case 0x41...0x45 where body == [0x5B]:
      state = .ground
      events.append(.key(.function(Int(byte) - 0x40)))
    case 0x4D where body.isEmpty: state = .skip(3)
    case 0x40...0x7E,
      0x24 where body.first != 0x3F:
      state = .ground
      if byte == 0x7E, body.elementsEqual("200".utf8) {
        state = .paste([])
      } else if let event = KeySequence.event(final: byte, body: body) {
        events.append(event)
      }
    case 0x20...0x3F where body.count < 64:
      body.append(byte)
      state = .control(body)
    case 0x20...0x3F: break  // overlong: swallow up to the final byte
    case 0x00...0x1F: ground(byte, &events)
    default:
      state = .ground
      ground(byte, &events)
    }
  }

  private mutating func single(_ byte: UInt8, _ body: [UInt8], _ events: inout [InputEvent]) {
    switch byte {
    case 0x30...0x3B where body.count < 8: state = .single(body + [byte])  // modifiers
    case 0x40...0x7E:
      state = .ground
      if let key = KeySequence.singleShift(byte) { events.append(.key(key)) }
    default:
      state = .ground
      ground(byte, &events)
    }
  }

  // MARK: Pastes

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Pasted bytes as text: line ends are newlines.
  private static func pasted(_ bytes: [UInt8]) -> String {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0D: clean.append(0x0A)
      case 0x0A where previous == 0x0D: break
      case 0x00: break
      default: clean.append(byte)
      }
      previous = byte
    }
    return String(decoding: clean, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
    count >= other.count && self[(count - other.count)...].elementsEqual(other)
  }
}

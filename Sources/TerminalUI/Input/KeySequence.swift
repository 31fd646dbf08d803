/// What the escape sequences of xterm, rxvt, the Linux console, tmux and screen stand for.
///
/// Modifiers are ignored: Shift-Up is Up.
enum KeySequence {
  /// The event of Esc [ `body` `final`; nil for what means nothing here (replies).
  static func event(final: UInt8, body: [UInt8]) -> InputEvent? {
    switch final {
    case UInt8(ascii: "I") where body.isEmpty: .focusGained
    case UInt8(ascii: "O") where body.isEmpty: .focusLost
    case UInt8(ascii: "Z"): .key(.backTab)
    case UInt8(ascii: "M"): MouseEvent(sgr: body).map(InputEvent.mouse)
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      number(body).flatMap(numbered).map(InputEvent.key)
    case UInt8(ascii: "a")...UInt8(ascii: "d") where body.isEmpty:
      .key([.up, .down, .right, .left][Int(final - UInt8(ascii: "a"))])
    case UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "F"), UInt8(ascii: "H"),
      UInt8(ascii: "P")...UInt8(ascii: "S"):
      // Digits and semicolons only: `Esc [ ? 1 S` and its like are replies.
      body.allSatisfy { 0x30...0x3B ~= $0 } ? singleShift(final).map(InputEvent.key) : nil
    default: nil
    }
  }

  /// The key of Esc O `byte`, and of Esc [ `byte`.
  static func singleShift(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): .up
    case UInt8(ascii: "B"), UInt8(ascii: "b"): .down
    case UInt8(ascii: "C"), UInt8(ascii: "c"): .right
    case UInt8(ascii: "D"), UInt8(ascii: "d"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 0x4F)
    // The number pad in application mode.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      .character(Character(Unicode.Scalar(byte - 0x40)))
    case UInt8(ascii: "X"): .character("=")
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The first number of a sequence's body.
  private static func number(_ body: [UInt8]) -> Int? {
    var number = 0
    var digits = 0
    for byte in body {
      guard 0x30...0x39 ~= byte else { break }
      number = number * 10 + Int(byte - 0x30)
      digits += 1
      guard digits < 6 else { return nil }
    }
    return digits > 0 ? number : nil
  }
}

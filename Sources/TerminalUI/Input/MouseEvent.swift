/// What the mouse did, in cells from 0 at the top left.
public struct MouseEvent: Hashable, Sendable {
  public var kind: Kind
  public var x: Int
  public var y: Int

  public init(_ kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }

  public enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    case wheelUp, wheelDown
  }

  /// Reads the body of `Esc [ < button ; column ; row M`; nil for releases, drags and other buttons.
  ///
  /// Modifiers are ignored, as with keys.
  init?(sgr body: [UInt8]) {
    guard body.first == UInt8(ascii: "<") else { return nil }
    let numbers = body.dropFirst().split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { digits -> Int? in
      guard 1...5 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return nil }
    switch button & ~0b11100 {
    case 0: kind = .press
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    default: return nil
    }
    x = column - 1
    y = row - 1
  }
}

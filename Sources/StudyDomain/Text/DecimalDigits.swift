/// Whole numbers as digits, without a text for each: histories and packages hold millions.
public enum DecimalDigits {
  /// Appends the digits, after a `-` for a number below zero.
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value >= 0, value < 10 {
      bytes.append(48 + UInt8(truncatingIfNeeded: value))
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var place = 20
      while rest >= 100 {
        let (quotient, two) = rest.quotientAndRemainder(dividingBy: 100)
        let tens = two / 10
        place -= 2
        digits[place] = 48 + UInt8(truncatingIfNeeded: tens)
        digits[place + 1] = 48 + UInt8(truncatingIfNeeded: two - tens * 10)
        rest = quotient
      }
      repeat {
        place -= 1
        digits[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        place -= 1
        digits[place] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }
}

/// The width of each Unicode scalar, the same on every machine.
public enum WidthTable {
  /// The columns of a scalar, 0 to 2, or -1 for what cannot be printed.
  public static func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: return 1
    case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
    default: return search(value)
    }
  }

  private static func search(_ value: UInt32) -> Int {
    let runs = runs
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    return Int(runs[low] & 3) - 1
  }
}

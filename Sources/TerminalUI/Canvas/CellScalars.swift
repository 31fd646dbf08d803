/// A spacing scalar and up to four marks, without memory of their own: a screen has thousands.
public struct CellScalars: Hashable, Sendable, BitwiseCopyable {
  /// Scalars of 21 bits, three and two, the first one lowest; zero where there is none.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// As many scalars as a cell may hold.
  public static let limit = 5
  private static let bits = 21

  static let empty = CellScalars([])

  /// The first scalars of a text; the rest is left out.
  public init(_ scalars: some Sequence<Unicode.Scalar>) {
    var count = 0
    for scalar in scalars where count < CellScalars.limit {
      self[count] = scalar.value
      count += 1
    }
  }

  public init(_ scalar: Unicode.Scalar) {
    low = UInt64(scalar.value)
  }

  /// The value of a scalar; zero from the one after the last on.
  public private(set) subscript(index: Int) -> UInt32 {
    get {
      let word =
        index < 3
        ? low >> UInt64(index * CellScalars.bits) : high >> UInt64((index - 3) * CellScalars.bits)
      return UInt32(word & (1 << CellScalars.bits - 1))
    }
    set {
      if index < 3 {
        low |= UInt64(newValue) << UInt64(index * CellScalars.bits)
      } else {
        high |= UInt64(newValue) << UInt64((index - 3) * CellScalars.bits)
      }
    }
  }
}

extension String {
  public init(_ scalars: CellScalars) {
    self.init()
    for index in 0..<CellScalars.limit {
      guard scalars[index] != 0, let scalar = Unicode.Scalar(scalars[index]) else { return }
      unicodeScalars.append(scalar)
    }
  }
}

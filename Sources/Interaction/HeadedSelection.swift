/// The selected row of a list in which headings stand between the rows: they are stepped over.
public struct HeadedSelection: Hashable, Sendable {
  public private(set) var selection = ListSelection()

  public init() {}

  /// The selected line, headings counted.
  public var line: Int { selection.index }

  /// Takes the lines, true for a heading, and how many fit.
  public mutating func fit(_ isHeading: [Bool], windowHeight: Int) {
    selection.fit(count: isHeading.count, windowHeight: windowHeight)
    settle(isHeading, upwards: false)
  }

  public mutating func apply(_ movement: Movement, _ isHeading: [Bool]) {
    selection.fit(count: isHeading.count, windowHeight: selection.windowHeight)
    selection.apply(movement)
    switch movement {
    case .up, .halfPageUp, .pageUp, .bottom: settle(isHeading, upwards: true)
    case .down, .halfPageDown, .pageDown, .top: settle(isHeading, upwards: false)
    }
  }

  public mutating func select(_ line: Int, _ isHeading: [Bool]) {
    selection.fit(count: isHeading.count, windowHeight: selection.windowHeight)
    selection.select(line)
    settle(isHeading, upwards: false)
  }

  /// Goes from a heading to the next row, or to the one before where that is the way.
  private mutating func settle(_ isHeading: [Bool], upwards: Bool) {
    guard isHeading.indices.contains(selection.index), isHeading[selection.index] else { return }
    let start = selection.index
    let before = isHeading[..<start].lastIndex(of: false)
    let after = isHeading[start...].firstIndex(of: false)
    if let row = upwards ? before ?? after : after ?? before { selection.select(row) }
  }
}

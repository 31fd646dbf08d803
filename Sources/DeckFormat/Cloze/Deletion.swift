/// One cloze deletion, by its places in the text.
struct Deletion {
  /// From its first mark to after its last.
  var range: Range<Int>
  /// What is asked, inner deletions with their marks included.
  var text: Range<Int>
  var hint: Range<Int>?
  /// Empty for `[x]` and an unnumbered `==x==`.
  var numbers: [UInt32]
}

/// The deletions of one text, outer ones before those inside them.
struct Deletions {
  var all: [Deletion] = []
  /// Places of deletions with nothing in them.
  var empty: [Int] = []

  /// More than these are not read: no one can answer so many, and each costs the whole text.
  static let limit = 1_000

  /// One card of a cloze.
  enum Face: Equatable {
    /// All deletions of a number.
    case number(UInt32)
    /// The deletion at this index.
    case single(Int)

    var clozeNumber: Int? {
      if case .number(let number) = self { Int(number) } else { nil }
    }
  }

  /// Numbers in rising order, then the others in the order of the text.
  var faces: [Face] {
    var numbers: Set<UInt32> = []
    var singles: [Face] = []
    for (index, deletion) in all.enumerated() {
      if deletion.numbers.isEmpty {
        singles.append(.single(index))
      } else {
        numbers.formUnion(deletion.numbers)
      }
    }
    return numbers.sorted().map { .number($0) } + singles
  }

  /// The indices of the deletions that a face asks for.
  func indices(of face: Face) -> [Int] {
    switch face {
    case .single(let index): [index]
    case .number(let number): all.indices.filter { all[$0].numbers.contains(number) }
    }
  }
}

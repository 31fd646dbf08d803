/// The events of one writer by sequence number: a dense array, and a dictionary for wild numbers.
struct SequenceIndex {
  /// Event number plus one at the place of its sequence; 0 where none is known.
  let dense: Column<UInt32>
  private(set) var sparse: [Int64: UInt32] = [:]
  var highestSequence: Int64 = 0
  var highestGroup: Int64 = -1

  init(dense: Column<UInt32> = Column(), sparse: [Int64: UInt32] = [:]) {
    self.dense = dense
    self.sparse = sparse
  }

  @inline(__always)
  func find(_ sequence: Int64) -> UInt32? {
    if sequence < dense.count {
      let number = dense[Int(sequence)]
      if number != 0 { return number - 1 }
    }
    return sparse.isEmpty ? nil : sparse[sequence]
  }

  mutating func insert(_ event: UInt32, at sequence: Int64) {
    if sequence > highestSequence { highestSequence = sequence }
    if sequence == dense.count {
      dense.append(event + 1)
    } else if sequence < dense.count {
      dense[Int(sequence)] = event + 1
    } else if sequence < Int64(dense.count) * 2 + 4096 {
      dense.resize(to: Int(sequence) + 1, filler: 0)
      dense[Int(sequence)] = event + 1
    } else {
      sparse[sequence] = event
    }
  }
}

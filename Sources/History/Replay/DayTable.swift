import StudyDomain

/// Answers by study day: an array over the usual years, a dictionary beyond.
struct DayTable: Sendable {
  /// 1997 to 2051.
  private static let window: Range<Int64> = 10_000..<30_000
  private var near: [Small] = []
  private var far: [Int64: Small] = [:]

  private struct Small: BitwiseCopyable, Sendable {
    var reviews: Int32 = 0
    var new: Int32 = 0
    var cram: Int32 = 0
    var milliseconds: Int64 = 0
    var isZero: Bool { reviews == 0 && new == 0 && cram == 0 }

    static func + (left: Small, right: Small) -> Small {
      Small(
        reviews: left.reviews + right.reviews, new: left.new + right.new,
        cram: left.cram + right.cram, milliseconds: left.milliseconds + right.milliseconds)
    }
    static func += (left: inout Small, right: Small) { left = left + right }
  }

  @inline(__always)
  mutating func count(
    _ day: Int64, isCram: Bool, isNew: Bool, taken milliseconds: Int64, by step: Int32
  ) {
    // A card left open is not study.
    let counted = min(max(0, milliseconds), DayCount.longestAnswer) * Int64(step)
    if near.isEmpty { near = Array(repeating: Small(), count: Self.window.count) }
    if day >= Self.window.lowerBound, day < Self.window.upperBound {
      let place = Int(day - Self.window.lowerBound)
      if isCram { near[place].cram += step } else { near[place].reviews += step }
      if isNew, !isCram { near[place].new += step }
      near[place].milliseconds += counted
    } else {
      var small = far[day] ?? Small()
      if isCram { small.cram += step } else { small.reviews += step }
      if isNew, !isCram { small.new += step }
      small.milliseconds += counted
      far[day] = small.isZero ? nil : small
    }
  }

  /// Adds the counts of another table.
  mutating func add(_ other: DayTable) {
    if near.isEmpty {
      near = other.near
    } else {
      for place in other.near.indices { near[place] += other.near[place] }
    }
    far.merge(other.far) { $0 + $1 }
  }

  mutating func set(_ day: StudyDay, _ count: DayCount) {
    if near.isEmpty { near = Array(repeating: Small(), count: Self.window.count) }
    let small = Small(
      reviews: Int32(count.reviews), new: Int32(count.new), cram: Int32(count.cram),
      milliseconds: count.milliseconds)
    let number = Int64(day.number)
    if Self.window.contains(number) {
      near[Int(number - Self.window.lowerBound)] = small
    } else {
      far[number] = small
    }
  }

  var all: [StudyDay: DayCount] {
    var days: [StudyDay: DayCount] = [:]
    for (place, small) in near.enumerated() where !small.isZero {
      days[StudyDay(place + Int(Self.window.lowerBound))] = shown(small)
    }
    for (day, small) in far where !small.isZero { days[StudyDay(Int(day))] = shown(small) }
    return days
  }

  /// The last day with an answer.
  var newest: StudyDay? {
    let days = [
      near.lastIndex { !$0.isZero }.map { Int64($0) + Self.window.lowerBound },
      far.filter { !$0.value.isZero }.keys.max(),
    ]
    return days.compactMap(\.self).max().map { StudyDay(Int($0)) }
  }

  private func shown(_ small: Small) -> DayCount {
    DayCount(
      reviews: Int(small.reviews), new: Int(small.new), cram: Int(small.cram),
      milliseconds: small.milliseconds)
  }
}

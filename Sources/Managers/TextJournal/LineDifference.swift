/// The runs of lines in which two texts differ, each widened to whole paragraphs.
struct LineDifference {
  /// The lines of a text, line ends included.
  struct Lines {
    /// Where each line begins; the end of the text last.
    private var starts: [Int] = [0]
    private var isBlank: [Bool] = []
    private(set) var hashes: [Int] = []

    init(_ bytes: [UInt8]) {
      var start = 0
      func end(after place: Int) -> Bool {
        bytes[place] == 10
          || bytes[place] == 13 && (place + 1 == bytes.count || bytes[place + 1] != 10)
      }
      for place in bytes.indices where end(after: place) || place + 1 == bytes.count {
        let line = bytes[start...place]
        var hasher = Hasher()
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        hashes.append(hasher.finalize())
        isBlank.append(line.allSatisfy { $0 == 32 || (9...13).contains($0) })
        start = place + 1
        starts.append(start)
      }
    }

    var count: Int { hashes.count }

    func isBlank(_ line: Int) -> Bool { isBlank[line] }

    func bytes(_ lines: Range<Int>) -> Range<Int> {
      starts[lines.lowerBound]..<starts[lines.upperBound]
    }

    /// The paragraph that ends above a line, with the blank lines between.
    func paragraph(above line: Int) -> Range<Int> {
      var start = line
      while start > 0, isBlank[start - 1] { start -= 1 }
      while start > 0, !isBlank[start - 1] { start -= 1 }
      return start..<line
    }

    /// The paragraph that begins at or below a line, with the blank lines between.
    func paragraph(below line: Int) -> Range<Int> {
      var end = line
      while end < count, isBlank[end] { end += 1 }
      while end < count, !isBlank[end] { end += 1 }
      return line..<end
    }
  }

  struct Hunk {
    var old: Range<Int>
    var new: Range<Int>
  }

  let old: Lines
  let new: Lines
  private(set) var hunks: [Hunk] = []

  /// How far ahead equal lines are looked for.
  private static let reach = 200

  init(_ before: [UInt8], _ after: [UInt8]) {
    old = Lines(before)
    new = Lines(after)
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, old.hashes[i] == new.hashes[j] {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let next = meeting(i, j)
      hunks.append(Hunk(old: i..<next.old, new: j..<next.new))
      (i, j) = next
    }
    widen()
  }

  /// Where the texts are the same again: the nearest two lines that are no blanks and equal.
  private func meeting(_ i: Int, _ j: Int) -> (old: Int, new: Int) {
    var sum = 1
    while sum <= Self.reach * 2 {
      for ahead in 0...sum {
        let (a, b) = (i + ahead, j + sum - ahead)
        guard a < old.count, b < new.count, old.hashes[a] == new.hashes[b] else { continue }
        // A blank line says nothing unless what follows is the same too.
        if old.isBlank(a) {
          guard a + 1 < old.count, b + 1 < new.count, old.hashes[a + 1] == new.hashes[b + 1] else {
            continue
          }
        }
        return (a, b)
      }
      sum += 1
    }
    return rest(i, j)
  }

  /// The equal lines at the end, when nothing nearer is equal.
  private func rest(_ i: Int, _ j: Int) -> (old: Int, new: Int) {
    var (a, b) = (old.count, new.count)
    while a > i, b > j, old.hashes[a - 1] == new.hashes[b - 1] { (a, b) = (a - 1, b - 1) }
    return (a, b)
  }

  private mutating func widen() {
    var wide: [Hunk] = []
    for hunk in hunks {
      var hunk = hunk
      let floor = wide.last.map { ($0.old.upperBound, $0.new.upperBound) } ?? (0, 0)
      // What was put in as whole paragraphs, or taken out as such, stays alone.
      if !isWhole(hunk) {
        while hunk.old.lowerBound > floor.0, hunk.new.lowerBound > floor.1,
          !old.isBlank(hunk.old.lowerBound - 1)
        {
          hunk.old = (hunk.old.lowerBound - 1)..<hunk.old.upperBound
          hunk.new = (hunk.new.lowerBound - 1)..<hunk.new.upperBound
        }
        while hunk.old.upperBound < old.count, hunk.new.upperBound < new.count,
          !old.isBlank(hunk.old.upperBound),
          old.hashes[hunk.old.upperBound] == new.hashes[hunk.new.upperBound]
        {
          hunk.old = hunk.old.lowerBound..<(hunk.old.upperBound + 1)
          hunk.new = hunk.new.lowerBound..<(hunk.new.upperBound + 1)
        }
      }
      if let last = wide.last,
        hunk.old.lowerBound < last.old.upperBound
          || hunk.new.lowerBound < last.new.upperBound
          || hunk.old.lowerBound == last.old.upperBound
            && hunk.new.lowerBound == last.new.upperBound
      {
        wide[wide.count - 1] = Hunk(
          old: last.old.lowerBound..<max(last.old.upperBound, hunk.old.upperBound),
          new: last.new.lowerBound..<max(last.new.upperBound, hunk.new.upperBound))
      } else {
        wide.append(hunk)
      }
    }
    hunks = wide
  }

  /// Nothing of the paragraphs above and below belongs to it.
  private func isWhole(_ hunk: Hunk) -> Bool {
    let isApartAbove =
      hunk.old.lowerBound == 0 || old.isBlank(hunk.old.lowerBound - 1)
      || !hunk.new.isEmpty && new.isBlank(hunk.new.lowerBound)
      || !hunk.old.isEmpty && old.isBlank(hunk.old.lowerBound)
    let isApartBelow =
      hunk.old.upperBound == old.count || old.isBlank(hunk.old.upperBound)
      || !hunk.new.isEmpty && new.isBlank(hunk.new.upperBound - 1)
      || !hunk.old.isEmpty && old.isBlank(hunk.old.upperBound - 1)
    return isApartAbove && isApartBelow
  }
}

import StudyDomain
import Testing

@testable import History

@Suite struct CacheTests {
  private let rules = RuleBook(WholeNumberRules())

  @Test(arguments: GoldenSet.all)
  func `a cache opens into the same state`(set: GoldenSet) throws {
    let blob = AlignedBytes(set.replayed().cacheBlob(signatures: [4, 2], fingerprint: 7))
    let head = try #require(CacheHead(cache: UnsafeRawBufferPointer(blob.bytes)))
    #expect(head.signatures == [4, 2])
    #expect(head.fingerprint == 7)
    let opened = try #require(
      History.open(cache: blob.bytes, owner: blob, rules: rules, verifyAll: true))
    #expect(opened.json() == set.expected)
    let again = AlignedBytes(opened.cacheBlob(signatures: [], fingerprint: 0))
    let twice = try #require(History.open(cache: again.bytes, owner: again, rules: rules))
    #expect(twice.json() == set.expected)
  }

  @Test(arguments: GoldenSet.all)
  func `lines that come after a cache give the state of the whole`(set: GoldenSet) throws {
    for seed in 1...3 {
      var random = SeededRandom(seed: UInt64(seed))
      let lines = seed == 1 ? set.lines : set.lines.shuffled(using: &random)
      var at = lines.count / 2
      let blob = AlignedBytes(
        replay(lines: Array(lines[..<at]), living: set.living)
          .cacheBlob(signatures: [], fingerprint: 0))
      let history = try #require(History.open(cache: blob.bytes, owner: blob, rules: rules))
      while at < lines.count {
        let end = min(lines.count, at + Int.random(in: 1...9, using: &random))
        history.append(lines: lines[at..<end])
        at = end
      }
      #expect(history.json() == set.expected)
      let later = AlignedBytes(history.cacheBlob(signatures: [], fingerprint: 0))
      let reopened = try #require(History.open(cache: later.bytes, owner: later, rules: rules))
      #expect(reopened.json() == set.expected)
    }
  }

  @Test(arguments: GoldenSet.all)
  func `cards folded in pieces, from lines or a cache, are those folded in one`(set: GoldenSet)
    throws
  {
    let history = set.replayed()
    #expect(history.newestDay == history.days.keys.max())
    let blob = AlignedBytes(history.cacheBlob(signatures: [], fingerprint: 0))
    let opened = try #require(History.open(cache: blob.bytes, owner: blob, rules: rules))
    for pieces in [2, 5, 64] {
      history.fold(with: rules, pieces: pieces)
      opened.fold(with: rules, pieces: pieces)
      #expect(history.json() == set.expected)
      #expect(opened.json() == set.expected)
    }
    #expect(opened.newestDay == history.newestDay)
  }

  @Test func `no damaged cache is opened when everything is verified`() {
    let whole = GoldenSet.all[0].replayed().cacheBlob(signatures: [1], fingerprint: 7)
    for place in stride(from: 0, to: whole.count, by: 7) {
      var damaged = whole
      damaged[place] ^= 0x20
      let blob = AlignedBytes(damaged)
      let opened = History.open(cache: blob.bytes, owner: blob, rules: rules, verifyAll: true)
      // Only the gaps between sections may differ without harm.
      if let opened { #expect(opened.json() == GoldenSet.all[0].expected) }
    }
  }

  @Test func `a cache cut anywhere is refused`() {
    let whole = GoldenSet.all[0].replayed().cacheBlob(signatures: [1], fingerprint: 7)
    for length in stride(from: 0, to: whole.count, by: 11) {
      let blob = AlignedBytes(Array(whole[..<length]))
      #expect(History.open(cache: blob.bytes, owner: blob, rules: rules) == nil)
    }
  }
}

/// Bytes at a multiple of sixteen, as a mapped file has them.
final class AlignedBytes {
  let bytes: UnsafeMutableRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer

  init(_ source: [UInt8]) {
    memory = .allocate(byteCount: max(16, source.count), alignment: 16)
    memory.copyBytes(from: source)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<source.count])
  }

  deinit {
    memory.deallocate()
  }
}

import StudyDomain

extension History {
  /// Opens a cache without reading all of it; nil when it is damaged or of another format.
  ///
  /// `bytes` begin at a multiple of sixteen (a mapped file does) and are the history's own from now
  /// on, which changes them as it learns more; `owner` keeps them alive. With `verifyAll` the checksum of every section is
  /// computed, which reads everything; else only those of header, tables and lists. The states
  /// are those folded before: compare `CacheHead` with the files and rules at hand first.
  public static func open(
    cache bytes: UnsafeMutableRawBufferPointer, owner: AnyObject?, rules: RuleBook,
    verifyAll: Bool = false
  ) -> History? {
    guard let file = CacheFile(UnsafeRawBufferPointer(bytes), verifyAll: verifyAll) else {
      return nil
    }
    var small = CacheScanner(file.section(.small))
    guard let parts = HistoryParts(file, &small) else { return nil }
    let history = History(parts: parts, owner: owner)
    guard history.readLists(&small, file) else { return nil }
    history.rules = rules
    return history
  }

  private func readLists(_ small: inout CacheScanner, _ file: CacheFile) -> Bool {
    knowsLiving = small.number() == 1
    livingKeys = small.list()
    for _ in 0..<small.count(ofSize: 12) {
      let owner = small.number()
      members[owner] = small.list()
    }
    contested = Set(small.list())
    let undos = small.list()
    retimeEvents = small.list()
    let links = small.list()
    settingEvents = small.list()
    outOfForce = Set(small.list())
    for _ in 0..<small.count(ofSize: 16) { awaited.insert(small.name()) }
    for _ in 0..<small.count(ofSize: 40) {
      let day = StudyDay(Int(small.wideNumber()))
      let counts = (small.wideNumber(), small.wideNumber(), small.wideNumber())
      dayTable.set(
        day,
        DayCount(
          reviews: Int(counts.0), new: Int(counts.1), cram: Int(counts.2),
          milliseconds: small.wideNumber()))
    }
    for _ in 0..<small.count(ofSize: 16) {
      let source = small.text()
      sources.shared[source] = small.list()
    }
    for _ in 0..<small.count(ofSize: 32) {
      let name = small.name()
      sources.standIns[name] = small.name()
    }
    for _ in 0..<small.count(ofSize: 8) {
      sources.split.insert(String(decoding: small.text(), as: UTF8.self))
    }
    for _ in 0..<small.count(ofSize: 24) {
      let file = String(decoding: small.text(), as: UTF8.self)
      let line = Int(small.wideNumber())
      badLines.append(.init(file: file, line: line, bytes: small.text()))
    }
    badTexts = Set(badLines.map(\.bytes))
    let events = [undos, retimeEvents, links, settingEvents].joined()
    guard !small.failed, events.allSatisfy({ $0 < table.count }),
      livingKeys.allSatisfy({ $0 < table.keys.count })
    else { return false }
    groupOrder = Column(base: file.rows(.groups, as: UInt32.self))
    groupedCount = table.count
    restore(undos: undos, links: links)
    return true
  }

  private func restore(undos: [UInt32], links: [UInt32]) {
    for event in undos { undoGraph.add(event, in: table) }
    for case .group(let writer, let group) in undoGraph.openGroups {
      undoGraph.setGroup(.group(writer, group), eventsOfGroup(writer, group))
    }
    for event in links { keyLinks.add(event, in: table) }
    growKeys()
    resolveRetimes()
    resolveLinks()
    resolveSettings()
  }
}

/// Which files and rules a cache was made from, read without opening it.
public struct CacheHead {
  /// As handed to `cacheBlob`.
  public var signatures: [UInt8]
  public var fingerprint: UInt64

  /// Nil when the cache is damaged or of another format.
  public init?(cache bytes: UnsafeRawBufferPointer) {
    guard let file = CacheFile(bytes, verifyAll: false) else { return nil }
    signatures = Array(file.section(.signatures))
    fingerprint = file.header.fingerprint
  }
}

/// The sections of a cache, checked.
struct CacheFile {
  let header: CacheFormat.Header
  private let bytes: UnsafeRawBufferPointer
  private let entries: [CacheFormat.Entry]

  init?(_ bytes: UnsafeRawBufferPointer, verifyAll: Bool) {
    let headSize = MemoryLayout<CacheFormat.Header>.stride
    let count = CacheFormat.Section.allCases.count
    let tableSize = MemoryLayout<CacheFormat.Entry>.stride * count
    guard bytes.count >= headSize + tableSize, let base = bytes.baseAddress,
      Int(bitPattern: base) % 16 == 0
    else { return nil }
    let header = bytes.loadUnaligned(
      fromByteOffset: bytes.count - headSize, as: CacheFormat.Header.self)
    let expected = CacheFormat.Header(fingerprint: 0, length: 0)
    guard header.magic == expected.magic, header.version == expected.version,
      header.sections == expected.sections, header.layout == expected.layout,
      header.length == UInt64(bytes.count)
    else { return nil }
    let tableStart = bytes.count - headSize - tableSize
    let table = Array(bytes[tableStart..<tableStart + tableSize])
    guard CacheFormat.checksum(table: table, header: header) == header.checksum else { return nil }
    var entries: [CacheFormat.Entry] = []
    for section in CacheFormat.Section.allCases {
      let entry = table.withUnsafeBytes {
        $0.loadUnaligned(
          fromByteOffset: section.rawValue * MemoryLayout<CacheFormat.Entry>.stride,
          as: CacheFormat.Entry.self)
      }
      guard entry.offset % 16 == 0, entry.offset <= UInt64(tableStart),
        entry.length <= UInt64(tableStart) - entry.offset
      else { return nil }
      entries.append(entry)
    }
    self.header = header
    self.bytes = bytes
    self.entries = entries
    for section in CacheFormat.Section.allCases where verifyAll || !section.isBig {
      let found = CacheFormat.checksum(self.section(section))
      guard found == entries[section.rawValue].checksum else { return nil }
    }
  }

  func section(_ section: CacheFormat.Section) -> UnsafeRawBufferPointer {
    let entry = entries[section.rawValue]
    let start = Int(entry.offset)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(entry.length)])
  }

  /// The rows of a section; none where its length is no multiple of theirs.
  func rows<Row: BitwiseCopyable>(
    _ section: CacheFormat.Section, as type: Row.Type
  ) -> UnsafeMutableBufferPointer<Row> {
    let bytes = self.section(section)
    guard bytes.count % MemoryLayout<Row>.stride == 0, !bytes.isEmpty,
      let start = bytes.baseAddress
    else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    // Sections begin at multiples of sixteen of a base that does, too.
    return UnsafeMutableBufferPointer(
      start: UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: Row.self),
      count: bytes.count / MemoryLayout<Row>.stride)
  }
}

extension CacheScanner {
  mutating func name() -> EventName {
    let writer = WriterID(bytes: get(UInt64.self, or: 0))
    return EventName(writer: writer, sequence: wideNumber())
  }
}

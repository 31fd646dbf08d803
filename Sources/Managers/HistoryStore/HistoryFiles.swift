import Dispatch
import FileStorage
import Glibc
import History
import StudyDomain
import Synchronization

/// The files of `.deckle/history`, and how much of each has been read.
struct HistoryFiles: Sendable {
  /// A part of a file that is new to us.
  struct Change {
    var name: String
    /// Where in the file it begins; zero for a file that is new or was replaced.
    var start = 0
    var bytes: [UInt8]
  }

  let folder: String
  private var known: [String: Known] = [:]

  private struct Known {
    /// Of the whole file, looked at before it was read.
    var signature: FileSignature
    var readNanoseconds: Int64
    /// Bytes read: whole lines only.
    var size: Int
    /// What stands before `size`.
    var mark: FileMark?

    init(_ signature: FileSignature, read size: Int, of path: String, at moment: Int64) {
      self.signature = signature
      readNanoseconds = moment
      self.size = size
      mark = FileMark(path: path, before: size)
    }

    /// How far a file that looks so now holds what was read; nil when nothing has changed.
    func end(in now: FileSignature, path: String) -> Int? {
      if now == signature, signature.isSettled(readNanoseconds: readNanoseconds) { return nil }
      let isSame =
        now.inode == signature.inode && now.size >= Int64(size)
        && mark.map { $0 == FileMark(path: path, before: size) } ?? false
      if now == signature { return isSame ? nil : 0 }
      // Written again at the same size: not only appended to.
      return isSame && now.size > signature.size ? size : 0
    }
  }

  init(folder: String) {
    self.folder = folder
  }

  /// Files that a cache holds as far as their whole lines went.
  init(folder: String, known files: [HistoryCache.Origin.File]) {
    self.folder = folder
    for file in files {
      // The cache was found to hold for the file as it is now.
      guard let now = signature("\(folder)/\(file.name)") else { continue }
      var signature = now
      signature.size = file.size
      known[file.name] = Known(
        signature, read: Int(file.size), of: "\(folder)/\(file.name)", at: FileClock.nanoseconds())
    }
  }

  /// What a cache of everything read so far is made from; nil while a file is being changed.
  func origin() -> [HistoryCache.Origin.File]? {
    var result: [HistoryCache.Origin.File] = []
    for (name, known) in known.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder)/\(name)"
      guard let status = try? FileSystem.live.status(ofPath: path),
        status.inode == known.signature.inode,
        let mark = known.mark, mark == FileMark(path: path, before: known.size),
        let hash = HistoryCache.hash(path, first: known.size)
      else { return nil }
      result.append(
        .init(
          name: name, signature: FileSignature(status), size: Int64(known.size), hash: hash))
    }
    return result
  }

  /// Reads every file, in two halves at once where there is much; what cannot be read now is tried
  /// again later.
  ///
  /// Below `smallestHalf` bytes a second thread costs more than it saves.
  mutating func readAll(smallestHalf: Int = 1 << 20) -> HistoryReader {
    let files = names().map { (name: $0, size: Int(signature("\(folder)/\($0)")?.size ?? 0)) }
    let total = files.reduce(0) { $0 + $1.size }
    var middle = total < smallestHalf * 2 ? files.count : 0
    var size = 0
    while middle < files.count, size + files[middle].size / 2 < total / 2 {
      size += files[middle].size
      middle += 1
    }
    let halves = [files[..<middle], files[middle...]].filter { !$0.isEmpty }
    let parts = Mutex<[Int: Part]>([:])
    DispatchQueue.concurrentPerform(iterations: halves.count) { [self] number in
      let part = read(halves[number].map(\.name), bytes: halves[number].reduce(0) { $0 + $1.size })
      parts.withLock { $0[number] = part }
    }
    return parts.withLock { parts in
      let reader = parts[0]?.reader ?? HistoryReader()
      for number in halves.indices {
        guard let part = parts[number] else { continue }
        known.merge(part.known) { $1 }
        if number > 0 { reader.absorb(part.reader) }
      }
      parts = [:]
      return reader
    }
  }

  /// Files that were read into a reader.
  // A reader is not Sendable; each is filled on one thread and then handed over whole.
  private struct Part: @unchecked Sendable {
    var reader: HistoryReader
    var known: [String: Known]
  }

  private func read(_ names: [String], bytes: Int) -> Part {
    var part = Part(reader: HistoryReader(expectedBytes: bytes), known: [:])
    for name in names {
      part.reader.beginFile(named: name)
      let path = "\(folder)/\(name)"
      let moment = FileClock.nanoseconds()
      let signature = signature(path)
      var count = 0
      var whole = 0
      let isRead = chunks(path, from: 0) { bytes in
        part.reader.read(bytes)
        if let last = bytes.lastIndex(of: 10) { whole = count + last + 1 }
        count += bytes.count
      }
      if isRead, let signature {
        // A last line without its LF may still be growing: it is looked at again.
        part.known[name] = Known(signature, read: whole, of: path, at: moment)
      }
      part.reader.endFile()
    }
    return part
  }

  /// What appeared since the last call.
  ///
  /// A file that only grew is read from where it ended; one that was replaced, on the same inode or
  /// another, is read whole: lines that are known already count once.
  mutating func changes() -> [Change] {
    var result: [Change] = []
    for name in names() {
      let path = "\(folder)/\(name)"
      let moment = FileClock.nanoseconds()
      guard let signature = signature(path) else { continue }
      var start = 0
      if let before = known[name] {
        guard let end = before.end(in: signature, path: path) else { continue }
        start = end
      }
      var bytes: [UInt8] = []
      guard chunks(path, from: start, { bytes.append(contentsOf: $0) }) else { continue }
      // A line still being written is taken when it is whole.
      let whole = (bytes.lastIndex(of: 10) ?? -1) + 1
      known[name] = Known(signature, read: start + whole, of: path, at: moment)
      if whole > 0 {
        result.append(Change(name: name, start: start, bytes: Array(bytes[..<whole])))
      }
    }
    return result
  }

  /// Takes for read what was taken in while we wrote it, unless the file is another than we knew.
  mutating func noteWritten(_ growth: AppendLog.Growth) {
    let path = "\(folder)/\(growth.file)"
    let moment = FileClock.nanoseconds()
    let (start, end) = (growth.bytes.lowerBound, growth.bytes.upperBound)
    guard let now = signature(path), now.size == Int64(end) else { return }
    if let before = known[growth.file] {
      guard before.size == start, before.signature.inode == now.inode,
        before.mark == FileMark(path: path, before: start)
      else { return }
    } else if start > 0 {
      return
    }
    known[growth.file] = Known(now, read: end, of: path, at: moment)
  }

  /// All `*.tsv` of the folder, sorted.
  func names() -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".tsv"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func signature(_ path: String) -> FileSignature? {
    // One that went away or cannot be looked at is tried again later.
    (try? FileSystem.live.status(ofPath: path)).map(FileSignature.init)
  }

  /// How many lines end before a place of a file.
  func lineCount(of name: String, before end: Int) -> Int {
    var (lines, offset) = (0, 0)
    _ = chunks("\(folder)/\(name)", from: 0) { bytes in
      for byte in bytes.prefix(max(0, end - offset)) where byte == 10 { lines += 1 }
      offset += bytes.count
    }
    return lines
  }

  /// Hands out a file in chunks of at most 1 MiB; false when it cannot be read.
  private func chunks(
    _ path: String, from start: Int, _ take: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
      var offset = start
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
      }
    }
  }
}

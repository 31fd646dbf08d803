import Dispatch
import Glibc
import Synchronization

/// Tells when something below a folder changes, by inotify on every folder in it.
///
/// Watch first, then scan: what changes in between is reported. Signals are not debounced. Where
/// the kernel gives no watch (network disks, limits) the stream stays silent; look again on focus
/// and before edits.
public final class FolderWatch: Sendable {
  public enum Signal: Equatable, Sendable {
    /// Something in this folder (relative path, empty for the watched one) was written, made,
    /// moved or deleted.
    case changed(folder: String, name: String)
    /// Events were lost or a whole folder came or went: scan again.
    case rescan
  }

  public let signals: AsyncStream<Signal>
  /// Whether any folder is watched at all.
  public var isActive: Bool { state.withLock { !$0.folders.isEmpty } }

  private struct State {
    /// Watch descriptor to relative path.
    var folders: [Int32: String] = [:]
  }
  private let state = Mutex(State())
  private let root: String
  /// Folders with a leading dot that are watched all the same, as relative paths.
  private let hiddenFolders: [String]
  private let descriptor: Int32
  // Set in `init` only; cancelling is safe from any thread.
  private nonisolated(unsafe) let source: (any DispatchSourceRead)?
  private let sink: AsyncStream<Signal>.Continuation
  private static let queue = DispatchQueue(label: "deckle.watch", qos: .utility)

  /// Begins to watch a folder and all below, hidden ones only where named.
  public init(_ folder: String, hiddenFolders: [String] = []) {
    root = folder
    self.hiddenFolders = hiddenFolders
    (signals, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    self.source = source
    add(from: "")
    for folder in hiddenFolders { add(from: folder) }
    source.setEventHandler { @Sendable [weak self] in self?.drain() }
    source.setCancelHandler { @Sendable [descriptor] in _ = Glibc.close(descriptor) }
    source.activate()
  }

  deinit {
    stop()
  }

  /// Ends the stream and gives the watches back.
  public func stop() {
    source?.cancel()
    state.withLock { $0.folders = [:] }
    sink.finish()
  }

  /// Watches a folder and those below it.
  private func add(from relative: String) {
    let mask = UInt32(
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        | IN_DELETE_SELF | IN_MOVE_SELF)
    let path = relative.isEmpty ? root : "\(root)/\(relative)"
    // Before the listing, so that a folder made meanwhile is seen by one of the two.
    let watch = inotify_add_watch(descriptor, path, mask | UInt32(IN_ONLYDIR))
    guard watch >= 0 else { return }
    let isNew = state.withLock { $0.folders.updateValue(relative, forKey: watch) == nil }
    guard isNew, let stream = opendir(path) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = entry.entryName
      if name.hasPrefix(".") { continue }
      let type = Int(entry.pointee.d_type)
      // Links and unknown entries too: IN_ONLYDIR refuses what is no folder, and a folder that
      // is watched already ends the way down.
      if type == Int(DT_DIR) || type == Int(DT_LNK) || type == Int(DT_UNKNOWN) {
        add(from: relative.isEmpty ? name : "\(relative)/\(name)")
      }
    }
  }

  private func drain() {
    let size = 64 * 1024
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, size)
        if count <= 0 { return }
        var place = 0
        let header = MemoryLayout<inotify_event>.size
        while place + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let bytes = buffer[(place + header)..<(place + header + Int(event.len))]
          take(event, name: String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
          place += header + Int(event.len)
        }
      }
    }
  }

  private func take(_ event: inotify_event, name: String) {
    func has(_ flag: Int32) -> Bool { event.mask & UInt32(bitPattern: flag) != 0 }
    if has(Int32(IN_Q_OVERFLOW)) {
      sink.yield(.rescan)
      return
    }
    if has(Int32(IN_IGNORED)) {
      state.withLock { _ = $0.folders.removeValue(forKey: event.wd) }
      return
    }
    guard let folder = state.withLock({ $0.folders[event.wd] }) else { return }
    if has(Int32(IN_DELETE_SELF)) || has(Int32(IN_MOVE_SELF)) {
      sink.yield(.rescan)
      return
    }
    let path = folder.isEmpty ? name : "\(folder)/\(name)"
    let isHidden = name.hasPrefix(".")
    if event.mask & UInt32(IN_ISDIR) != 0 {
      if isHidden, !hiddenFolders.contains(where: { $0 == path || $0.hasPrefix(path + "/") }) {
        return
      }
      if has(Int32(IN_CREATE)) || has(Int32(IN_MOVED_TO)) {
        if isHidden {
          for hidden in hiddenFolders { add(from: hidden) }
        } else {
          add(from: path)
        }
        sink.yield(.rescan)
      } else if has(Int32(IN_MOVED_FROM)) || has(Int32(IN_DELETE)) {
        forget(path)
        sink.yield(.rescan)
      }
      return
    }
    // Temporary files of atomic saves: the rename to the real name is what counts.
    if !isHidden { sink.yield(.changed(folder: folder, name: name)) }
  }

  /// Drops the watches of a folder that was moved away: their paths are no longer true.
  private func forget(_ path: String) {
    let gone = state.withLock { state in
      let gone = state.folders.filter { $0.value == path || $0.value.hasPrefix(path + "/") }
      for watch in gone.keys { state.folders.removeValue(forKey: watch) }
      return Array(gone.keys)
    }
    for watch in gone { inotify_rm_watch(descriptor, watch) }
  }
}

import FileStorage
import Foundation
import Glibc
import Synchronization

/// Real system calls of which one fails, or before or after one of which the program ends.
final class FaultyFiles: Sendable {
  enum Fault: Equatable {
    /// The call isn't made, and neither is any later one.
    case stopBefore(Int)
    /// The call is made, but no later one.
    case stopAfter(Int)
    /// Writes whose path has this suffix fail with an errno, after a number of bytes got through.
    case writesFail(pathSuffix: String, code: Int32, afterBytes: Int)
    case syncsFail(pathSuffix: String, code: Int32)
    /// Every first try is interrupted, and writes take at most three bytes.
    case stutter
  }

  private struct State {
    var fault: Fault?
    var calls = 0
    var hasStopped = false
    var open: [Int32: String] = [:]
    var interrupted = false
    var left = 0
  }
  private let state = Mutex(State())

  var calls: Int { state.withLock { $0.calls } }
  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  init(_ fault: Fault? = nil) {
    set(fault)
  }

  func set(_ fault: Fault?) {
    state.withLock {
      $0.fault = fault
      if case .writesFail(_, _, let bytes) = fault { $0.left = bytes }
    }
  }

  /// What the kernel does for a program that ended: its descriptors close, its locks fall.
  func die() {
    let open = state.withLock { state in
      state.hasStopped = true
      defer { state.open = [:] }
      return Array(state.open.keys)
    }
    for descriptor in open { Glibc.close(descriptor) }
  }

  private func perform(_ call: () -> Int) -> Int {
    let mayRun = state.withLock { state -> Bool in
      if state.hasStopped { return false }
      state.calls += 1
      switch state.fault {
      case .stopBefore(state.calls):
        state.hasStopped = true
        return false
      case .stopAfter(state.calls):
        state.hasStopped = true
      default: break
      }
      return true
    }
    if !mayRun { return -Int(EIO) }
    return call()
  }

  private func stutters() -> Bool {
    state.withLock { state in
      guard state.fault == .stutter else { return false }
      state.interrupted.toggle()
      return state.interrupted
    }
  }

  var files: FileSystem {
    let live = FileSystem.live
    var files = FileSystem.live
    files.open = { path, flags, mode in
      self.perform {
        let descriptor = live.open(path, flags, mode)
        if descriptor >= 0 { self.state.withLock { $0.open[Int32(descriptor)] = path } }
        return descriptor
      }
    }
    files.close = { descriptor in
      self.perform {
        self.state.withLock { _ = $0.open.removeValue(forKey: descriptor) }
        return live.close(descriptor)
      }
    }
    files.read = { descriptor, buffer, offset in
      self.perform { self.stutters() ? -Int(EINTR) : live.read(descriptor, buffer, offset) }
    }
    files.write = { descriptor, bytes in
      self.perform {
        if self.stutters() { return -Int(EINTR) }
        let (fault, left, path) = self.state.withLock {
          ($0.fault, $0.left, $0.open[descriptor] ?? "")
        }
        if fault == .stutter {
          return live.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(3)))
        }
        if case .writesFail(let suffix, let code, _) = fault, path.hasSuffix(suffix) {
          if left == 0 { return -Int(code) }
          let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(left))
          let count = live.write(descriptor, part)
          self.state.withLock { $0.left -= max(0, count) }
          return count
        }
        return live.write(descriptor, bytes)
      }
    }
    files.sync = { descriptor in self.perform { live.sync(descriptor) } }
    files.syncData = { descriptor in
      self.perform {
        let (fault, path) = self.state.withLock { ($0.fault, $0.open[descriptor] ?? "") }
        if case .syncsFail(let suffix, let code) = fault, path.hasSuffix(suffix) {
          return -Int(code)
        }
        return live.syncData(descriptor)
      }
    }
    files.truncate = { a, b in self.perform { live.truncate(a, b) } }
    files.setMode = { a, b in self.perform { live.setMode(a, b) } }
    files.lock = { a, b in self.perform { self.stutters() ? -Int(EINTR) : live.lock(a, b) } }
    files.status = { descriptor, status in
      var found = status
      defer { status = found }
      return self.perform { live.status(descriptor, &found) }
    }
    files.statusOfPath = { path, status in
      var found = status
      defer { status = found }
      return self.perform { live.statusOfPath(path, &found) }
    }
    files.rename = { a, b in self.perform { live.rename(a, b) } }
    files.exchange = { a, b in self.perform { live.exchange(a, b) } }
    files.renameNew = { a, b in self.perform { live.renameNew(a, b) } }
    files.remove = { a in self.perform { live.remove(a) } }
    files.makeFolder = { a, b in self.perform { live.makeFolder(a, b) } }
    files.list = { path, names in
      var found = names
      defer { names = found }
      return self.perform { live.list(path, &found) }
    }
    return files
  }
}

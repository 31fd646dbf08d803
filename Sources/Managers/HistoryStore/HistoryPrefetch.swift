import Dispatch
import FileStorage
import History
import Synchronization

/// Reads the history, or finds the cache of it, on another processor while decks are read.
public final class HistoryPrefetch: Sendable {
  enum Found {
    case cache(HistoryCache.Found)
    /// No cache holds: all files as far as they went.
    case files(HistoryReader, HistoryFiles)
  }

  private let found = Mutex<Found?>(nil)
  private let reading = DispatchGroup()

  public init(folder: String, cache: CollectionCache?) {
    DispatchQueue.global(qos: .userInteractive).async(group: reading) { [self] in
      found.withLock { $0 = Self.read(folder, cache) }
    }
  }

  /// Waits for the reading; to be called once.
  func take() -> sending Found {
    reading.wait()
    return found.withLock { found in
      guard let read = found.take() else {
        preconditionFailure("what was read ahead is taken once")
      }
      return read
    }
  }

  private static func read(_ folder: String, _ cache: CollectionCache?) -> sending Found {
    if let cache, let found = HistoryCache(cache: cache).find(folder: folder) {
      return .cache(found)
    }
    var files = HistoryFiles(folder: folder)
    let reader = files.readAll()
    return .files(reader, files)
  }
}

import Dispatch
import Synchronization

/// Reads the candidates of the last start on another processor while the decks are looked at.
///
/// Whether they still hold is known only when decks and history are there.
public final class IndexPrefetch: Sendable {
  private let found = Mutex<(origin: IndexCache.Origin, content: IndexCache.Content)?>(nil)
  private let reading = DispatchGroup()

  public init(cache: CollectionCache) {
    DispatchQueue.global(qos: .userInteractive).async(group: reading) { [self] in
      let read = IndexCache(cache: cache).read()
      found.withLock { $0 = read }
    }
  }

  /// Waits for the reading; nil when the cache was made from something else.
  func content(of origin: IndexCache.Origin) -> IndexCache.Content? {
    reading.wait()
    return found.withLock { found in
      defer { found = nil }
      return found?.origin == origin ? found?.content : nil
    }
  }
}

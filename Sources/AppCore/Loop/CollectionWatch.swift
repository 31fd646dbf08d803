import FileStorage

/// Tells when files of the collection have changed and then been quiet for a moment.
struct CollectionWatch: Sendable {
  let changes: AsyncStream<Void>

  /// How long it must be quiet: an editor or git writes several files in a row.
  private static let quiet = Duration.milliseconds(150)

  init(_ paths: CollectionPaths) {
    let watch = FolderWatch(
      paths.collection, hiddenFolders: [paths.deckleName, "\(paths.deckleName)/history"])
    let (stream, sink) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    changes = stream
    let task = Task.detached {
      var waiting: Task<Void, Never>?
      for await _ in watch.signals {
        waiting?.cancel()
        waiting = Task.detached {
          // Another change while waiting begins the wait anew.
          guard (try? await Task.sleep(for: Self.quiet)) != nil else { return }
          sink.yield()
        }
      }
      sink.finish()
    }
    sink.onTermination = { _ in
      watch.stop()
      task.cancel()
    }
  }
}

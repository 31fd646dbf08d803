import Glibc

/// The right to change a collection by an import or its undo: one program of this machine at a time.
///
/// Two imports of one file at once would write every note twice, and the rollback of the one that
/// fails would take the other's files along. A lock on the collection's folder needs no file; where
/// there is none, nobody is kept waiting. The lock goes with its owner, however that ends.
final class ImportTurn {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Nil while another program has it.
  private static func attempt(_ collection: String) -> ImportTurn? {
    let descriptor = open(collection, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return ImportTurn(-1) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return ImportTurn(descriptor)
    }
    close(descriptor)
    return nil
  }

  /// Waits for the turn; throws when the task is cancelled meanwhile.
  static func take(in collection: String) async throws -> ImportTurn {
    while true {
      if let turn = attempt(collection) { return turn }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Waits some seconds; throws `TransferError.package` when another import takes longer.
  static func takeNow(in collection: String) throws -> ImportTurn {
    for _ in 0..<100 {
      if let turn = attempt(collection) { return turn }
      usleep(50_000)
    }
    throw TransferError.package(
      path: collection, message: "another program is importing into this collection",
      advice: "wait until it has ended")
  }
}

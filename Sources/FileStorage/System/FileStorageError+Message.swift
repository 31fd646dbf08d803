import Glibc

extension FileStorageError {
  /// A sentence for people: what happened, where, and what to do next.
  public var message: String {
    switch self {
    case .system(let operation, let path, let code):
      "\(path): can't \(operation): \(Self.reason(code))"
    case .changedMeanwhile(let path):
      "\(path): was changed by another program meanwhile; nothing was written, try again"
    case .outsideCollection(let path, let target):
      "\(path): leads out of the collection to \(target); move the file into the collection"
    case .missingLinesUndecided(let count):
      "the history lacks \(count) of this machine's events; restore them or accept the older one"
    case .unusableZone(let name, let reason):
      "time zone \(name): \(reason); set timezone to a name such as Europe/Berlin"
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full; free some space"
    case EROFS: "the file system is read-only"
    case EACCES, EPERM: "no permission; check who owns the folder"
    case ENOENT, ENOTDIR: "it isn't there any more"
    default: String(cString: strerror(code))
    }
  }

  /// The path concerned; nil where it is about none.
  public var path: String? {
    switch self {
    case .system(_, let path, _), .changedMeanwhile(let path), .outsideCollection(let path, _): path
    case .missingLinesUndecided, .unusableZone: nil
    }
  }
}

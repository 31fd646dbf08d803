extension FileSystem {
  /// Removes a file that is there.
  public func removeFile(_ path: String) throws(FileStorageError) {
    try checked("remove", path) { remove(path) }
  }
}

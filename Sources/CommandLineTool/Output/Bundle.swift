import BundledResources

/// The decks that the program carries.
enum Bundle {
  /// The tutorial deck.
  static let tutorial = files(below: "tutorial/").first?.value ?? []

  /// Sample decks, by path below the collection.
  static let samples = files(below: "decks/")

  private static func files(below prefix: String) -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for index in 0..<bundled_file_count() {
      let file = bundled_file_at(index)
      guard let path = file.path.map({ String(cString: $0) }), path.hasPrefix(prefix),
        let bytes = file.bytes
      else { continue }
      result[String(path.dropFirst(prefix.count))] = Array(
        UnsafeBufferPointer(start: bytes, count: file.count))
    }
    return result
  }
}

import CSystem

/// The variables that this process was started with.
enum ProcessEnvironment {
  static let current: [String: String] = {
    var result: [String: String] = [:]
    var entry = UnsafePointer(deckle_environment())
    while let line = entry?.pointee {
      let text = String(cString: line)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry = entry?.advanced(by: 1)
    }
    return result
  }()
}

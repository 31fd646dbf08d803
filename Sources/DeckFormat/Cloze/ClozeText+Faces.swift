extension ClozeText {
  /// The whole text for one face.
  func text(_ face: Deletions.Face, style: Style) -> String {
    let out = ByteBuffer(capacity: range.count + 64)
    append(asked: deletions.indices(of: face), style: style, to: out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The texts that a face hides, a line each.
  func solution(of face: Deletions.Face) -> String {
    let out = ByteBuffer(capacity: 256)
    for (place, index) in deletions.indices(of: face).enumerated() {
      if place > 0 { out.append(ASCII.lf) }
      appendPlain(index, to: out)
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The hints of a face, separated by commas; nil without any.
  func hint(of face: Deletions.Face) -> String? {
    let hints = deletions.indices(of: face).compactMap { deletions.all[$0].hint }
    return hints.isEmpty
      ? nil : hints.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: ", ")
  }
}

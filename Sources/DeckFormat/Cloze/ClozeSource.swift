import StudyDomain

/// A cloze text as another program numbers its deletions.
public struct ClozeSource: Hashable, Sendable {
  /// The text with each deletion between the marks of a cloze, inner ones inside outer ones; no
  /// brackets, numbers or hints.
  public var text: String
  /// In the order of the opening marks.
  public var deletions: [Gap]
  /// By face of the note: the number that its deletions have.
  public var numbers: [Int]

  public struct Gap: Hashable, Sendable {
    /// From 1, one for each card that asks for it.
    public var numbers: [Int]
    public var hint: String?
  }
}

extension NoteContent {
  /// The deletions of a cloze, those without numbers numbered in their order; nil for other notes.
  public var clozeSource: ClozeSource? {
    guard form == .cloze || form == .highlight, let text = fields.first?.value else { return nil }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      let range = 0..<bytes.count
      let deletions =
        form == .highlight ? ClozeScanner.highlights(bytes, range) : ClozeScanner.card(bytes, range)
      return ClozeText(bytes: bytes, range: range, deletions: deletions).source
    }
  }
}

extension ClozeText {
  var source: ClozeSource {
    let faces = deletions.faces
    var taken = Set(faces.compactMap(\.clozeNumber))
    var next = 1
    let numbers = faces.map { face -> Int in
      if let number = face.clozeNumber { return number }
      while !taken.insert(next).inserted { next += 1 }
      return next
    }
    var ofSingle: [Int: Int] = [:]
    for (face, number) in zip(faces, numbers) {
      if case .single(let index) = face { ofSingle[index] = number }
    }
    let out = ByteBuffer(capacity: range.count + 64)
    append(asked: Array(deletions.all.indices), style: .solved, to: out)
    return ClozeSource(
      text: String(decoding: out.bytes, as: UTF8.self),
      deletions: deletions.all.enumerated().map { index, deletion in
        ClozeSource.Gap(
          numbers: deletion.numbers.isEmpty
            ? ofSingle[index].map { [$0] } ?? [] : deletion.numbers.map { Int($0) },
          hint: deletion.hint.map { String(decoding: bytes[$0], as: UTF8.self) })
      }, numbers: numbers)
  }
}

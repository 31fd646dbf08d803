import Foundation

/// A part of a paper that is made from the code: between `<!-- begin NAME -->` and `<!-- end NAME -->`.
public struct PaperSection {
  public let path: String
  public let name: String

  /// `path` counts from the root of the package.
  public init(_ name: String, in path: String) {
    self.name = name
    self.path = path
  }

  private var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
  }

  /// Nil when the paper says exactly `text` there; else what to do.
  ///
  /// With `DECKLE_WRITE_PAPERS` in the environment the paper is written, and that is a difference
  /// too, so that a writing run cannot pass for a check.
  public func difference(from text: String) throws -> String? {
    let paper = try String(contentsOf: file, encoding: .utf8)
    guard let begin = paper.range(of: "<!-- begin \(name) -->\n"),
      let end = paper.range(of: "<!-- end \(name) -->", range: begin.upperBound..<paper.endIndex)
    else { return "\(path) has no section '\(name)'" }
    let wanted = text.hasSuffix("\n") ? text : text + "\n"
    if paper[begin.upperBound..<end.lowerBound] == wanted { return nil }
    guard ProcessInfo.processInfo.environment["DECKLE_WRITE_PAPERS"] != nil else {
      return "\(path): the section '\(name)' is stale; 'make docs' writes it anew"
    }
    try paper.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: wanted)
      .write(to: file, atomically: true, encoding: .utf8)
    return "\(path): the section '\(name)' is written anew"
  }
}

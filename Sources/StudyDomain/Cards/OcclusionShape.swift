/// A shape that hides a part of a picture, as Anki writes it into a deletion:
/// `image-occlusion:rect:left=.1:top=.2:width=.3:height=.4`.
public struct OcclusionShape: Hashable, Sendable {
  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public static let prefix = "image-occlusion:"

  /// `rect`, `ellipse`, `polygon` or `text`; nil for another word.
  public private(set) var kind: String?
  /// In the order in which they are written; lengths are parts of the picture's, from 0 to 1.
  public private(set) var attributes: [Attribute] = []

  /// Reads the text of a deletion; nil for one that is no shape.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = Self.parts(text.utf8.dropFirst(Self.prefix.utf8.count))
    if parts.count > 1, let word = parts.first, Self.kinds.contains(word) { kind = word }
    for part in parts.dropFirst() {
      guard let place = part.firstIndex(of: "=") else { continue }
      let value = String(part[part.index(after: place)...])
      if !value.isEmpty {
        attributes.append(Attribute(name: String(part[..<place]), value: value))
      }
    }
  }

  private static let kinds = ["rect", "ellipse", "polygon", "text"]

  /// At colons; a backslash takes the meaning from a colon and from itself.
  private static func parts(_ bytes: Substring.UTF8View.SubSequence) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in bytes {
      if isEscaped || byte != UInt8(ascii: ":") && byte != UInt8(ascii: "\\") {
        parts[parts.count - 1].append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        parts.append([])
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is written on the picture: only a shape of the kind `text` has any.
  public var label: String? { kind == "text" ? self["text"] : nil }

  private subscript(name: String) -> String? {
    attributes.last { $0.name == name }?.value
  }

  private func number(_ name: String) -> Double? {
    self[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Its middle, as parts of the picture's width and height; nil where the attributes tell none.
  public var middle: (x: Double, y: Double)? {
    if kind == "polygon" {
      let points = (self["points"] ?? "").split(separator: " ").compactMap { point in
        let pair = point.split(separator: ",").compactMap { Double($0) }
        return pair.count == 2 && pair.allSatisfy(\.isFinite) ? (x: pair[0], y: pair[1]) : nil
      }
      guard let first = points.first else { return nil }
      let (low, high) = points.reduce((first, first)) { box, point in
        (
          (min(box.0.x, point.x), min(box.0.y, point.y)),
          (max(box.1.x, point.x), max(box.1.y, point.y))
        )
      }
      return ((low.x + high.x) / 2, (low.y + high.y) / 2)
    }
    guard let left = number("left"), let top = number("top") else { return nil }
    switch kind {
    case "rect": return (left + (number("width") ?? 0) / 2, top + (number("height") ?? 0) / 2)
    case "ellipse": return (left + (number("rx") ?? 0), top + (number("ry") ?? 0))
    default: return (left, top)
    }
  }

  /// Where its middle is, in words: `upper left (23 % across, 35 % down)`.
  public var place: String? {
    guard let (x, y) = middle else { return nil }
    let column = x < 1.0 / 3 ? 0 : x < 2.0 / 3 ? 1 : 2
    let row = y < 1.0 / 3 ? 0 : y < 2.0 / 3 ? 1 : 2
    func percent(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 100).rounded()) }
    return "\(Self.places[row][column]) (\(percent(x)) % across, \(percent(y)) % down)"
  }

  private static let places = [
    ["upper left", "top", "upper right"], ["left", "middle", "right"],
    ["lower left", "bottom", "lower right"],
  ]
}

/// A shape that hides a part of a picture, as it stands in a deletion.
struct ImageOcclusion {
  static let prefix: StaticString = "image-occlusion:"

  private var attributes: [(name: String, value: String)] = []

  /// Reads `image-occlusion:shape:key=value:…`; nil for other text.
  init?(_ text: String) {
    let source = TemplateText(text)
    guard source.has(Self.prefix, at: 0) else { return nil }
    let parts = Self.parts(source.bytes[Self.prefix.utf8CodeUnitCount...])
    if parts.count > 1, let shape = parts.first, Self.shapes.contains(shape) {
      attributes.append(("shape", shape))
    }
    for part in parts.dropFirst() {
      guard let place = part.firstIndex(of: "=") else { continue }
      let value = String(part[part.index(after: place)...])
      guard let name = Self.name(of: String(part[..<place])), !value.isEmpty else { continue }
      attributes.append((name, value))
    }
  }

  private static let shapes = ["rect", "ellipse", "polygon", "text"]

  /// At colons; a backslash takes the meaning from a colon and from itself.
  private static func parts(_ bytes: ArraySlice<UInt8>) -> [String] {
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

  private static func name(of key: String) -> String? {
    switch key {
    case "left", "top", "width", "height", "rx", "ry", "angle", "fill", "points", "text", "scale":
      key
    case "fs": "font-size"
    case "oi": "occludeInactive"
    default: nil
    }
  }

  /// The empty block from which a script draws the shape.
  func html(numbers: [Int], isAsked: Bool, isQuestion: Bool) -> String {
    let look =
      numbers == [0] || isAsked && isQuestion
      ? "cloze" : isAsked ? "cloze-highlight" : "cloze-inactive"
    var html = "<div class=\"\(look)\" data-ordinal=\""
    html += numbers.map(String.init).joined(separator: ",") + "\" "
    for (name, value) in attributes {
      html +=
        "data-\(name)=\"" + (name == "text" ? Self.encoded(value) : Self.quoted(value)) + "\" "
    }
    return html + "></div>"
  }

  private static func quoted(_ value: String) -> String {
    value.utf8.contains(UInt8(ascii: "\"")) ? value.replacing("\"", with: "&quot;") : value
  }

  /// All but letters and digits of ASCII as numbers.
  private static func encoded(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": result.unicodeScalars.append(scalar)
      case "\"": result += "&quot;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      default: result += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      }
    }
  }
}

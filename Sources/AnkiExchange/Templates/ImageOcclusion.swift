import StudyDomain

/// A shape that hides a part of a picture, as a template shows it.
struct ImageOcclusion {
  static let prefix: StaticString = "image-occlusion:"

  private var attributes: [(name: String, value: String)] = []

  /// Reads `image-occlusion:shape:key=value:…`; nil for other text.
  init?(_ text: String) {
    guard let shape = OcclusionShape(text) else { return nil }
    if let kind = shape.kind { attributes.append(("shape", kind)) }
    for attribute in shape.attributes {
      if let name = Self.name(of: attribute.name) { attributes.append((name, attribute.value)) }
    }
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

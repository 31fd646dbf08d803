/// Names of media: safe ones, and their normal form.
enum MediaName {
  /// True for exactly one component of a path that is neither `.` nor `..`.
  static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// The form that every system can store; nil when nothing is left.
  static func normal(_ name: String) -> String? {
    var result = ""
    for scalar in NormalForm.composed(name).unicodeScalars {
      switch scalar {
      case "[", "]", "<", ">", ":", "\"", "/", "?", "*", "^", "\\", "|", "\0"..<" ", "\u{7F}":
        continue
      case "\u{A0}": result.unicodeScalars.append(" ")
      default:
        if scalar.properties.generalCategory != .unassigned {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result = shortened(withoutDeviceName(result))
    if result.hasSuffix(" ") || result.hasSuffix(".") { result += "_" }
    return isSafe(result) ? result : nil
  }

  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// `con.png` opens a device on Windows: it becomes `con_.png`.
  private static func withoutDeviceName(_ name: String) -> String {
    let stem = name.prefix { $0 != "." }
    guard devices.contains(stem.lowercased()) else { return name }
    return stem + "_" + name.dropFirst(stem.count)
  }

  private static let maximumBytes = 120
  private static let maximumExtensionBytes = 10

  /// Cuts the stem at a character, and keeps an ending that is short enough to be one.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumBytes else { return name }
    var ending: Substring = ""
    if let dot = name.lastIndex(of: "."), dot > name.startIndex {
      ending = prefix(name[dot...], maximumExtensionBytes + 1)
    }
    let stem = ending.isEmpty ? name[...] : name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
    return String(prefix(stem, maximumBytes - ending.utf8.count)) + ending
  }

  private static func prefix(_ text: Substring, _ maximum: Int) -> Substring {
    var end = text.startIndex
    var left = maximum
    for scalar in text.unicodeScalars {
      left -= String(scalar).utf8.count
      guard left >= 0 else { break }
      end = text.unicodeScalars.index(after: end)
    }
    return text[..<end]
  }
}

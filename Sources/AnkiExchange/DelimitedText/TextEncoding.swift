/// How the characters of a text file are written.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case windows1252 = "Windows-1252"
  case latin1 = "Latin-1"

  /// By a name as people write it: `utf-8`, `utf16le`, `cp1252`, `iso-8859-1`; nil for others.
  public init?(named name: String) {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch plain {
    case "utf8", "utf8bom", "utf8sig": self = .utf8
    case "utf16", "utf16le", "unicode": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "windows1252", "cp1252", "ansi": self = .windows1252
    case "latin1", "iso88591", "iso885915": self = .latin1
    default: return nil
    }
  }

  /// UTF-16 by its mark, or by NULs that stand on one side of the pairs; nil for other bytes.
  ///
  /// Looks at no more than 4096 bytes.
  public static func wide(_ bytes: [UInt8]) -> TextEncoding? {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    let sample = bytes.prefix(4096)
    guard sample.count >= 4 else { return nil }
    var nuls = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { nuls[index & 1] += 1 }
    // Separators and line ends are ASCII in every script, so some NULs stand on one side.
    let least = max(2, sample.count / 64)
    if nuls[1] >= max(least, nuls[0] * 8) { return .utf16LittleEndian }
    if nuls[0] >= max(least, nuls[1] * 8) { return .utf16BigEndian }
    return nil
  }
}

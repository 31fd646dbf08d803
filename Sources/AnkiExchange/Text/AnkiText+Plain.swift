extension AnkiText {
  /// What a field holds for a cell of a text: HTML as it is, plain text with `&`, `<` and `>` as
  /// entities and `<br>` for its line ends; in normal form and without control characters.
  public static func field(_ cell: String, isHTML: Bool) -> String {
    var isPlain = true
    for byte in cell.utf8 {
      let isSign = byte == 38 || byte == 60 || byte == 62 || byte == 10
      if byte == 127 || byte < 32 && byte != 9 && byte != 10 || !isHTML && isSign {
        isPlain = false
        break
      }
    }
    if isPlain { return NormalForm.composed(cell) }
    var result: [UInt8] = []
    result.reserveCapacity(cell.utf8.count + 16)
    for byte in cell.utf8 {
      switch byte {
      case 9: result.append(byte)
      case 10: isHTML ? result.append(byte) : result.append(contentsOf: "<br>".utf8)
      case 0..<32, 127: break
      case UInt8(ascii: "&") where !isHTML: result.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<") where !isHTML: result.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">") where !isHTML: result.append(contentsOf: "&gt;".utf8)
      default: result.append(byte)
      }
    }
    return NormalForm.composed(String(decoding: result, as: UTF8.self))
  }
}

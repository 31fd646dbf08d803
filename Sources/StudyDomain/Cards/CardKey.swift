/// The name of a card in the history: a hash of its text, never of its place.
///
/// Written `1:9f86d081884c7d65`, with `~2`, `~3` … when another living text holds the set of the
/// plain key. The leading number is the version of the key rules.
public struct CardKey: Hashable, Sendable, BitwiseCopyable {
  /// The version of the key rules that this program writes.
  public static let currentVersion: UInt16 = 1

  public var hash: UInt64
  public var version: UInt16
  /// 1 for the plain key, 2 and up for `~2` ….
  public var ordinal: UInt32

  public init(hash: UInt64, ordinal: UInt32 = 1, version: UInt16 = CardKey.currentVersion) {
    self.hash = hash
    self.ordinal = ordinal
    self.version = version
  }

  /// Reads the exact form that `text` writes; anything else is nil.
  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let version = decimal(bytes[..<colon]), version > 0, version <= UInt64(UInt16.max),
      bytes.count >= colon + 17
    else { return nil }
    var hash: UInt64 = 0
    for byte in bytes[(colon + 1)...(colon + 16)] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hash = hash << 4 | UInt64(byte - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): hash = hash << 4 | UInt64(byte - 87)
      default: return nil
      }
    }
    let rest = bytes[(colon + 17)...]
    if rest.isEmpty {
      self.init(hash: hash, version: UInt16(version))
      return
    }
    guard rest.first == UInt8(ascii: "~"), let ordinal = decimal(rest.dropFirst()), ordinal >= 2,
      ordinal <= UInt64(UInt32.max)
    else { return nil }
    self.init(hash: hash, ordinal: UInt32(ordinal), version: UInt16(version))
  }

  /// The key as the history writes it.
  public var text: String {
    let digits = String(hash, radix: 16)
    let plain = "\(version):" + String(repeating: "0", count: 16 - digits.count) + digits
    return ordinal == 1 ? plain : "\(plain)~\(ordinal)"
  }

  /// The key without its `~2`: the name of the text itself.
  public var base: CardKey {
    CardKey(hash: hash, version: version)
  }
}

/// A decimal number without sign or leading zero.
private func decimal(_ bytes: ArraySlice<UInt8>) -> UInt64? {
  guard let first = bytes.first, bytes.count <= 15, first != 48 || bytes.count == 1 else {
    return nil
  }
  var value: UInt64 = 0
  for byte in bytes {
    guard byte >= 48, byte <= 57 else { return nil }
    value = value * 10 + UInt64(byte - 48)
  }
  return value
}

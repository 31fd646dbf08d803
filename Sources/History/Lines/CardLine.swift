public import StudyDomain

/// The `card` event of a text that was just read, its hashes as the numbers they are.
///
/// An import writes one for each card: the line is that of an `EventDraft` with `CardDetails`, but no
/// part of it becomes a text of its own.
public struct CardLine: Sendable {
  public var key: CardKey
  public var deck: String
  public var looseKey: UInt64
  public var frontHash: UInt64
  public var backHash: UInt64
  /// The first 300 characters of front and back.
  public var text: String

  public init(
    key: CardKey, deck: String, looseKey: UInt64, frontHash: UInt64, backHash: UInt64,
    text: String
  ) {
    self.key = key
    self.deck = deck
    self.looseKey = looseKey
    self.frontHash = frontHash
    self.backHash = backHash
    self.text = text
  }

  /// Appends the line with its LF.
  public func append(
    to lines: inout [UInt8], name: EventName, time: Timestamp, offset: Int, day: StudyDay,
    group: Int64
  ) {
    lines.appendHead(name, time, offset, day, .card)
    lines.append(key)
    lines.appendTab()
    lines.append(decimal: group)
    lines.append(word: "\t\t")
    lines.append(field: deck)
    for hash in [looseKey, frontHash, backHash] {
      lines.append(hex: hash)
      lines.appendTab()
    }
    lines.append(field: text)
    lines.append(word: ".\n")
  }
}

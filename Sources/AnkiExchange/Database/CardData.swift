/// Reads the column `data` of a card, of which there are hundreds of thousands.
struct CardData: Equatable {
  var originalPosition: Int32?
  var stability: Double?
  var difficulty: Double?
  var desiredRetention: Double?
  var decay: Double?
  var lastReview: Int64?
  var customData = ""

  /// Anything that cannot be read counts as empty.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count > 2 else { return }
    if let usual = Self(usual: bytes) {
      self = usual
      return
    }
    do {
      self = try Self(parsing: bytes)
    } catch {
      self = Self()
    }
  }

  private init() {}

  /// Reads what Anki writes without making values of it; nil for any other form.
  private init?(usual bytes: UnsafeBufferPointer<UInt8>) {
    var scan = JSONScan(bytes)
    guard scan.take("{") else { return nil }
    repeat {
      if scan.take("\"pos\":") {
        guard let position = scan.integer().flatMap({ Int32(exactly: $0) }) else { return nil }
        originalPosition = position
      } else if scan.take("\"s\":") {
        guard let number = scan.number() else { return nil }
        stability = number
      } else if scan.take("\"d\":") {
        guard let number = scan.number() else { return nil }
        difficulty = number
      } else if scan.take("\"dr\":") {
        guard let number = scan.number() else { return nil }
        desiredRetention = number
      } else if scan.take("\"decay\":") {
        guard let number = scan.number() else { return nil }
        decay = number
      } else if scan.take("\"lrt\":") {
        guard let time = scan.integer() else { return nil }
        lastReview = time
      } else {
        return nil
      }
    } while scan.take(",")
    guard scan.take("}"), scan.isAtEnd else { return nil }
  }

  /// Reads any object.
  init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    guard case .object(let members) = try JSONReader.read(bytes, maximumValues: 1000) else {
      return
    }
    for (key, value) in members {
      switch key {
      case "pos": originalPosition = value.integerValue.flatMap { Int32(exactly: $0) }
      case "s": stability = value.doubleValue
      case "d": difficulty = value.doubleValue
      case "dr": desiredRetention = value.doubleValue
      case "decay": decay = value.doubleValue
      case "lrt": lastReview = value.integerValue
      case "cd": customData = value.stringValue ?? ""
      default: break
      }
    }
  }
}

extension AnkiCard {
  /// The column `data`, keys in the order that Anki has.
  func writeData(into output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    func member(_ key: StaticString, _ text: String) {
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      output += "\"\(key)\":\(text)".utf8
    }
    if let originalPosition { member("pos", String(originalPosition)) }
    if let stability, stability.isFinite { member("s", String(stability)) }
    if let difficulty, difficulty.isFinite { member("d", String(difficulty)) }
    if let desiredRetention, desiredRetention.isFinite { member("dr", String(desiredRetention)) }
    if let decay, decay.isFinite { member("decay", String(decay)) }
    if let lastReview { member("lrt", String(lastReview)) }
    if !customData.isEmpty {
      member("cd", "")
      JSONWriter.quote(customData, into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

// Decks as the tables of schema 15 and later hold them.

extension AnkiDeck {
  /// Reads a deck of its two messages; the name has U+001F between levels.
  init(
    id: Int64, storedName: String, modified: Int64, common: [UInt8], kind message: [UInt8]
  ) throws(ProtobufError) {
    let name = storedName.utf8.split(separator: 0x1F, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "::")
    self.init(id: id, name: name)
    self.modified = modified
    try ProtobufReader.read(common) { number, value throws(ProtobufError) in
      switch number {
      case 1: isCollapsed = try value.bool
      case 2: isBrowserCollapsed = try value.bool
      case 3: studied.day = try value.integer
      case 4: studied.new = try value.integer
      case 5: studied.reviews = try value.integer
      case 6: studied.learning = try value.integer
      case 7: studied.milliseconds = try value.integer
      case 255: other = try value.members
      default: break
      }
    }
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: kind = .normal(try AnkiNormalDeck(message: value.slice))
      case 2: kind = .filtered(try AnkiFilteredDeck(message: value.slice))
      default: break
      }
    }
  }

  var storedName: String {
    name.components(between: "::").joined(separator: "\u{1F}")
  }

  var commonMessage: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, isCollapsed)
    writer.write(2, isBrowserCollapsed)
    writer.write(3, studied.day)
    writer.write(4, studied.new)
    writer.write(5, studied.reviews)
    writer.write(6, studied.learning)
    writer.write(7, studied.milliseconds)
    writer.write(other: other)
    return writer.bytes
  }

  var kindMessage: [UInt8] {
    var writer = ProtobufWriter()
    switch kind {
    case .normal(let deck): writer.writeAlways(1, deck.message)
    case .filtered(let deck): writer.writeAlways(2, deck.message)
    }
    return writer.bytes
  }
}

extension AnkiNormalDeck {
  init(message: ArraySlice<UInt8>) throws(ProtobufError) {
    self.init()
    presetID = 0
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: presetID = try value.integer
      case 2: extendNew = try value.integer
      case 3: extendReviews = try value.integer
      case 4: description = try value.text
      case 5: descriptionIsMarkdown = try value.bool
      case 6: reviewLimit = try value.integer
      case 7: newLimit = try value.integer
      case 8: reviewLimitToday = try AnkiDayLimit(message: value.slice)
      case 9: newLimitToday = try AnkiDayLimit(message: value.slice)
      case 10: desiredRetention = try value.float
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, presetID)
    writer.write(2, extendNew)
    writer.write(3, extendReviews)
    writer.write(4, description)
    writer.write(5, descriptionIsMarkdown)
    if let reviewLimit { writer.writeAlways(6, reviewLimit) }
    if let newLimit { writer.writeAlways(7, newLimit) }
    if let reviewLimitToday { writer.writeAlways(8, reviewLimitToday.message) }
    if let newLimitToday { writer.writeAlways(9, newLimitToday.message) }
    if let desiredRetention { writer.writeAlways(10, desiredRetention) }
    return writer.bytes
  }
}

extension AnkiDayLimit {
  init(message: ArraySlice<UInt8>) throws(ProtobufError) {
    self.init(limit: 0, day: 0)
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: limit = try value.integer
      case 2: day = try value.integer
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, limit)
    writer.write(2, day)
    return writer.bytes
  }
}

extension AnkiFilteredDeck {
  init(message: ArraySlice<UInt8>) throws(ProtobufError) {
    self.init()
    (reschedules, previewAgainSeconds, previewHardSeconds) = (false, 0, 0)
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: reschedules = try value.bool
      case 2: terms.append(try Term(message: value.slice))
      case 3: try value.append(to: &delays)
      case 4: previewDelay = try value.integer
      case 5: previewHardSeconds = try value.integer
      case 6: previewGoodSeconds = try value.integer
      case 7: previewAgainSeconds = try value.integer
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, reschedules)
    for term in terms { writer.writeAlways(2, term.message) }
    writer.write(3, delays)
    writer.write(4, previewDelay)
    writer.write(5, previewHardSeconds)
    writer.write(6, previewGoodSeconds)
    writer.write(7, previewAgainSeconds)
    return writer.bytes
  }
}

extension AnkiFilteredDeck.Term {
  init(message: ArraySlice<UInt8>) throws(ProtobufError) {
    self.init(search: "", limit: 0, order: 0)
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: search = try value.text
      case 2: limit = try value.integer
      case 3: order = try value.integer
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, search)
    writer.write(2, limit)
    writer.write(3, order)
    return writer.bytes
  }
}

extension String {
  /// The parts between occurrences of a separator of ASCII, empty ones too.
  func components(between separator: StaticString) -> [String] {
    let bytes = Array(utf8)
    let mark = UnsafeBufferPointer(
      start: separator.utf8Start, count: separator.utf8CodeUnitCount)
    var parts: [String] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

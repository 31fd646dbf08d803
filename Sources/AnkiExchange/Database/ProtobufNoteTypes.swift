// Note types as the tables of schema 15 and later hold them.

extension AnkiNoteType {
  init(id: Int64, name: String, modified: Int64, message: [UInt8]) throws(ProtobufError) {
    self.init(id: id, name: name, fields: [], templates: [])
    self.modified = modified
    var requirements: [JSONValue] = []
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: kind = try value.integer == 1 ? .cloze : .normal
      case 2: sortField = Int(clamping: try value.integer)
      case 3: css = try value.text
      case 4: targetDeckID = try value.integer
      case 5: latexHeader = try value.text
      case 6: latexFooter = try value.text
      case 7: latexAsSVG = try value.bool
      case 8: requirements.append(try Self.requirement(value.slice))
      case 9: stock = try value.integer
      case 10: originalID = try value.integer
      case 255: other = try value.members
      default: break
      }
    }
    self.requirements = requirements.isEmpty ? nil : .array(requirements)
  }

  private static let requirementKinds = ["none", "any", "all"]

  /// `[template, kind, [fields]]`.
  private static func requirement(_ message: ArraySlice<UInt8>) throws(ProtobufError) -> JSONValue {
    var template: Int64 = 0
    var kind = 0
    var fields: [Int64] = []
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: template = try value.integer
      case 2: kind = Int(clamping: try value.integer)
      case 3: try value.append(to: &fields)
      default: break
      }
    }
    let name = requirementKinds.indices.contains(kind) ? requirementKinds[kind] : "none"
    return .array([.integer(template), .string(name), .array(fields.map { .integer($0) })])
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, kind.rawValue)
    writer.write(2, Int64(sortField))
    writer.write(3, css)
    writer.write(4, targetDeckID)
    writer.write(5, latexHeader)
    writer.write(6, latexFooter)
    writer.write(7, latexAsSVG)
    for requirement in requirements?.arrayValue ?? [] {
      guard let parts = requirement.arrayValue, parts.count == 3 else { continue }
      var message = ProtobufWriter()
      message.write(1, parts[0].integerValue ?? 0)
      let kind = Self.requirementKinds.firstIndex { $0 == parts[1].stringValue } ?? 0
      message.write(2, Int64(kind))
      message.write(3, packed: (parts[2].arrayValue ?? []).compactMap(\.integerValue))
      writer.writeAlways(8, message.bytes)
    }
    writer.write(9, stock)
    writer.write(10, originalID)
    writer.write(other: other)
    return writer.bytes
  }
}

extension AnkiField {
  init(name: String, message: [UInt8]) throws(ProtobufError) {
    self.init(name: name)
    font = ""
    fontSize = 0
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: isSticky = try value.bool
      case 2: isRightToLeft = try value.bool
      case 3: font = try value.text
      case 4: fontSize = try value.integer
      case 5: hint = try value.text
      case 6: isPlainText = try value.bool
      case 7: isCollapsed = try value.bool
      case 8: isExcludedFromSearch = try value.bool
      case 9: id = try value.integer
      case 10: role = try value.integer
      case 11: preventsDeletion = try value.bool
      case 255: other = try value.members
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, isSticky)
    writer.write(2, isRightToLeft)
    writer.write(3, font)
    writer.write(4, fontSize)
    writer.write(5, hint)
    writer.write(6, isPlainText)
    writer.write(7, isCollapsed)
    writer.write(8, isExcludedFromSearch)
    if let id { writer.writeAlways(9, id) }
    if let role { writer.writeAlways(10, role) }
    writer.write(11, preventsDeletion)
    writer.write(other: other)
    return writer.bytes
  }
}

extension AnkiTemplate {
  init(name: String, modified: Int64, message: [UInt8]) throws(ProtobufError) {
    self.init(name: name, question: "", answer: "")
    self.modified = modified
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: question = try value.text
      case 2: answer = try value.text
      case 3: browserQuestion = try value.text
      case 4: browserAnswer = try value.text
      case 5: targetDeckID = try value.integer
      case 6: browserFont = try value.text
      case 7: browserFontSize = try value.integer
      case 8: id = try value.integer
      case 255: other = try value.members
      default: break
      }
    }
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, question)
    writer.write(2, answer)
    writer.write(3, browserQuestion)
    writer.write(4, browserAnswer)
    writer.write(5, targetDeckID)
    writer.write(6, browserFont)
    writer.write(7, browserFontSize)
    if let id { writer.writeAlways(8, id) }
    writer.write(other: other)
    return writer.bytes
  }
}

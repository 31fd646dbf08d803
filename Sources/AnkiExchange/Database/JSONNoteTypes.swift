// Note types as schema 11 holds them, in one JSON text.

extension AnkiNoteType {
  /// Nil without a name, fields or templates.
  init?(id: Int64, json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    var members = JSONMembers(object)
    guard let name = members.take("name")?.stringValue,
      let fields = members.take("flds")?.arrayValue.flatMap(AnkiField.list),
      let templates = members.take("tmpls")?.arrayValue.flatMap(AnkiTemplate.list)
    else { return nil }
    self.init(id: id, name: name, fields: fields, templates: templates)
    _ = members.take("id")
    _ = members.take("usn")
    kind = members.integer("type") == 1 ? .cloze : .normal
    modified = members.integer("mod", 0)
    sortField = Int(clamping: members.integer("sortf", 0))
    css = members.text("css")
    latexHeader = members.text("latexPre")
    latexFooter = members.text("latexPost")
    latexAsSVG = members.bool("latexsvg")
    targetDeckID = members.integer("did", 0)
    stock = members.integer("originalStockKind", 0)
    originalID = members.integer("originalId", 0)
    if let value = members.take("req"), value.arrayValue?.isEmpty == false { requirements = value }
    other = members.rest
  }

  var json: JSONValue {
    var object = other
    object.set("id", id)
    object.set("name", name)
    object.set("type", kind.rawValue)
    object.set("mod", modified)
    object.set("usn", -1)
    object.set("sortf", Int64(sortField))
    object.set("did", orNull: targetDeckID == 0 ? nil : targetDeckID)
    object.set("css", css)
    object.set("latexPre", latexHeader)
    object.set("latexPost", latexFooter)
    object.set("latexsvg", latexAsSVG)
    object["req"] = requirements ?? .array([])
    object.set("originalStockKind", stock)
    if originalID != 0 { object.set("originalId", originalID) }
    object["flds"] = .array(fields.enumerated().map { $1.json(ordinal: $0) })
    object["tmpls"] = .array(templates.enumerated().map { $1.json(ordinal: $0) })
    return .object(object)
  }
}

extension AnkiField {
  static func list(_ values: [JSONValue]) -> [AnkiField]? {
    let fields = values.compactMap { AnkiField(json: $0) }
    return fields.count == values.count ? fields : nil
  }

  init?(json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    var members = JSONMembers(object)
    guard let name = members.take("name")?.stringValue else { return nil }
    self.init(name: name)
    _ = members.take("ord")
    id = members.integer("id")
    isSticky = members.bool("sticky")
    isRightToLeft = members.bool("rtl")
    font = members.text("font", "Arial")
    fontSize = members.integer("size", 20)
    hint = members.text("description")
    isPlainText = members.bool("plainText")
    isCollapsed = members.bool("collapsed")
    isExcludedFromSearch = members.bool("excludeFromSearch")
    role = members.integer("tag")
    preventsDeletion = members.bool("preventDeletion")
    other = members.rest
  }

  func json(ordinal: Int) -> JSONValue {
    var object = other
    object.set("name", name)
    object.set("ord", Int64(ordinal))
    object.set("sticky", isSticky)
    object.set("rtl", isRightToLeft)
    object.set("font", font)
    object.set("size", fontSize)
    object.set("description", hint)
    object.set("plainText", isPlainText)
    object.set("collapsed", isCollapsed)
    object.set("excludeFromSearch", isExcludedFromSearch)
    object.set("id", orNull: id)
    object.set("tag", orNull: role)
    object.set("preventDeletion", preventsDeletion)
    return .object(object)
  }
}

extension AnkiTemplate {
  static func list(_ values: [JSONValue]) -> [AnkiTemplate]? {
    let templates = values.compactMap { AnkiTemplate(json: $0) }
    return templates.count == values.count ? templates : nil
  }

  init?(json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    var members = JSONMembers(object)
    guard let name = members.take("name")?.stringValue else { return nil }
    self.init(name: name, question: members.text("qfmt"), answer: members.text("afmt"))
    _ = members.take("ord")
    id = members.integer("id")
    browserQuestion = members.text("bqfmt")
    browserAnswer = members.text("bafmt")
    browserFont = members.text("bfont")
    browserFontSize = members.integer("bsize", 0)
    targetDeckID = members.integer("did", 0)
    other = members.rest
  }

  func json(ordinal: Int) -> JSONValue {
    var object = other
    object.set("name", name)
    object.set("ord", Int64(ordinal))
    object.set("qfmt", question)
    object.set("afmt", answer)
    object.set("bqfmt", browserQuestion)
    object.set("bafmt", browserAnswer)
    object.set("bfont", browserFont)
    object.set("bsize", browserFontSize)
    object.set("did", orNull: targetDeckID == 0 ? nil : targetDeckID)
    object.set("id", orNull: id)
    return .object(object)
  }
}

// Decks as schema 11 holds them, in one JSON text.

extension AnkiDeck {
  /// Nil without a name.
  init?(id: Int64, json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    var members = JSONMembers(object)
    guard let name = members.take("name")?.stringValue else { return nil }
    self.init(id: id, name: name)
    _ = members.take("id")
    _ = members.take("usn")
    modified = members.integer("mod", 0)
    isCollapsed = members.bool("collapsed")
    isBrowserCollapsed = members.bool("browserCollapsed")
    studied = AnkiStudied(
      new: members.take("newToday"), reviews: members.take("revToday"),
      learning: members.take("lrnToday"), milliseconds: members.take("timeToday"))
    if members.bool("dyn") {
      kind = .filtered(AnkiFilteredDeck(&members))
    } else {
      kind = .normal(AnkiNormalDeck(&members))
    }
    other = members.rest
  }

  var json: JSONValue {
    var object = other
    object.set("id", id)
    object.set("name", name)
    object.set("mod", modified)
    object.set("usn", -1)
    object.set("collapsed", isCollapsed)
    object.set("browserCollapsed", isBrowserCollapsed)
    let amounts = [
      ("newToday", studied.new), ("revToday", studied.reviews), ("lrnToday", studied.learning),
      ("timeToday", studied.milliseconds),
    ]
    for (key, amount) in amounts {
      object[key] = .array([.integer(studied.day), .integer(amount)])
    }
    switch kind {
    case .normal(let deck): deck.write(into: &object)
    case .filtered(let deck): deck.write(into: &object)
    }
    return .object(object)
  }
}

extension AnkiStudied {
  /// Each value is `[day, amount]`; what is of another day than the latest is over.
  init(new: JSONValue?, reviews: JSONValue?, learning: JSONValue?, milliseconds: JSONValue?) {
    let pairs = [new, reviews, learning, milliseconds].map { value -> (day: Int64, amount: Int64) in
      guard let parts = value?.arrayValue, parts.count == 2 else { return (0, 0) }
      return (parts[0].integerValue ?? 0, parts[1].integerValue ?? 0)
    }
    let latest = pairs.map(\.day).max() ?? 0
    let amounts = pairs.map { $0.day == latest ? $0.amount : 0 }
    self.init()
    day = latest
    (self.new, self.reviews) = (amounts[0], amounts[1])
    (self.learning, self.milliseconds) = (amounts[2], amounts[3])
  }
}

extension AnkiNormalDeck {
  init(_ members: inout JSONMembers) {
    self.init()
    presetID = members.integer("conf", 1)
    description = members.text("desc")
    descriptionIsMarkdown = members.bool("md")
    extendNew = members.integer("extendNew", 0)
    extendReviews = members.integer("extendRev", 0)
    reviewLimit = members.integer("reviewLimit")
    newLimit = members.integer("newLimit")
    reviewLimitToday = AnkiDayLimit(members.take("reviewLimitToday"))
    newLimitToday = AnkiDayLimit(members.take("newLimitToday"))
    desiredRetention = members.integer("desiredRetention").map { Float($0) / 100 }
  }

  func write(into object: inout [String: JSONValue]) {
    object.set("dyn", 0)
    object.set("conf", presetID)
    object.set("desc", description)
    object.set("md", descriptionIsMarkdown)
    object.set("extendNew", extendNew)
    object.set("extendRev", extendReviews)
    object.set("reviewLimit", orNull: reviewLimit)
    object.set("newLimit", orNull: newLimit)
    object["reviewLimitToday"] = reviewLimitToday?.json ?? .null
    object["newLimitToday"] = newLimitToday?.json ?? .null
    let percent = desiredRetention.map { ($0 * 100).rounded() }
    object.set("desiredRetention", orNull: percent.flatMap { Int64(exactly: $0) })
  }
}

extension AnkiDayLimit {
  init?(_ json: JSONValue?) {
    guard case .object(let object)? = json else { return nil }
    self.init(
      limit: object["limit"]?.integerValue ?? 0, day: object["today"]?.integerValue ?? 0)
  }

  var json: JSONValue {
    .object(["limit": .integer(limit), "today": .integer(day)])
  }
}

extension AnkiFilteredDeck {
  init(_ members: inout JSONMembers) {
    self.init()
    reschedules = members.bool("resched", true)
    terms = (members.take("terms")?.arrayValue ?? []).compactMap { value in
      guard let parts = value.arrayValue, parts.count == 3, let search = parts[0].stringValue
      else { return nil }
      return Term(
        search: search, limit: parts[1].integerValue ?? 0, order: parts[2].integerValue ?? 0)
    }
    delays = members.floats("delays")
    previewDelay = members.integer("previewDelay", 0)
    previewAgainSeconds = members.integer("previewAgainSecs", 60)
    previewHardSeconds = members.integer("previewHardSecs", 600)
    previewGoodSeconds = members.integer("previewGoodSecs", 0)
    // Says nothing any more.
    _ = members.take("separate")
    if members.rest["desc"] == .string("") { _ = members.take("desc") }
  }

  func write(into object: inout [String: JSONValue]) {
    object.set("dyn", 1)
    // Every deck needs one to be read.
    if object["desc"] == nil { object.set("desc", "") }
    object.set("resched", reschedules)
    object["terms"] = .array(
      terms.map { .array([.string($0.search), .integer($0.limit), .integer($0.order)]) })
    object.set("separate", true)
    if delays.isEmpty { object["delays"] = .null } else { object.set("delays", delays) }
    object.set("previewDelay", previewDelay)
    object.set("previewAgainSecs", previewAgainSeconds)
    object.set("previewHardSecs", previewHardSeconds)
    object.set("previewGoodSecs", previewGoodSeconds)
  }
}

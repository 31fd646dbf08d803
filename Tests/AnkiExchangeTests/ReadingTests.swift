import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import AnkiExchange

/// Every package of every generation, against what the engine says of it.
@Suite struct ReadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ fixture: Fixture) throws -> (AnkiPackage, AnkiCollection) {
    let package = try AnkiPackage.open(fixture.path, scratchFolder: folder.path)
    return (package, try package.collection())
  }

  @Test func `there are packages of all generations`() throws {
    let generations = try Fixture.packages.map { fixture in
      let found = try AnkiPackage.open(fixture.path, scratchFolder: folder.path).generation
      let container = try fixture.expected().list("imports").first?["container"]
      #expect(String(describing: found) == container?.text("generation"), "\(fixture.name)")
      return found
    }
    #expect(Set(generations).count == 3)
    #expect(generations.count >= 23)
  }

  @Test(arguments: Fixture.packages)
  func `nothing is odd and the scratch folder stays empty`(_ fixture: Fixture) throws {
    let (package, collection) = try read(fixture)
    #expect(collection.repairs == [])
    #expect(folder.files(in: ".") == [])
    #expect([11, 18].contains(collection.schema))
    _ = package
  }

  @Test(arguments: Fixture.packages)
  func `decks and presets are those of the engine`(_ fixture: Fixture) throws {
    let (_, collection) = try read(fixture)
    let expected = try fixture.expected()
    let presets = Dictionary(uniqueKeysWithValues: collection.presets.map { ($0.id, $0) })
    for told in expected.list("decks") {
      let name = try #require(told.text("name"))
      // The engine's own Default, and parents that it makes.
      guard let deck = collection.decks.first(where: { $0.name == name }) else {
        #expect(expected.list("decks").contains { $0.text("name")?.hasPrefix(name + "::") == true })
        continue
      }
      switch deck.kind {
      case .normal(let normal):
        #expect(told["filtered"] == .bool(false))
        #expect(presets[normal.presetID]?.name == told.text("preset"))
        #expect(normal.description == told.text("description") ?? "")
        #expect(normal.newLimit == told.integer("newLimit"))
        #expect(normal.reviewLimit == told.integer("reviewLimit"))
        let percent = normal.desiredRetention.map { Int64(($0 * 100).rounded()) }
        #expect(percent == told.integer("desiredRetention"))
      case .filtered(let filtered):
        #expect(told["filtered"] == .bool(true))
        #expect(.bool(filtered.reschedules) == told["reschedule"])
        let terms = filtered.terms.map {
          JSONValue.array([.string($0.search), .integer($0.limit), .integer($0.order)])
        }
        #expect(terms == told.list("terms"))
      }
    }
    for told in expected.list("presets") {
      let preset = try #require(collection.presets.first { $0.name == told.text("name") })
      // A package never overwrites the preset that every collection has.
      if preset.id == 1, !fixture.name.hasSuffix(".colpkg") { continue }
      try compare(preset, told)
    }
    #expect(collection.presets.count == expected.list("presets").count)
  }

  private func compare(_ preset: AnkiPreset, _ told: JSONValue) throws {
    #expect(preset.newPerDay == told.integer("new_per_day"))
    #expect(preset.reviewsPerDay == told.integer("reviews_per_day"))
    #expect(preset.learningSteps == told.list("learn_steps_min").map { Float($0.doubleValue ?? 0) })
    #expect(
      preset.relearningSteps == told.list("relearn_steps_min").map { Float($0.doubleValue ?? 0) })
    #expect(preset.maximumIntervalDays == told.integer("max_interval"))
    #expect(preset.desiredRetention == told.double("desired_retention").map { Float($0) })
    #expect(preset.leechThreshold == told.integer("leech_threshold"))
    #expect(.bool(preset.buriesNew) == told["bury_new"])
    #expect(.bool(preset.buriesReviews) == told["bury_reviews"])
    #expect(preset.fsrsParameters == told.list("fsrs_params").map { Float($0.doubleValue ?? 0) })
  }

  @Test(arguments: Fixture.packages)
  func `note types are those of the engine`(_ fixture: Fixture) throws {
    let (_, collection) = try read(fixture)
    let decks = Dictionary(uniqueKeysWithValues: collection.decks.map { ($0.id, $0.name) })
    let expected = try fixture.expected().list("notetypes")
    for told in expected {
      let type = try #require(collection.noteTypes.first { $0.id == told.integer("id") })
      #expect(type.name == told.text("name"))
      #expect((type.kind == .cloze ? "cloze" : "normal") == told.text("kind"))
      #expect(Int64(type.sortField) == told.integer("sort_field"))
      #expect(type.css == told.text("css"))
      #expect(type.stock == told.integer("stock_kind") ?? 0)
      let fields = told.list("fields")
      #expect(type.fields.map(\.name) == fields.map { $0.text("name") })
      #expect(type.fields.map(\.isRightToLeft) == fields.map { $0["rtl"] == .bool(true) })
      #expect(type.fields.map(\.isSticky) == fields.map { $0["sticky"] == .bool(true) })
      #expect(type.fields.map(\.font) == fields.map { $0.text("font") ?? "Arial" })
      #expect(type.fields.map(\.fontSize) == fields.map { $0.integer("size") ?? 20 })
      #expect(type.fields.map(\.hint) == fields.map { $0.text("description") ?? "" })
      let templates = told.list("templates")
      #expect(type.templates.map(\.name) == templates.map { $0.text("name") })
      #expect(type.templates.map(\.question) == templates.map { $0.text("q") })
      #expect(type.templates.map(\.answer) == templates.map { $0.text("a") })
      // The importer of a package gives decks new ids and forgets the old ones here.
      for (template, told) in zip(type.templates, templates) {
        if let name = told.text("deck_override") { #expect(decks[template.targetDeckID] == name) }
      }
    }
    let used = Set(collection.notes.map(\.noteTypeID))
    #expect(used.isSubset(of: expected.compactMap { $0.integer("id") }))
  }

  @Test(arguments: Fixture.packages)
  func `notes are those of the engine`(_ fixture: Fixture) throws {
    let (_, collection) = try read(fixture)
    let expected = try fixture.expected().list("notes")
    let types = Dictionary(uniqueKeysWithValues: collection.noteTypes.map { ($0.id, $0) })
    #expect(collection.notes.count == expected.count)
    for (note, told) in zip(collection.notes, expected) {
      let type = try #require(types[note.noteTypeID])
      #expect(note.id == told.integer("id"))
      #expect(note.guid == told.text("guid"))
      #expect(note.modified == told.integer("mod"))
      #expect(type.name == told.text("notetype"))
      // The engine sorts them, other programs may not have.
      #expect(Set(note.tags) == Set(told.list("tags").compactMap(\.stringValue)))
      let pairs = zip(type.fields, note.fields).map {
        JSONValue.array([.string($0.name), .string($1)])
      }
      #expect(pairs == told.list("fields"))
      #expect(note.fields.count == type.fields.count)
      var first = AnkiText.stripped(note.fields[0], keepsMediaNames: true)
      let sorting = AnkiText.stripped(note.fields[type.sortField], keepsMediaNames: true)
      #expect(sorting == told.text("sort_field"))
      #expect(first.withUTF8 { Int64(SortText.checksum(ofPlain: $0)) } == told.integer("csum"))
    }
  }

  private static let kinds: [AnkiCard.Kind: String] = [
    .new: "new", .learning: "learning", .review: "review", .relearning: "relearning",
  ]
  private static let queues: [AnkiCard.Queue: String] = [
    .new: "new", .learning: "learning", .review: "review", .dayLearning: "day-learning",
    .preview: "preview", .suspended: "suspended", .buriedByScheduler: "buried-sched",
    .buriedByHand: "buried-user",
  ]

  @Test(arguments: Fixture.packages)
  func `cards are those of the engine`(_ fixture: Fixture) throws {
    let (_, collection) = try read(fixture)
    let expected = try fixture.expected().list("cards")
    let decks = Dictionary(uniqueKeysWithValues: collection.decks.map { ($0.id, $0.name) })
    #expect(collection.cards.count == expected.count)
    for (card, told) in zip(collection.cards, expected) {
      #expect(card.id == told.integer("id"))
      #expect(card.noteID == told.integer("note_id"))
      #expect(Int64(card.ordinal) == told.integer("ord"))
      #expect(decks[card.deckID] == told.text("deck"))
      #expect(Self.kinds[card.kind] == told.text("type"))
      #expect(Self.queues[card.queue] == told.text("queue"))
      #expect(Int64(card.intervalDays) == told.integer("interval"))
      #expect(Int64(card.easePermille) == told.integer("ease_permille"))
      #expect(Int64(card.repetitions) == told.integer("reps"))
      #expect(Int64(card.lapses) == told.integer("lapses"))
      #expect(Int64(card.stepsLeft) == told.integer("left"))
      #expect(Int64(card.flag) == told.integer("flag") ?? 0)
      #expect(card.memory?.stability == told.double("stability"))
      #expect(card.memory?.difficulty == told.double("difficulty"))
      #expect(card.desiredRetention == told.double("desired_retention"))
      #expect(card.decay == told.double("decay"))
      #expect(card.originalPosition.map { Int64($0) } == told.integer("original_position"))
      #expect(card.customData == told.text("custom_data") ?? "")
      #expect(card.lastReview == told.integer("last_review"))
      #expect(decks[card.originalDeckID] == told.text("original_deck"))
      compareDue(card, told, collection)
    }
  }

  private func compareDue(_ card: AnkiCard, _ told: JSONValue, _ collection: AnkiCollection) {
    func matches(_ form: AnkiDue, _ told: JSONValue?) -> Bool {
      switch form {
      case .position(let position): told?.integer("position") == position
      case .time(let seconds): told?.integer("timestamp") == seconds
      case .day(let day):
        told?.text("date") == StudyDay(Int(collection.created / 86_400 + day)).isoDate
      case .filteredRank(let rank):
        told?.integer("filtered_rank")
          == Int64(collection.cards.count { $0.deckID == card.deckID && $0.due < rank })
      }
    }
    #expect(matches(card.dueForm, told["due"]), "card \(card.id)")
    if let original = told["original_due"] {
      #expect(matches(card.homeDueForm, original), "card \(card.id)")
    }
  }

  @Test(arguments: Fixture.packages)
  func `the review log is that of the engine`(_ fixture: Fixture) throws {
    let (_, collection) = try read(fixture)
    let told = try #require(try fixture.expected()["revlog"])
    #expect(Int64(collection.reviews.count) == told.integer("count"))
    guard !collection.reviews.isEmpty else { return }
    func counts(_ key: (AnkiReview) -> UInt8) -> JSONValue {
      .object(
        Dictionary(grouping: collection.reviews, by: { String(key($0)) })
          .mapValues { .integer(Int64($0.count)) })
    }
    #expect(counts(\.rawKind) == told["by_type"])
    #expect(counts(\.button) == told["by_button"])
    #expect(
      collection.reviews.reduce(0) { $0 + Int64($1.milliseconds) } == told.integer("total_ms"))
    let rows = collection.reviews.map { review in
      [
        review.id, review.cardID, Int64(review.button), Int64(review.interval),
        Int64(review.lastInterval), Int64(review.factor), Int64(review.milliseconds),
        Int64(review.rawKind),
      ]
    }
    #expect(rows.first == told.list("first").compactMap(\.integerValue))
    #expect(rows.last == told.list("last").compactMap(\.integerValue))
    let text = rows.map { $0.map(String.init).joined(separator: " ") + "\n" }.joined()
    #expect(hex(SHA256.hash(Array(text.utf8))) == told.text("sha256"))
  }

  @Test(arguments: Fixture.packages)
  func `tags and media are those of the engine`(_ fixture: Fixture) throws {
    let (package, collection) = try read(fixture)
    let expected = try fixture.expected()
    // The engine registers the tags of notes; unused ones come with whole collections only.
    let known = Set(collection.tags.map(\.name)).union(collection.notes.flatMap(\.tags))
    let told = Set(expected.list("tags").compactMap(\.stringValue))
    #expect(told.isSubset(of: known))
    for file in expected.list("media") {
      let found = try #require(package.media.first { $0.name == file.text("name") })
      let bytes = try package.medium(found, limit: 1 << 20)
      #expect(Int64(bytes.count) == file.integer("size"))
      #expect(hex(SHA1.hash(bytes)) == file.text("sha1"))
    }
    if fixture.name.hasSuffix(".colpkg") {
      #expect(package.media.count == expected.list("media").count)
      #expect(Int64(collection.graves.count) == expected.integer("graves") ?? 0)
    }
  }
}

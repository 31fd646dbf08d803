// Presets as schema 11 holds them, in one JSON text. It tells some things the other way round.

extension AnkiPreset {
  /// Nil without a name.
  init?(id: Int64, json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    var members = JSONMembers(object)
    guard let name = members.take("name")?.stringValue else { return nil }
    self.init(id: id, name: name)
    _ = members.take("id")
    _ = members.take("usn")
    _ = members.take("dyn")
    modified = members.integer("mod", 0)
    disablesAutoplay = !members.bool("autoplay", true)
    showsTimer = members.bool("timer")
    skipsQuestionWhenReplaying = !members.bool("replayq", true)
    answerCapSeconds = members.integer("maxTaken", 60)
    readNew(&members)
    readReviews(&members)
    readLapses(&members)
    readLater(&members)
    let kept = other
    other = members.rest.merging(kept) { _, kept in kept }
  }

  /// What a group of options says beyond the known keys is kept under the group's name.
  private mutating func keep(_ group: String, _ members: JSONMembers) {
    if !members.rest.isEmpty { other[group] = .object(members.rest) }
  }

  private mutating func readNew(_ preset: inout JSONMembers) {
    var members = preset.members("new")
    learningSteps = members.floats("delays", learningSteps)
    let intervals = (members.take("ints")?.arrayValue ?? []).map { $0.integerValue ?? 0 }
    if intervals.count > 0 { graduatingGoodDays = intervals[0] }
    if intervals.count > 1 { graduatingEasyDays = intervals[1] }
    initialEase = members.float("initialFactor", 2500) / 1000
    newCardInsertOrder = members.integer("order") == 0 ? 1 : 0
    newPerDay = members.integer("perDay", 20)
    buriesNew = members.bool("bury")
    keep("new", members)
  }

  private mutating func readReviews(_ preset: inout JSONMembers) {
    var members = preset.members("rev")
    reviewsPerDay = members.integer("perDay", 200)
    easyMultiplier = members.float("ease4", 1.3)
    intervalMultiplier = members.float("ivlFct", 1)
    maximumIntervalDays = members.integer("maxIvl", 36_500)
    buriesReviews = members.bool("bury")
    hardMultiplier = members.float("hardFactor", 1.2)
    keep("rev", members)
  }

  private mutating func readLapses(_ preset: inout JSONMembers) {
    var members = preset.members("lapse")
    relearningSteps = members.floats("delays", relearningSteps)
    lapseMultiplier = members.float("mult", 0)
    minimumLapseIntervalDays = members.integer("minInt", 1)
    leechThreshold = members.integer("leechFails", 8)
    leechAction = members.integer("leechAction", 0)
    keep("lapse", members)
  }

  /// The keys that came after the groups.
  private mutating func readLater(_ members: inout JSONMembers) {
    newMix = members.integer("newMix", 0)
    dayLearningMix = members.integer("interdayLearningMix", 0)
    reviewOrder = members.integer("reviewOrder", 0)
    newCardSortOrder = members.integer("newSortOrder", 0)
    newCardGatherPriority = members.integer("newGatherPriority", 0)
    newPerDayMinimum = members.integer("newPerDayMinimum", 0)
    buriesDayLearning = members.bool("buryInterdayLearning")
    fsrs4Parameters = members.floats("fsrsWeights")
    fsrs5Parameters = members.floats("fsrsParams5")
    fsrs6Parameters = members.floats("fsrsParams6")
    desiredRetention = members.float("desiredRetention", 0.9)
    historicalRetention = members.float("sm2Retention", 0.9)
    ignoreReviewsBefore = members.text("ignoreRevlogsBeforeDate")
    easyDays = members.floats("easyDaysPercentages")
    parameterSearch = members.text("weightSearch")
    stopsTimerOnAnswer = members.bool("stopTimerOnAnswer")
    secondsToShowQuestion = members.float("secondsToShowQuestion", 0)
    secondsToShowAnswer = members.float("secondsToShowAnswer", 0)
    questionAction = members.integer("questionAction", 0)
    answerAction = members.integer("answerAction", 0)
    waitsForAudio = members.bool("waitForAudio", true)
  }

  // MARK: Writing

  var json: JSONValue {
    var object = other
    object.set("id", id)
    object.set("name", name)
    object.set("mod", modified)
    object.set("usn", -1)
    object.set("dyn", false)
    object.set("autoplay", !disablesAutoplay)
    object.set("timer", showsTimer ? 1 : 0)
    object.set("replayq", !skipsQuestionWhenReplaying)
    object.set("maxTaken", answerCapSeconds)
    object["new"] = .object(newOptions)
    object["rev"] = .object(reviewOptions)
    object["lapse"] = .object(lapseOptions)
    writeLater(into: &object)
    return .object(object)
  }

  private var newOptions: [String: JSONValue] {
    var object = other["new"]?.objectValue ?? [:]
    object.set("delays", learningSteps)
    object["ints"] = .array(
      [graduatingGoodDays, graduatingEasyDays, 0].map { .integer($0) })
    object.set("initialFactor", Int64(exactly: (initialEase * 1000).rounded()) ?? 2500)
    object.set("order", newCardInsertOrder == 1 ? 0 : 1)
    object.set("perDay", newPerDay)
    object.set("bury", buriesNew)
    return object
  }

  private var reviewOptions: [String: JSONValue] {
    var object = other["rev"]?.objectValue ?? [:]
    object.set("perDay", reviewsPerDay)
    object.set("ease4", float: easyMultiplier)
    object.set("ivlFct", float: intervalMultiplier)
    object.set("maxIvl", maximumIntervalDays)
    object.set("bury", buriesReviews)
    object.set("hardFactor", float: hardMultiplier)
    return object
  }

  private var lapseOptions: [String: JSONValue] {
    var object = other["lapse"]?.objectValue ?? [:]
    object.set("delays", relearningSteps)
    object.set("mult", float: lapseMultiplier)
    object.set("minInt", minimumLapseIntervalDays)
    object.set("leechFails", leechThreshold)
    object.set("leechAction", leechAction)
    return object
  }

  private func writeLater(into object: inout [String: JSONValue]) {
    object.set("newMix", newMix)
    object.set("interdayLearningMix", dayLearningMix)
    object.set("reviewOrder", reviewOrder)
    object.set("newSortOrder", newCardSortOrder)
    object.set("newGatherPriority", newCardGatherPriority)
    object.set("newPerDayMinimum", newPerDayMinimum)
    object.set("buryInterdayLearning", buriesDayLearning)
    object.set("fsrsWeights", fsrs4Parameters)
    object.set("fsrsParams5", fsrs5Parameters)
    object.set("fsrsParams6", fsrs6Parameters)
    object.set("desiredRetention", float: desiredRetention)
    object.set("sm2Retention", float: historicalRetention)
    object.set("ignoreRevlogsBeforeDate", ignoreReviewsBefore)
    object.set("easyDaysPercentages", easyDays)
    object.set("weightSearch", parameterSearch)
    object.set("stopTimerOnAnswer", stopsTimerOnAnswer)
    object.set("secondsToShowQuestion", float: secondsToShowQuestion)
    object.set("secondsToShowAnswer", float: secondsToShowAnswer)
    object.set("questionAction", questionAction)
    object.set("answerAction", answerAction)
    object.set("waitForAudio", waitsForAudio)
  }
}

// Presets as the table of schema 14 and later holds them.

extension AnkiPreset {
  /// Reads a preset; before schema 16 the ease is percent or permille there.
  init(
    id: Int64, name: String, modified: Int64, message: [UInt8], schema: Int
  ) throws(ProtobufError) {
    self.init(id: id, name: name)
    self.modified = modified
    self.setAllToZero()
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1...6, 11...15, 37, 40...42: try self.readFloats(number, value)
      case 9: newPerDay = try value.integer
      case 10: reviewsPerDay = try value.integer
      case 16: maximumIntervalDays = try value.integer
      case 17: minimumLapseIntervalDays = try value.integer
      case 18: graduatingGoodDays = try value.integer
      case 19: graduatingEasyDays = try value.integer
      case 20: newCardInsertOrder = try value.integer
      case 21: leechAction = try value.integer
      case 22: leechThreshold = try value.integer
      case 23: disablesAutoplay = try value.bool
      case 24: answerCapSeconds = try value.integer
      case 25: showsTimer = try value.bool
      case 26: skipsQuestionWhenReplaying = try value.bool
      case 27: buriesNew = try value.bool
      case 28: buriesReviews = try value.bool
      case 29: buriesDayLearning = try value.bool
      case 30: newMix = try value.integer
      case 31: dayLearningMix = try value.integer
      case 32: newCardSortOrder = try value.integer
      case 33: reviewOrder = try value.integer
      case 34: newCardGatherPriority = try value.integer
      case 35: newPerDayMinimum = try value.integer
      case 36: questionAction = try value.integer
      case 38: stopsTimerOnAnswer = try value.bool
      case 43: answerAction = try value.integer
      case 44: waitsForAudio = try value.bool
      case 45: parameterSearch = try value.text
      case 46: ignoreReviewsBefore = try value.text
      case 255: other = try value.members
      default: break
      }
    }
    if schema < 16, initialEase > 10 { initialEase /= initialEase >= 1000 ? 1000 : 100 }
  }

  private mutating func readFloats(
    _ number: UInt64, _ value: ProtobufReader.Value
  ) throws(ProtobufError) {
    switch number {
    case 1: try value.append(to: &learningSteps)
    case 2: try value.append(to: &relearningSteps)
    case 3: try value.append(to: &fsrs4Parameters)
    case 4: try value.append(to: &easyDays)
    case 5: try value.append(to: &fsrs5Parameters)
    case 6: try value.append(to: &fsrs6Parameters)
    case 11: initialEase = try value.float
    case 12: easyMultiplier = try value.float
    case 13: hardMultiplier = try value.float
    case 14: lapseMultiplier = try value.float
    case 15: intervalMultiplier = try value.float
    case 37: desiredRetention = try value.float
    case 40: historicalRetention = try value.float
    case 41: secondsToShowQuestion = try value.float
    case 42: secondsToShowAnswer = try value.float
    default: break
    }
  }

  /// An absent field means zero, not what a new preset has.
  private mutating func setAllToZero() {
    (learningSteps, relearningSteps) = ([], [])
    (newPerDay, reviewsPerDay, maximumIntervalDays, minimumLapseIntervalDays) = (0, 0, 0, 0)
    (initialEase, easyMultiplier, hardMultiplier, intervalMultiplier) = (0, 0, 0, 0)
    (graduatingGoodDays, graduatingEasyDays, leechAction, leechThreshold) = (0, 0, 0, 0)
    (answerCapSeconds, waitsForAudio, desiredRetention, historicalRetention) = (0, false, 0, 0)
  }

  var message: [UInt8] {
    var writer = ProtobufWriter()
    writer.write(1, learningSteps)
    writer.write(2, relearningSteps)
    writer.write(3, fsrs4Parameters)
    writer.write(4, easyDays)
    writer.write(5, fsrs5Parameters)
    writer.write(6, fsrs6Parameters)
    writer.write(9, newPerDay)
    writer.write(10, reviewsPerDay)
    writer.write(11, initialEase)
    writer.write(12, easyMultiplier)
    writer.write(13, hardMultiplier)
    writer.write(14, lapseMultiplier)
    writer.write(15, intervalMultiplier)
    writer.write(16, maximumIntervalDays)
    writer.write(17, minimumLapseIntervalDays)
    writer.write(18, graduatingGoodDays)
    writer.write(19, graduatingEasyDays)
    writer.write(20, newCardInsertOrder)
    writer.write(21, leechAction)
    writer.write(22, leechThreshold)
    writer.write(23, disablesAutoplay)
    writer.write(24, answerCapSeconds)
    writer.write(25, showsTimer)
    writer.write(26, skipsQuestionWhenReplaying)
    writer.write(27, buriesNew)
    writer.write(28, buriesReviews)
    writer.write(29, buriesDayLearning)
    writer.write(30, newMix)
    writer.write(31, dayLearningMix)
    writer.write(32, newCardSortOrder)
    writer.write(33, reviewOrder)
    writer.write(34, newCardGatherPriority)
    writer.write(35, newPerDayMinimum)
    writer.write(36, questionAction)
    writer.write(37, desiredRetention)
    writer.write(38, stopsTimerOnAnswer)
    writer.write(40, historicalRetention)
    writer.write(41, secondsToShowQuestion)
    writer.write(42, secondsToShowAnswer)
    writer.write(43, answerAction)
    writer.write(44, waitsForAudio)
    writer.write(45, parameterSearch)
    writer.write(46, ignoreReviewsBefore)
    writer.write(other: other)
    return writer.bytes
  }
}

import AnkiExchange
import StudyDomain

/// The options of a preset of Anki as ours.
struct PresetOptions {
  static let names = [
    "new_per_day", "reviews_per_day", "desired_retention", "parameters", "learning_steps",
    "relearning_steps", "maximum_interval", "bury_siblings", "leech_threshold", "leech_action",
  ]

  let preset: AnkiPreset
  let deck: AnkiNormalDeck?
  let usesFSRS: Bool

  /// `base` with what the preset and the deck's own limits say.
  func options(over base: DeckOptions) -> DeckOptions {
    var options = base
    options.newPerDay = whole(deck?.newLimit ?? preset.newPerDay)
    options.reviewsPerDay = whole(deck?.reviewLimit ?? preset.reviewsPerDay)
    options.learningSteps = steps(preset.learningSteps)
    options.relearningSteps = steps(preset.relearningSteps)
    options.maximumInterval = min(max(whole(preset.maximumIntervalDays), 1), 36_500)
    options.burySiblings =
      switch (preset.buriesNew, preset.buriesReviews) {
      case (true, true): .all
      case (true, false): .new
      case (false, true): .reviews
      case (false, false): .none
      }
    options.leechThreshold = whole(preset.leechThreshold)
    options.leechAction = preset.leechAction == 0 ? .suspend : .tag
    if usesFSRS {
      let retention = deck?.desiredRetention ?? preset.desiredRetention
      options.desiredRetention = min(max(Self.short(retention), 0.7), 0.99)
      let parameters = preset.fsrsParameters
      let isKnown = [17, 19, 21].contains(parameters.count)
      options.parameters = isKnown ? parameters.map(Self.short) : []
    }
    return options
  }

  /// The names and values that differ, as events write them.
  static func changes(from base: DeckOptions, to options: DeckOptions) -> [(String, String)] {
    names.compactMap { name in
      guard let value = options.text(of: name), value != base.text(of: name) else { return nil }
      // What our options would refuse stays as it is.
      var trial = base
      guard (try? trial.set(name, to: .text(value))) != nil else { return nil }
      return (name, value)
    }
  }

  private func whole(_ number: Int64) -> Int {
    Int(min(max(number, 0), 1_000_000))
  }

  private func steps(_ minutes: [Float]) -> [Int] {
    minutes.map { Int((min(max($0, 0), 500_000) * 60).rounded()) }.filter { $0 > 0 }
  }

  /// A number with the digits that a 32-bit one has.
  private static func short(_ number: Float) -> Double {
    Double(number.description) ?? Double(number)
  }
}

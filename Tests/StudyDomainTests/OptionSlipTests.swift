import StudyDomain
import Testing

struct OptionSlipTests {
  @Test(
    arguments: [
      ("new_per_dy", "new_per_day"), ("newPerDay", "new_per_day"), ("new-per-day", "new_per_day"),
      ("Reviews Per Day", "reviews_per_day"), ("desired_retenton", "desired_retention"),
      ("pined", "pinned"), ("leech_treshhold", "leech_threshold"),
    ])
  func `a slip of the pen is known`(written: String, meant: String) {
    #expect(DeckOptions.name(like: written) == meant)
  }

  @Test(arguments: ["title", "tag", "date", "author", "aliases", "x", "", "privacy", "parents"])
  func `other words are none`(written: String) {
    #expect(DeckOptions.name(like: written) == nil)
  }
}

import StudyDomain
import Testing

@Suite struct DueChangeTests {
  @Test(
    arguments: [
      ("0", DueChange(days: 0...0)), ("3", DueChange(days: 3...3)),
      (" 3 - 7 ", DueChange(days: 3...7)),
      ("3!", DueChange(days: 3...3, changesInterval: true)),
      ("3-7!", DueChange(days: 3...7, changesInterval: true)),
      ("36500", DueChange(days: 36_500...36_500)),
    ])
  func `a due date is read as Anki writes it`(text: String, change: DueChange) {
    #expect(DueChange(parsing: text) == change)
  }

  @Test(
    arguments: [
      "", "!", "-", "-3", "3-", "7-3", "3!!", "1-2-3", "x", "3d", "36501", "9999999", "٣",
    ])
  func `anything else is no due date`(text: String) {
    #expect(DueChange(parsing: text) == nil)
  }
}

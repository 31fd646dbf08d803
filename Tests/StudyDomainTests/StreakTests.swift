import StudyDomain
import Testing

@Suite struct StreakTests {
  private func streak(
    _ days: [Int], today: Int, free: Set<Int> = []
  ) -> [Int] {
    let streak = Streak(studied: days.map { StudyDay($0) }, today: StudyDay(today)) {
      free.contains($0.number)
    }
    return [streak.current, streak.longest, streak.includesToday ? 1 : 0]
  }

  @Test func `days in a row count, and today may still come`() {
    #expect(streak([], today: 9) == [0, 0, 0])
    #expect(streak([9], today: 9) == [1, 1, 1])
    #expect(streak([7, 8, 9], today: 9) == [3, 3, 1])
    #expect(streak([7, 8], today: 9) == [2, 2, 0])
    #expect(streak([6, 7], today: 9) == [0, 2, 0])
    #expect(streak([1, 2, 3, 7, 9], today: 9) == [1, 3, 1])
  }

  @Test func `free days neither count nor break`() {
    #expect(streak([5, 8], today: 9, free: [6, 7]) == [2, 2, 0])
    #expect(streak([5, 8], today: 9, free: [6]) == [1, 1, 0])
    #expect(streak([5], today: 9, free: [6, 7, 8]) == [1, 1, 0])
  }

  @Test func `answers from a day that has not come do not count`() {
    #expect(streak([8, 9, 12], today: 9) == [2, 2, 1])
  }

  @Test func `a walk day by day finds the same`() {
    for _ in 0..<500 {
      let today = 40
      let studied = Set((0...today).filter { _ in Int.random(in: 0..<3) > 0 })
      let free = Set((0...today).filter { _ in Int.random(in: 0..<4) == 0 })
      var (run, longest, current) = (0, 0, 0)
      for day in 0...today {
        if studied.contains(day) { run += 1 } else if !free.contains(day), day < today { run = 0 }
        longest = max(longest, run)
        current = run
      }
      #expect(
        streak(studied.shuffled(), today: today, free: free)
          == [current, longest, studied.contains(today) ? 1 : 0])
    }
  }

  @Test(arguments: [("18:30", "18:30"), ("7:05", "07:05"), ("00:00", "00:00"), ("23:59", "23:59")])
  func `times of day are read`(text: String, written: String) {
    #expect(ReminderTime(text)?.text == written)
  }

  @Test(arguments: ["24:00", "7:5", "18.30", "1830", "", ":", "-1:00", "١٨:٣٠", "18:60", "018:30"])
  func `what is no time of day is refused`(text: String) {
    #expect(ReminderTime(text) == nil)
  }
}

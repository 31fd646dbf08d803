import StudyDomain
import Testing

@Suite(.enabled(if: ZoneRulesTests.hasZones)) struct StudyCalendarTests {
  func calendar(_ name: String, _ rollover: Int = 240) throws -> StudyCalendar {
    StudyCalendar(zone: try ZoneRulesTests.zone(name), rolloverMinutes: rollover)
  }

  func day(_ calendar: StudyCalendar, _ text: String) -> String? {
    Timestamp(iso: text, in: calendar.zone).map { calendar.studyDay(at: $0).isoDate }
  }

  @Test func `the night belongs to the day before`() throws {
    let york = try calendar("America/New_York")
    #expect(day(york, "2026-11-15T01:00") == "2026-11-14")
    #expect(day(york, "2026-11-15T03:59:59") == "2026-11-14")
    #expect(day(york, "2026-11-15T04:00") == "2026-11-15")
    let tokyo = try calendar("Asia/Tokyo")
    #expect(day(tokyo, "2026-11-15T03:59") == "2026-11-14")
    #expect(tokyo.offsetMinutes(at: Timestamp(seconds: 0)) == 540)
  }

  @Test func `an old review keeps its day across daylight saving`() throws {
    let berlin = try calendar("Europe/Berlin")
    #expect(day(berlin, "2026-10-10T04:30+02:00") == "2026-10-10")
    #expect(day(berlin, "2026-11-03T03:30+01:00") == "2026-11-02")
  }

  @Test(arguments: [0, 90, 120, 150, 179, 180, 240])
  func `a night with an hour twice has one rollover`(rollover: Int) throws {
    for (name, start) in [
      ("Europe/Berlin", "2026-10-24T12:00"), ("Europe/Berlin", "2026-03-28T12:00"),
      ("America/Sao_Paulo", "2018-11-03T12:00"), ("Asia/Tehran", "2022-03-21T12:00"),
      ("Australia/Lord_Howe", "2026-04-04T12:00"),
    ] {
      let calendar = try calendar(name, rollover)
      let begin = try #require(Timestamp(iso: start, in: calendar.zone))
      var last = calendar.studyDay(at: begin)
      var rollovers = 0
      for minute in 1...(24 * 60) {
        let now = begin.adding(seconds: Int64(minute) * 60)
        let day = calendar.studyDay(at: now)
        #expect(day >= last && day - last <= 1)
        #expect(calendar.start(of: day) <= now && calendar.nextRollover(after: now) > now)
        if day != last { rollovers += 1 }
        last = day
      }
      #expect(rollovers == 1, "\(name) \(start)")
    }
  }

  @Test func `midnights that don't exist begin a day at the next valid instant`() throws {
    for (name, date, start) in [
      ("Asia/Tehran", "2022-03-22", "2022-03-22T01:00:00+04:30"),
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00"),
      ("Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"),
    ] {
      let calendar = try calendar(name, 0)
      let day = StudyDay(try #require(CivilDate(iso: date)).daysSince1970)
      #expect(calendar.start(of: day).iso(in: calendar.zone) == start)
    }
    let apia = try calendar("Pacific/Apia")
    #expect(day(apia, "2011-12-29T23:59") == "2011-12-29")
    #expect(day(apia, "2011-12-31T03:59") == "2011-12-30")
    #expect(day(apia, "2011-12-31T04:00") == "2011-12-31")
  }
}

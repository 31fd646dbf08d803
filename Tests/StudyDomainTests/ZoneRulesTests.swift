import Foundation
import Glibc
import StudyDomain
import Testing

@Suite struct ZoneRulesTests {
  static let folder = "/usr/share/zoneinfo"
  static let hasZones = FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")

  static func zone(_ name: String) throws -> ZoneRules {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    return try ZoneRules(tzif: [UInt8](bytes), name: name)
  }

  @Test func `POSIX rules give both offsets`() throws {
    let berlin = try ZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(berlin.offsetSeconds(at: Timestamp(seconds: 1_792_889_999)) == 7200)
    #expect(berlin.offsetSeconds(at: Timestamp(seconds: 1_792_890_000)) == 3600)
    let always = try ZoneRules(posix: "EST5EDT,0/0,J365/25")
    for month in 1...12 {
      let noon = Timestamp(
        seconds: Int64(CivilDate(year: 2030, month: month, day: 1).daysSince1970) * 86_400)
      #expect(always.offsetSeconds(at: noon) == -4 * 3600)
    }
    #expect(try ZoneRules(posix: "<+0330>-3:30").offsetSeconds(at: Timestamp(seconds: 0)) == 12_600)
  }

  @Test(arguments: ["", "XX3", "CET", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0", "CET-1x"])
  func `what is no rule is refused`(text: String) {
    #expect(throws: ZoneFormatError.badRule(text)) { try ZoneRules(posix: text) }
  }

  @Test(.enabled(if: hasZones)) func `a cut zone file is refused at every length`() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.folder + "/Asia/Tehran")))
    for length in 0..<bytes.count {
      #expect(throws: ZoneFormatError.self) {
        try ZoneRules(tzif: Array(bytes[..<length]), name: "cut")
      }
    }
    _ = try ZoneRules(tzif: bytes, name: "whole")
  }

  @Test(.enabled(if: hasZones)) func `gaps give the next valid instant and folds the first`() throws
  {
    let berlin = try Self.zone("Europe/Berlin")
    func instant(_ text: String) -> String? {
      Timestamp(iso: text, in: berlin).map { $0.iso(in: berlin) }
    }
    #expect(instant("2026-03-29T02:30:00") == "2026-03-29T03:00:00+02:00")
    #expect(instant("2026-10-25T02:30:00") == "2026-10-25T02:30:00+02:00")
    #expect(instant("2026-10-25T03:00:00") == "2026-10-25T03:00:00+01:00")
    #expect(instant("2080-07-01") == "2080-07-01T00:00:00+02:00")
    let apia = try Self.zone("Pacific/Apia")
    #expect(Timestamp(iso: "2011-12-30", in: apia)?.iso(in: apia) == "2011-12-31T00:00:00+14:00")
  }

  @Test func `date-times are read and written`() {
    let zone = ZoneRules(name: "test", offset: -12_600)
    let ten = Timestamp(seconds: 1_796_115_600)
    for text in [
      "2026-12-01T10:00:00+01:00", "2026-12-01T09:00:00Z", "2026-12-01T05:30",
      "2026-12-01 05:30:00",
      "2026-12-01T10:00:00+0100", "2026-12-01T10:00+01",
    ] {
      #expect(Timestamp(iso: text, in: zone) == ten, "\(text)")
    }
    #expect(ten.iso(in: zone) == "2026-12-01T05:30:00-03:30")
    #expect(ten.iso(in: .utc) == "2026-12-01T09:00:00+00:00")
    #expect(
      Timestamp(iso: "2026-12-01T09:00:00.2509Z", in: zone)?.milliseconds == 1_796_115_600_250)
    for text in [
      "", "2026-12", "2026-13-01", "2026-02-29", "2026-12-01T", "2026-12-01T24:00",
      "2026-12-01T10:60", "2026-12-01T10:00:00+", "2026-12-01T10:00:00Zx", "2026-12-01T10:00:00.Z",
    ] {
      #expect(Timestamp(iso: text, in: zone) == nil, "\(text)")
    }
    #expect(CivilDate(iso: "2028-02-29") == CivilDate(year: 2028, month: 2, day: 29))
  }
}

/// The C library's own reading of the zone files is the measure; it has one zone at a time.
@Suite(.serialized, .enabled(if: ZoneRulesTests.hasZones)) struct ZoneRulesAgainstSystemTests {
  static let names = [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Tehran", "Pacific/Apia",
    "Australia/Lord_Howe", "Africa/Casablanca", "Africa/Cairo", "Europe/Dublin", "Asia/Kathmandu",
    "Pacific/Kwajalein", "America/St_Johns", "Antarctica/Troll", "Asia/Gaza", "America/Nuuk",
    "Pacific/Chatham", "Europe/London", "Asia/Kolkata", "America/Caracas", "Asia/Pyongyang",
    "Pacific/Kiritimati", "America/Juneau",
  ]

  @Test(arguments: names) func `offsets and local times agree`(name: String) throws {
    let zone = try ZoneRulesTests.zone(name)
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", ":" + name, 1)
    tzset()
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    var instants: [Int64] = []
    // 1950 to 2100, every few hours, never on the same minute.
    var place: Int64 = -631_152_000
    while place < 4_102_444_800 {
      instants.append(place)
      place += 6 * 3600 + 1234
    }
    // Both sides of each transition.
    var next = zone.nextTransition(after: Timestamp(seconds: -631_152_000))
    while let at = next, at.seconds < 4_102_444_800 {
      instants += [at.seconds - 1, at.seconds, at.seconds + 1]
      next = zone.nextTransition(after: at)
    }
    var wrong: [Int64] = []
    for instant in instants {
      var raw = time_t(instant)
      var local = tm()
      localtime_r(&raw, &local)
      let ours = zone.civilTime(at: Timestamp(seconds: instant))
      let same =
        zone.offsetSeconds(at: Timestamp(seconds: instant)) == local.tm_gmtoff
        && ours.date.year == Int(local.tm_year) + 1900 && ours.date.month == Int(local.tm_mon) + 1
        && ours.date.day == Int(local.tm_mday) && ours.hour == Int(local.tm_hour)
        && ours.minute == Int(local.tm_min) && ours.second == Int(local.tm_sec)
      if !same { wrong.append(instant) }
      // Back again: the same instant, or an earlier one with the same reading.
      let back = zone.instant(of: ours).seconds
      if back != instant,
        back > instant || zone.civilTime(at: Timestamp(seconds: back)) != ours
      {
        wrong.append(instant)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(instants.count), first \(wrong.first ?? 0)")
  }
}

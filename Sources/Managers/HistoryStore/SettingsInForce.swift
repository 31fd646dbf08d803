import History
import StudyDomain

/// The settings events in force, arranged for look-ups.
struct SettingsInForce {
  /// By deck and name; a pin is the option `pinned`.
  private(set) var options: [String: [String: OptionValue]] = [:]
  /// By deck (empty for the whole collection) and name.
  private(set) var goals: [String: [String: Int]] = [:]
  private var limits: [Limit: Int] = [:]
  private var events: [Name: EventName] = [:]

  private struct Limit: Hashable {
    var kind: String
    var deck: String
    var day: StudyDay
  }

  private struct Name: Hashable {
    var kind: EventKind
    var subject: String
    var name: String?
    var day: StudyDay?
  }

  init(_ settings: [Setting]) {
    for setting in settings {
      events[
        Name(
          kind: setting.kind, subject: setting.subject, name: setting.name, day: setting.day)] =
        setting.event
      switch setting.kind {
      case .option where setting.details.count >= 2:
        guard setting.details[1] != DeckOptions.inherited else { continue }
        options[setting.subject, default: [:]][setting.details[0]] = .text(setting.details[1])
      case .pin:
        options[setting.subject, default: [:]]["pinned"] =
          .text(setting.details.first == "1" ? "true" : "false")
      case .goal where setting.details.count >= 2:
        if let amount = Int(setting.details[1]), amount > 0 {
          goals[setting.subject, default: [:]][setting.details[0]] = amount
        }
      case .parameters:
        options[setting.subject, default: [:]]["parameters"] = .text(setting.details.first ?? "")
      case .limit:
        guard let name = setting.name, let day = setting.day, setting.details.count >= 2 else {
          continue
        }
        limits[Limit(kind: name, deck: setting.subject, day: day)] = Int(setting.details[1]) ?? 0
      default: continue
      }
    }
  }

  func extra(_ kind: LimitKind, deck: String, day: StudyDay) -> Int {
    limits[Limit(kind: kind.rawValue, deck: deck, day: day)] ?? 0
  }

  func event(_ kind: EventKind, subject: String, name: String?, day: StudyDay?) -> EventName? {
    events[Name(kind: kind, subject: subject, name: name, day: day)]
  }
}

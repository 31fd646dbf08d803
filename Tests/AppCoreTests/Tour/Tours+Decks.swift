import Screens
import StudyDomain
import TerminalUI

@testable import AppCore

extension Tour {
  private static let files = ["geo.md": deck(1...4), "lang/verbs.md": deck(20...21)]

  static let deckChanges: [Tour] = [
    Tour(
      title: "Home: decks are changed", files: files, way: [.arrival("geo")],
      stops: [
        Stop(.createDeck, .changesPicture, then: Leg("Bio\n", sees: "Bio")),
        Stop(
          .renameDeck, .changesPicture, then: Leg(.control("u")), Leg("Chem\n", sees: "Chem")),
        Stop(.moveDeck, .changesPicture, then: Leg("lang\n"), .arrival("verbs")),
        Stop(.trashDeck, .changesPicture, then: Leg("\n"), .arrival("verbs")),
      ])
  ]

  static let options: [Tour] = [
    Tour(
      title: "Options", files: files, way: [.arrival("geo")],
      stops: [
        Stop(.options, .shows("Options")),
        Stop(.nextOptionValue, .writes("\toption\tgeo\t")),
        Stop(.previousOptionValue, .writes("\toption\tgeo\t")),
        Stop(.resetOption, .writes("\tinherit\t")),
        Stop(.changeOption, .changesPicture, then: Leg(.escape)),
        Stop(.optionPresets, .changesPicture),
        Stop(.newPreset, .changesPicture, then: Leg("Hard\n", sees: "Hard")),
        Stop(.editPreset, .shows("new_per_day")),
      ])
  ]

  static let settings: [Tour] = [
    Tour(
      title: "Settings", files: files, way: [.arrival("geo")],
      stops: [
        Stop(.settings, .shows("Settings")),
        Stop(.nextSettingValue, .makes(".config/deckle/config.yaml")),
        Stop(.previousSettingValue, .changesPicture),
        Stop(.resetSetting, .changesPicture),
        Stop(
          .changeSetting, .changesPicture, then: Leg(.escape),
          Leg(
            String(repeating: "j", count: SettingDescription.machine.count) + "\n",
            sees: "home.study")),
        Stop(.addKey, .changesPicture, then: Leg(.escape)),
      ])
  ]
}

import Foundation
import Testing

@testable import TerminalUI

struct ThemeTests {
  /// Roles that mean different things in one place.
  private static let apart: [[Style.Role]] = [
    [.again, .hard, .good, .easy], [.new, .learning, .due], [.text, .selection],
    [.text, .cloze], [.text, .warning, .error, .success], [.text, .key], [.text, .title],
    [.text, .link],
  ]

  @Test(arguments: apart)
  func `roles that differ do so without colour`(roles: [Style.Role]) {
    // Bold, underline and reverse are what every terminal has.
    let sure: Style.Attributes = [.bold, .underline, .reverse]
    let looks = roles.map {
      Theme.monochrome.look(of: Style($0)).attributes.intersection(sure).rawValue
    }
    #expect(Set(looks).count == roles.count)
  }

  @Test(arguments: Theme.all, apart)
  func `roles that differ do so in every theme`(theme: Theme, roles: [Style.Role]) {
    #expect(Set(roles.map { theme.look(of: Style($0)) }).count == roles.count, "\(theme.name)")
  }

  @Test func `each theme has a look for each role and is found by its name`() {
    for theme in Theme.all {
      #expect(theme.looks.count == Style.Role.allCases.count)
      #expect(Theme.named(theme.name) == theme)
    }
    #expect(Theme.named("none such") == nil)
  }

  @Test(arguments: Style.Role.allCases)
  func `the terminal's own theme can be read on black and on white`(role: Style.Role) {
    // xterm's colours; a bold one may become the bright one.
    let colors: [UInt8: (Double, Double, Double)] = [
      1: (205, 0, 0), 5: (205, 0, 205), 9: (255, 0, 0), 12: (92, 92, 255), 13: (255, 0, 255),
    ]
    let look = Theme.terminal.look(of: Style(role))
    #expect(look.background == nil)
    guard let index = look.foreground else { return }
    let isBrightened = look.attributes.contains(.bold) && index < 8
    for index in isBrightened ? [index, index + 8] : [index] {
      guard let (red, green, blue) = colors[index] else {
        Issue.record("colour \(index) is not known to be readable")
        continue
      }
      // WCAG 2: relative luminance and contrast.
      func linear(_ value: Double) -> Double { pow((value / 255 + 0.055) / 1.055, 2.4) }
      let light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      #expect(1.05 / (light + 0.05) >= 3 && (light + 0.05) / 0.05 >= 3, "\(index)")
    }
  }

  @Test func `NO_COLOR wins over a theme's name`() {
    #expect(Theme.chosen("dark", noColor: "1") == .monochrome)
    #expect(Theme.chosen("dark", noColor: "") == .dark)
    #expect(Theme.chosen(nil, noColor: nil) == .terminal)
    #expect(!Theme.monochrome.hasColor)
  }

  @Test func `ASCII borders keep their width`() {
    for value in UInt32(0x2190)...0x26FF {
      guard let scalar = Unicode.Scalar(value), let plain = ASCIIForm.of(scalar) else { continue }
      #expect(plain.isASCII && WidthTable.width(of: scalar) == 1)
    }
  }
}

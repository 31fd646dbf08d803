import TerminalUI
import TestSupport
import Testing

@testable import Screens

/// Two states that differ also differ on a terminal without colours.
@MainActor @Suite struct MonochromeTests {
  /// What a terminal shows of a canvas: texts with the looks that a theme gives them.
  private struct Shown: Hashable {
    var texts: [String]
    var looks: [Theme.Look]

    init(_ canvas: Canvas, _ theme: Theme, keeping sure: Style.Attributes? = nil) {
      texts = canvas.cells.map(\.text)
      looks = canvas.cells.map { cell in
        var look = theme.look(of: cell.style)
        if let sure { look.attributes.formIntersection(sure) }
        return look
      }
    }
  }

  /// What every terminal has.
  private static let sure: Style.Attributes = [.bold, .underline, .reverse]

  private func draw(_ screen: any Screen) -> Canvas {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    return canvas
  }

  @Test func `pictures of a screen that differ in colours alone differ without them`() async {
    var byScreen: [String: [Canvas]] = [:]
    for picture in recordedPictures {
      let screen = picture.name.split(separator: "/").first.map(String.init) ?? ""
      byScreen[screen, default: []].append(draw(await picture.make()))
    }
    for (screen, canvases) in byScreen {
      let colored = Set(canvases.map { Shown($0, .dark) })
      let plain = Set(canvases.map { Shown($0, .monochrome, keeping: Self.sure) })
      #expect(colored.count == plain.count, "\(screen)")
    }
  }

  @Test(arguments: recordedPictures)
  func `a key that changes a picture changes it without colours too`(
    _ picture: ScreenPicture
  ) async {
    for key in [Key.down, .up] {
      let screen = await picture.make()
      let before = draw(screen)
      guard screen.inputContext == .commands, screen.handle(key, now: noon) else { continue }
      let after = draw(screen)
      guard Shown(before, .dark) != Shown(after, .dark) else { continue }
      #expect(
        Shown(before, .monochrome, keeping: Self.sure)
          != Shown(after, .monochrome, keeping: Self.sure), "\(key)")
    }
  }
}

import CNCurses
import Glibc
import TerminalUI

/// Puts the cells that changed into an ncurses window, and that on the screen.
@MainActor final class Painter {
  private let window: UnsafeMutablePointer<WINDOW>
  private let asciiBorders: Bool
  private let palette: Palette
  private let hasDefaultColors: Bool
  /// What the window holds; nil when that is not known.
  private var shown: Canvas?
  private var theme: Theme?
  private var inks: [Style: Ink] = [:]
  private var lastInk: (style: Style, ink: Ink)?
  private var cursorIsShown = true
  // A spacing scalar, four marks and the zero that ends them.
  private var scalars = [wchar_t](repeating: 0, count: Painter.scalarLimit + 1)
  private static let scalarLimit = 5

  private struct Ink {
    var attributes: attr_t
    var pair: Int32
  }

  /// For the window of a terminal just opened: counts its colours.
  init(window: UnsafeMutablePointer<WINDOW>, asciiBorders: Bool) {
    self.window = window
    self.asciiBorders = asciiBorders
    let isColored = has_colors() && start_color() == OK && nc_colors() >= 8
    palette = Palette(colorCount: isColored ? Int(nc_colors()) : 0)
    hasDefaultColors = isColored && use_default_colors() == OK
  }

  /// The window's contents are no longer known: the next frame draws all.
  func forget() {
    shown = nil
  }

  func paint(_ canvas: Canvas, theme: Theme) {
    if theme != self.theme {
      self.theme = theme
      inks.removeAll()
      lastInk = nil
      shown = nil
    }
    if shown?.size != canvas.size {
      shown = nil
      werase(window)
    }
    let width = min(canvas.size.width, Int(nc_columns()))
    let height = min(canvas.size.height, Int(nc_lines()))
    for y in 0..<height { paintRow(y, of: canvas, width: width) }
    shown = canvas
    placeCursor(canvas, width: width, height: height)
    wnoutrefresh(window)
    doupdate()
  }

  private func paintRow(_ y: Int, of canvas: Canvas, width: Int) {
    let start = y * canvas.size.width
    var first = start
    var last = start + width - 1
    if let shown {
      while first <= last, canvas.cells[first] == shown.cells[first] { first += 1 }
      while last > first, canvas.cells[last] == shown.cells[last] { last -= 1 }
    }
    // Never begin with the right half of a wide glyph.
    if first > start, first <= last, canvas.cells[first].width == 0 { first -= 1 }
    guard first <= last else { return }
    for index in first...last where canvas.cells[index].width > 0 {
      put(canvas.cells[index], x: index - start, y: y, width: width)
    }
  }

  private func put(_ cell: Cell, x: Int, y: Int, width: Int) {
    var count = 0
    for scalar in cell.text.unicodeScalars where count < Painter.scalarLimit {
      var value = scalar
      // A cell is text: control characters are shown, never sent.
      if value.value < 0x20 || 0x7F...0x9F ~= value.value { value = "\u{FFFD}" }
      if asciiBorders, let plain = ASCIIForm.of(value) { value = plain }
      scalars[count] = wchar_t(bitPattern: value.value)
      count += 1
    }
    if count == 0 || x + Int(cell.width) > width {
      scalars[0] = wchar_t(bitPattern: 0x20)
      count = 1
    }
    scalars[count] = wchar_t(bitPattern: 0)
    let ink = ink(of: cell.style)
    // At the last cell the result is ERR although the cell was drawn: the cursor cannot go on.
    _ = nc_put(window, Int32(y), Int32(x), scalars, ink.attributes, ink.pair)
  }

  private func placeCursor(_ canvas: Canvas, width: Int, height: Int) {
    guard let cursor = canvas.cursor, 0..<width ~= cursor.x, 0..<height ~= cursor.y else {
      if cursorIsShown { curs_set(0) }
      cursorIsShown = false
      return
    }
    wmove(window, Int32(cursor.y), Int32(cursor.x))
    if !cursorIsShown { curs_set(1) }
    cursorIsShown = true
  }

  private func ink(of style: Style) -> Ink {
    // Neighbours mostly look the same.
    if let lastInk, lastInk.style == style { return lastInk.ink }
    let ink = inks[style] ?? mix(style)
    inks[style] = ink
    lastInk = (style, ink)
    return ink
  }

  private func mix(_ style: Style) -> Ink {
    guard let theme else { return Ink(attributes: 0, pair: 0) }
    let isColored = palette.colorCount > 0 && theme.hasColor
    let look = (palette.colorCount > 0 ? theme : Theme.monochrome).look(of: style)
    var attributes = Painter.attributes(look.attributes)
    guard isColored else { return Ink(attributes: attributes, pair: 0) }
    var foreground: Int32 = hasDefaultColors ? -1 : 7
    var background: Int32 = hasDefaultColors ? -1 : 0
    if let index = look.foreground {
      let (color, isBold) = palette.color(index)
      foreground = color
      if isBold { attributes |= nc_A_BOLD }
    }
    if let index = look.background { background = palette.color(index).color }
    // Eight colours may make one of two: text must stay readable.
    if foreground == background, foreground >= 0 {
      attributes |= nc_A_REVERSE
      (foreground, background) = (hasDefaultColors ? (-1, -1) : (7, 0))
    }
    let isDefault = foreground == -1 && background == -1
    let pair = isDefault ? 0 : alloc_pair(foreground, background)
    return Ink(attributes: attributes, pair: max(0, pair))
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= nc_A_BOLD }
    // ncurses has no strike-through: faint says "gone" too.
    if attributes.contains(.dim) || attributes.contains(.strikethrough) { result |= nc_A_DIM }
    if attributes.contains(.italic) { result |= nc_A_ITALIC }
    if attributes.contains(.underline) { result |= nc_A_UNDERLINE }
    if attributes.contains(.reverse) { result |= nc_A_REVERSE }
    return result
  }
}

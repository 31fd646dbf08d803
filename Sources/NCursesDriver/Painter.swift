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
  /// By style: a blank that looks like it.
  private var inks: [Style: cchar_t] = [:]
  private var cursorIsShown = true
  /// Cells that follow each other, as ncurses takes them.
  private var run: [cchar_t] = []

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
      shown = nil
    }
    if shown?.size != canvas.size {
      shown = nil
      werase(window)
    }
    let width = min(canvas.size.width, Int(nc_columns()))
    let height = min(canvas.size.height, Int(nc_lines()))
    let before = shown?.cells ?? []
    for y in 0..<height {
      paintRow(y, of: canvas.cells, over: before, stride: canvas.size.width, width: width)
    }
    shown = canvas
    placeCursor(canvas, width: width, height: height)
    wnoutrefresh(window)
    doupdate()
  }

  /// Gives ncurses the cells of a row that are not what it has; `before` is empty when that is not
  /// known.
  private func paintRow(_ y: Int, of cells: [Cell], over before: [Cell], stride: Int, width: Int) {
    let row = y * stride
    func isNew(_ x: Int) -> Bool { before.isEmpty || cells[row + x] != before[row + x] }
    var x = 0
    while x < width {
      guard isNew(x) else {
        x += 1
        continue
      }
      // Never begin with the right half of a wide glyph.
      let first = x > 0 && cells[row + x].width == 0 ? x - 1 : x
      while x < width, isNew(x) || cells[row + x].width == 0 { x += 1 }
      put(cells[row + first..<row + x], x: first, y: y, width: width)
    }
  }

  private func put(_ cells: ArraySlice<Cell>, x: Int, y: Int, width: Int) {
    run.removeAll(keepingCapacity: true)
    var (style, ink) = (Style.plain, ink(of: .plain))
    var column = x
    for cell in cells where cell.width > 0 {
      if cell.style != style { (style, ink) = (cell.style, self.ink(of: cell.style)) }
      var drawn = ink
      if column + Int(cell.width) <= width {
        let scalars = cell.scalars
        drawn.chars = (
          character(scalars[0]), character(scalars[1]), character(scalars[2]),
          character(scalars[3]),
          character(scalars[4])
        )
      }
      run.append(drawn)
      column += Int(cell.width)
    }
    mvwadd_wchnstr(window, Int32(y), Int32(x), run, Int32(run.count))
  }

  /// What is sent for a scalar; zero for none.
  private func character(_ value: UInt32) -> wchar_t {
    switch value {
    case 0: return 0
    case 0x20..<0x7F: return wchar_t(bitPattern: value)
    // A cell is text: control characters are shown, never sent.
    case ..<0x20, 0x7F...0x9F: return character(0xFFFD)
    default: break
    }
    guard asciiBorders, let scalar = Unicode.Scalar(value), let plain = ASCIIForm.of(scalar) else {
      return wchar_t(bitPattern: value)
    }
    return wchar_t(bitPattern: plain.value)
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

  private func ink(of style: Style) -> cchar_t {
    if let ink = inks[style] { return ink }
    let ink = mix(style)
    inks[style] = ink
    return ink
  }

  private func mix(_ style: Style) -> cchar_t {
    guard let theme else { return nc_blank(0, 0) }
    let isColored = palette.colorCount > 0 && theme.hasColor
    let look = (palette.colorCount > 0 ? theme : Theme.monochrome).look(of: style)
    var attributes = Painter.attributes(look.attributes)
    guard isColored else { return nc_blank(attributes, 0) }
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
    return nc_blank(attributes, max(0, pair))
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

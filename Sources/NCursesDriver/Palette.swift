/// Maps the 256-colour palette of themes to what a terminal has.
struct Palette: Sendable {
  /// As ncurses counts them: 8, 16, 88, 256, or 2^24 of a direct-colour terminal; 0 without colour.
  var colorCount: Int

  /// The terminal's colour for an index, and whether bold stands in for its brightness.
  func color(_ index: UInt8) -> (color: Int32, isBold: Bool) {
    switch colorCount {
    case 0x100_0000...:
      // Direct colour: 0 to 7 are the terminal's own, everything else is 0xRRGGBB.
      if index < 8 { return (Int32(index), false) }
      let (red, green, blue) = Palette.rgb(index)
      return (Int32(red << 16 | green << 8 | blue), false)
    case 256...: return (Int32(index), false)
    case 16...: return (Int32(Palette.nearest(index, of: 16)), false)
    default:
      let basic = Palette.nearest(index, of: 16)
      return (Int32(basic & 7), basic > 7)
    }
  }

  private static func nearest(_ index: UInt8, of count: Int) -> Int {
    if Int(index) < count { return Int(index) }
    let wanted = rgb(index)
    func distance(_ other: Int) -> Int {
      let (red, green, blue) = rgb(UInt8(other))
      let (r, g, b) = (red - wanted.0, green - wanted.1, blue - wanted.2)
      return 3 * r * r + 4 * g * g + 2 * b * b
    }
    return (0..<count).min { distance($0) < distance($1) } ?? 7
  }

  /// xterm's colours: sixteen names, a cube of six steps a side, a ramp of greys.
  static func rgb(_ index: UInt8) -> (Int, Int, Int) {
    let index = Int(index)
    switch index {
    case 0..<16:
      let named = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
      ][index]
      return (named >> 16, named >> 8 & 0xFF, named & 0xFF)
    case 16..<232:
      let steps = [0, 95, 135, 175, 215, 255]
      let cube = index - 16
      return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    default:
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
  }
}

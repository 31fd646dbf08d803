import Testing

@testable import NCursesDriver

struct PaletteTests {
  @Test func `no colour lies outside what the terminal has`() {
    for count in [8, 16, 88, 256] {
      for index in 0...UInt8.max {
        let color = Palette(colorCount: count).color(index).color
        #expect(color >= 0 && color < count)
      }
    }
  }

  @Test func `with eight colours a bright one is bold`() {
    let palette = Palette(colorCount: 8)
    #expect(palette.color(1) == (1, false))
    #expect(palette.color(9) == (1, true))
    #expect(palette.color(196) == (1, true))
    #expect(palette.color(16) == (0, false))
  }

  @Test func `direct colour takes the first eight as they are and the rest as RGB`() {
    let palette = Palette(colorCount: 1 << 24)
    #expect(palette.color(7).color == 7)
    #expect(palette.color(231).color == 0xFFFFFF)
    #expect(palette.color(232).color == 0x080808)
  }
}

import Testing

@testable import Interaction

@Suite struct ScrollStateTests {
  private func state(_ content: Int, _ window: Int) -> ScrollState {
    var state = ScrollState()
    state.fit(contentHeight: content, windowHeight: window)
    return state
  }

  @Test(arguments: [Movement.pageDown, .halfPageDown, .down], 3...9)
  func `whoever pages through sees each line free of the marks for more`(
    movement: Movement, window: Int
  ) {
    var scroll = state(50, window)
    var seen: Set<Int> = []
    while true {
      // The marks stand in the first and in the last row.
      let first = scroll.offset + (scroll.hasMoreAbove ? 1 : 0)
      seen.formUnion(first..<scroll.offset + window - (scroll.hasMoreBelow ? 1 : 0))
      guard scroll.hasMoreBelow else { break }
      scroll.apply(movement)
    }
    #expect(seen == Set(0..<50))
  }

  @Test func `no movement leaves the content`() {
    for movement in [Movement.up, .halfPageUp, .pageUp, .top] {
      var scroll = state(50, 9)
      scroll.apply(.down)
      scroll.apply(movement)
      #expect(scroll.offset == 0, "\(movement)")
    }
    for movement in [Movement.down, .halfPageDown, .pageDown, .bottom] {
      var scroll = state(50, 9)
      scroll.apply(.bottom)
      scroll.apply(movement)
      #expect(scroll.offset == 41 && !scroll.hasMoreBelow, "\(movement)")
    }
  }

  @Test func `a window that grows shows no emptiness below`() {
    var scroll = state(50, 9)
    scroll.apply(.bottom)
    scroll.fit(contentHeight: 50, windowHeight: 30)
    #expect(scroll.offset == 20)
    scroll.fit(contentHeight: 10, windowHeight: 30)
    #expect(scroll.offset == 0 && !scroll.hasMoreAbove && !scroll.hasMoreBelow)
  }

  @Test func `lines brought into view are shown from the first on`() {
    var scroll = state(50, 9)
    scroll.reveal(20..<24)
    #expect((scroll.offset..<scroll.offset + 9).contains(20))
    let before = scroll.offset
    scroll.reveal(20..<21)
    #expect(scroll.offset == before)
  }
}

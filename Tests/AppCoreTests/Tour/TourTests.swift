import Screens
import TerminalUI
import Testing

@testable import AppCore

/// Every entry of the key table is pressed, and does what it says.
@MainActor @Suite(.serialized) struct TourTests {
  nonisolated static let sizes = [(80, 24), (20, 6), (120, 40)].map {
    Size(width: $0.0, height: $0.1)
  }

  @Test(arguments: Tour.all, sizes)
  func `a key does what the table says`(tour: Tour, size: Size) async throws {
    try await TourGuide(tour: tour, size: size).walk()
  }

  @Test func `every entry of the key table has a stop`() {
    let visited = Set(Tour.all.flatMap(\.stops).map(\.action))
    let missing = KeyCatalogue.standard.bindings.map(\.action).filter { !visited.contains($0) }
    #expect(missing.map(\.rawValue) == [])
  }
}

extension Tour {
  static let all: [Tour] =
    home
    + deckChanges
    + options
    + settings
    + study
    + summary
    + browse
    + exchange
    + others
    + forms
    + editing
    + statistics
    + everywhere
}

import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Loads that begin before another one is taken in.
@MainActor @Suite struct OverlappingLoadTests {
  @Test func `a load that was overtaken does not bring the old texts back`() async throws {
    let collection = try TestCollection(["a.md": deck(1...40), "b.md": deck(50...60)])
    let desk = try collection.open()
    for round in 0..<20 {
      try collection.write("a.md", deck(1...(5 + round)))
      let slow = Task { @MainActor in await desk.library.reload() }
      // It has begun, and waits for its files to be read.
      await Task.yield()
      try collection.write("a.md", deck(1...(30 - round)))
      try collection.write("c\(round).md", deck((100 + round)...(100 + round)))
      desk.library.reloadNow()
      desk.index.refresh()
      _ = await slow.value
      desk.index.refresh()
      let fresh = try collection.open()
      #expect(desk.library.snapshot.livingKeys == fresh.library.snapshot.livingKeys)
      #expect(desk.candidates == fresh.candidates)
    }
  }
}

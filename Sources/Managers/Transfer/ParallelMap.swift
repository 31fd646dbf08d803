import Dispatch

/// What `transform` makes of each element, on all processors where there are many.
func parallelMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  // Below this a second thread costs more than it saves.
  guard elements.count >= 512 else { return elements.map(transform) }
  let pieces = 16
  return [Result](unsafeUninitializedCapacity: elements.count) { buffer, filled in
    // Each piece writes places of its own.
    nonisolated(unsafe) let buffer = buffer
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let start = elements.count * piece / pieces
      for place in start..<elements.count * (piece + 1) / pieces {
        buffer.initializeElement(at: place, to: transform(elements[place]))
      }
    }
    filled = elements.count
  }
}

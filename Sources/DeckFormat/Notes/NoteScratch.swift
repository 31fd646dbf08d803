/// Memory that reading notes one after another uses again, by one thread at a time.
public final class NoteScratch {
  let strict = KeyMaker()
  let loose = KeyMaker(isLoose: true)
  let pinned = KeyMaker()
  let plain = ByteBuffer(capacity: 1_024)
  /// The normal forms of a note's parts, one behind the other.
  let parts = ByteBuffer(capacity: 1_024)

  public init() {}
}

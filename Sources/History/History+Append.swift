public import StudyDomain

extension History {
  /// Takes in further whole lines; the result equals a replay of everything.
  public func append(_ lines: UnsafeRawBufferPointer, file: String) -> AppendReport {
    preconditionFailure()
  }

  /// Replaces the living texts; gives the cards that changed.
  public func setLiving(_ living: [CardKey]) -> Set<CardID> { preconditionFailure() }
}

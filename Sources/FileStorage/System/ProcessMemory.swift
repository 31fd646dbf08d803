import CSystem

/// The memory of this process.
public enum ProcessMemory {
  /// Gives what was freed in small pieces back to the system, for a large piece to come.
  ///
  /// Takes some milliseconds for a hundred megabytes.
  public static func giveBack() { deckle_give_back_memory() }
}

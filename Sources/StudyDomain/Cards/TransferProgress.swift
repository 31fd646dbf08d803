/// How far an import or export is.
public struct TransferProgress: Hashable, Sendable {
  public var stage: Stage
  /// Of this stage, from 0 to 1; 0 for as long as nothing can be told.
  public var fraction: Double

  public init(_ stage: Stage, fraction: Double = 0) {
    self.stage = stage
    self.fraction = fraction
  }

  /// What is being done, the stages of an import in their order.
  public enum Stage: UInt8, CaseIterable, Sendable {
    /// Unpacking and reading what is to come.
    case reading
    /// Looking for each note among those that are here.
    case comparing
    case media
    case decks
    case history
    /// Remembering what came.
    case finishing
    /// Taking back what was written, after a cancel, an error or an undo.
    case takingBack
    /// Reading notes and their histories, to be exported.
    case exporting
    /// Writing the file of an export.
    case packing
  }
}

/// What becomes of a note that an import meets.
public enum TransferKind: UInt8, CaseIterable, Sendable {
  case new, updated, unchanged
  /// Changed on both sides: ours stay.
  case conflicting
  case skipped
}

/// What taking an import back did.
public struct TransferUndoReport: Hashable, Sendable {
  /// The file that was imported.
  public var file: String
  /// What `undo` names.
  public var name: String
  /// Notes whose text was taken out.
  public var removed = 0
  /// Notes that have their text of before again.
  public var restored = 0
  public var media = 0
  /// What stayed because it was changed or is used since, each with the reason.
  public var left: [TransferReport.Note] = []

  public init(file: String, name: String) {
    self.file = file
    self.name = name
  }
}

import AnkiExchange
import FileStorage
import StudyDomain

/// What one import wrote, so that it can be taken back: kept beside its ledger.
///
/// A file of JSON lines: the head, then a line for each file.
struct ImportRecord: Sendable {
  struct Head: Sendable {
    var time: Timestamp
    /// The file that was imported.
    var source: String
    /// Below the folder of ledgers; nil when the import had nothing to remember.
    var ledger: String?
    /// What undo events name, oldest first.
    var actions: [String] = []
    /// Who imported.
    var writer = ""
    var new = 0
    var updated = 0
    /// Folders that were made, parents first, below the collection.
    var folders: [String] = []
  }

  /// A file that was changed or made.
  struct File: Sendable {
    enum Kind: String, Sendable {
      case deck, noteTypes, media
    }

    var kind: Kind
    /// Below the collection.
    var path: String
    /// Hashes of the whole file; nil before for one that was not there.
    var before: String?
    var after: String
    /// Where the part begins that was added at the end.
    var addedAt = 0
    /// The blocks of that part.
    var blocks: [Block] = []
    /// By their place, the first one first.
    var updates: [Update] = []
    /// Names that were added to `notetypes.yaml`.
    var names: [String] = []
    /// What was added to it.
    var addedText = ""
  }

  struct Block: Hashable, Sendable {
    /// Of the text with line feeds, whatever the file has.
    var hash: String
    var guid: String
    /// Of its first and last lines: by one of them an edited block is told.
    var first: String
    var last: String

    init(_ bytes: some Collection<UInt8>, guid: String) {
      self.guid = guid
      let marks: Marks
      if let plain = bytes.withContiguousStorageIfAvailable({ Marks(plain: $0) }), let plain {
        marks = plain
      } else {
        marks = ImportRecord.unified(bytes).withUnsafeBufferPointer { Marks($0) }
      }
      (hash, first, last) = (marks.hash, marks.first, marks.last)
    }

    /// The hash of a text with line feeds, and short ones of the first and the last line that are
    /// the note's own.
    private struct Marks {
      var hash: String
      var first: String
      var last: String

      /// Nil for a text with other line ends, or one at its end.
      init?(plain text: UnsafeBufferPointer<UInt8>) {
        guard text.last != UInt8(ascii: "\n"), !text.contains(UInt8(ascii: "\r")) else {
          return nil
        }
        self.init(text)
      }

      init(_ text: UnsafeBufferPointer<UInt8>) {
        hash = TransferHash.hex(text)
        var own: Range<Int>?
        var last = 0..<0
        var start = 0
        while start < text.count {
          let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
          if end > start {
            last = start..<end
            if own == nil, !Self.isHead(text[last]) { own = last }
          }
          start = end + 1
        }
        first = Self.short(text, own ?? 0..<0)
        self.last = Self.short(text, last)
      }

      private static func isHead(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        line.starts(with: "<!--".utf8) || line.starts(with: "N:".utf8)
      }

      private static func short(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> String {
        String(TransferHash.hex(UnsafeBufferPointer(rebasing: text[line])).prefix(8))
      }
    }
  }

  struct Update: Sendable {
    var block: Block
    /// In the file as the import left it.
    var range: Range<Int>
    var old: [UInt8]
  }

  var head: Head
  var files: [File] = []

  /// True when nothing but the history changed.
  var isEmpty: Bool { files.isEmpty && head.ledger == nil && head.actions.count < 2 }

  /// A text with line feeds for line ends, and none at its end.
  static func unified(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var wasReturn = false
    for byte in bytes {
      if byte == UInt8(ascii: "\n"), wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = byte == UInt8(ascii: "\r")
      text.append(wasReturn ? UInt8(ascii: "\n") : byte)
    }
    while text.last == UInt8(ascii: "\n") { text.removeLast() }
    return text
  }
}

import CMiniZip
import Dispatch
import Synchronization

/// Packs pieces on all processors into one stream of deflate, each by itself.
///
/// Behind each piece stands a flush, which ends at a whole byte: the pieces follow one another as
/// they are, and an empty last block ends the stream. The same pieces give the same bytes.
final class PieceDeflater: Sendable {
  /// The stream.
  struct Result {
    var pieces: [[UInt8]] = []
    var checksum: UInt32 = 0
    /// Of what was packed.
    var byteCount: Int64 = 0
  }

  private struct Packed {
    var bytes: [UInt8]
    var checksum: UInt32
    var count: Int
  }

  private struct State {
    var given = 0
    var packed: [Int: Packed] = [:]
    var hasFailed = false
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()
  /// Who gives pieces waits while so many are not packed yet.
  private let room = DispatchSemaphore(value: 6)

  /// The fastest: higher levels cost a multiple of the time for a few percent of a database.
  static let level: Int32 = 1

  func add(_ piece: [UInt8]) {
    let number = state.withLock { state in
      defer { state.given += 1 }
      return state.given
    }
    room.wait()
    DispatchQueue.global().async(group: group) { [self] in
      let packed = Self.pack(piece)
      state.withLock { state in
        state.packed[number] = packed
        if packed == nil { state.hasFailed = true }
      }
      room.signal()
    }
  }

  /// The stream of all pieces behind a first one; nil when memory was short.
  func finish(behind first: [UInt8]) -> Result? {
    guard let first = Self.pack(first) else { return nil }
    group.wait()
    return state.withLock { state in
      guard !state.hasFailed else { return nil }
      var result = Result()
      for number in -1..<state.given {
        guard let packed = number < 0 ? first : state.packed[number] else { return nil }
        result.pieces.append(packed.bytes)
        result.byteCount += Int64(packed.count)
        result.checksum = UInt32(
          truncatingIfNeeded: crc32_combine(
            UInt(result.checksum), UInt(packed.checksum), Int(packed.count)))
      }
      state.packed = [:]
      result.pieces.append([0x03, 0x00])
      return result
    }
  }

  private static func pack(_ piece: [UInt8]) -> Packed? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    // Without a head, as archives want it.
    guard
      deflateInit2_(&stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size)
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(piece.count))) + 16
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: bound) { output, filled in
      piece.withUnsafeBufferPointer { input in
        // zlib does not write to its input.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        isWhole =
          deflate(&stream, Z_SYNC_FLUSH) == Z_OK && stream.avail_in == 0
          && stream.avail_out > 0
      }
      filled = output.count - Int(stream.avail_out)
    }
    guard isWhole else { return nil }
    let checksum = piece.withUnsafeBufferPointer {
      crc32_z(0, $0.baseAddress, $0.count)
    }
    // The room for the worst case goes back.
    return Packed(
      bytes: bytes.withUnsafeBufferPointer { Array($0) },
      checksum: UInt32(truncatingIfNeeded: checksum),
      count: piece.count)
  }
}

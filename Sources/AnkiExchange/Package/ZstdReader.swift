import CZstd

/// Unpacks what comes in pieces; frames may follow each other.
struct ZstdReader: ~Copyable {
  private let stream: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// 0 after a whole frame.
  private var missing = 1

  init() {
    // Out of memory is the only failure.
    guard let stream = ZSTD_createDStream() else { preconditionFailure("no memory for zstd") }
    self.stream = stream
    // 128 MiB of window at most, as the tools of zstd have it.
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 27)
    output = .allocate(byteCount: ZSTD_DStreamOutSize(), alignment: 16)
  }

  deinit {
    ZSTD_freeDStream(stream)
    output.deallocate()
  }

  /// Unpacks a piece; false when it cannot be.
  mutating func feed(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
    while true {
      var unpacked = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let before = input.pos
      missing = ZSTD_decompressStream(stream, &unpacked, &input)
      guard ZSTD_isError(missing) == 0 else { return false }
      if unpacked.pos > 0 {
        try body(UnsafeRawBufferPointer(rebasing: output[..<unpacked.pos]))
      }
      // A full piece of output may hide more, unless the frame is whole: then asking on would
      // begin another one.
      if input.pos == input.size, missing == 0 || unpacked.pos < unpacked.size { return true }
      // A decoder that neither takes nor gives would go on for ever.
      guard input.pos > before || unpacked.pos > 0 else { return true }
    }
  }

  /// Whether everything came to an end at the end of a frame.
  var isComplete: Bool {
    missing == 0
  }
}

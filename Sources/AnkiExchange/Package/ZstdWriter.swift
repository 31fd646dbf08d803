import CZstd

/// Packs what comes in pieces into one frame.
struct ZstdWriter: ~Copyable {
  private let stream: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer

  init() {
    // Out of memory is the only failure.
    guard let stream = ZSTD_createCCtx() else { preconditionFailure("no memory for zstd") }
    self.stream = stream
    output = .allocate(byteCount: ZSTD_CStreamOutSize(), alignment: 16)
  }

  deinit {
    ZSTD_freeCCtx(stream)
    output.deallocate()
  }

  mutating func feed(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try run(piece, ZSTD_e_continue, body)
  }

  mutating func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try run(UnsafeRawBufferPointer(start: nil, count: 0), ZSTD_e_end, body)
  }

  private func run(
    _ piece: UnsafeRawBufferPointer, _ directive: ZSTD_EndDirective,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
    while true {
      var packed = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let left = ZSTD_compressStream2(stream, &packed, &input, directive)
      precondition(ZSTD_isError(left) == 0, "zstd does not take bytes")
      if packed.pos > 0 { try body(UnsafeRawBufferPointer(rebasing: output[..<packed.pos])) }
      if directive == ZSTD_e_end ? left == 0 : input.pos == input.size { return }
    }
  }

  static func frame(_ bytes: [UInt8]) throws -> [UInt8] {
    var writer = ZstdWriter()
    var frame: [UInt8] = []
    try bytes.withUnsafeBytes { try writer.feed($0) { frame += $0 } }
    try writer.finish { frame += $0 }
    return frame
  }
}

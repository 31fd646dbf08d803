/// Numbers the pages of a database one after another and hands them on in pieces.
final class PageSink {
  static let pageSize = 4096
  /// SQLite keeps the page at the gigabyte for its locks: it has a place, and nothing in it.
  private static let lockPage: UInt32 = (1 << 30) / UInt32(pageSize) + 1
  private static let piecePages = 256

  private let emit: ([UInt8]) throws -> Void
  private var piece: [UInt8] = []
  /// The number of pages so far, those before the first piece among them.
  private(set) var count: UInt32

  /// A sink whose first page follows so many others.
  init(after count: UInt32, emit: @escaping ([UInt8]) throws -> Void) {
    self.count = count
    self.emit = emit
    piece.reserveCapacity(Self.piecePages * Self.pageSize)
  }

  /// Takes a page and tells its number, the first being 1.
  func append(_ page: UnsafeRawBufferPointer) throws -> UInt32 {
    if count + 1 == Self.lockPage {
      try take(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    try take(page)
    return count
  }

  /// The number that the next page will have.
  var next: UInt32 { Self.number(after: count) }

  /// The number of the page behind the next one.
  var afterNext: UInt32 { Self.number(after: next) }

  private static func number(after count: UInt32) -> UInt32 {
    count + 1 == lockPage ? count + 2 : count + 1
  }

  private func take(_ page: UnsafeRawBufferPointer) throws {
    piece.append(contentsOf: page)
    if page.count < Self.pageSize {
      piece.append(contentsOf: repeatElement(0, count: Self.pageSize - page.count))
    }
    count += 1
    if piece.count == Self.piecePages * Self.pageSize { try flush() }
  }

  /// Hands on what is left.
  func flush() throws {
    guard !piece.isEmpty else { return }
    try emit(piece)
    piece.removeAll(keepingCapacity: false)
    piece.reserveCapacity(Self.piecePages * Self.pageSize)
  }
}

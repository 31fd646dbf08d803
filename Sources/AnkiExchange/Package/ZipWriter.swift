import CMiniZip
import Glibc
import StudyDomain

/// Writes an archive, member after member, all of one time.
final class ZipWriter {
  private let path: String
  private var handle: zipFile?
  private let dosDate: UInt

  /// Writes over what `path` names.
  ///
  /// The time is told in UTC, for an archive knows no zone.
  init(_ path: String, milliseconds: Int64) throws {
    self.path = path
    dosDate = Self.dosDate(milliseconds)
    handle = zipOpen64(path, APPEND_STATUS_CREATE)
    guard handle != nil else { throw failure() }
  }

  deinit {
    if let handle { zipClose(handle, nil) }
  }

  private static func dosDate(_ milliseconds: Int64) -> UInt {
    // The format begins with 1980 and ends with 2107.
    let seconds = min(max(milliseconds / 1000, 315_532_800), 4_354_819_198)
    let date = StudyDay(Int(seconds / 86_400)).date
    let time = Int(seconds % 86_400)
    let day = (date.year - 1980) << 9 | date.month << 5 | date.day
    return UInt(day << 16 | (time / 3600) << 11 | (time / 60 % 60) << 5 | time % 60 / 2)
  }

  private func failure() -> AnkiPackageError {
    .unwritable(path: path, errno: errno == 0 ? EIO : errno)
  }

  /// Begins a member, which takes what is written until `endMember`; `sizeHint` is about its size.
  func beginMember(_ name: String, isCompressed: Bool, sizeHint: Int64) throws {
    var info = zip_fileinfo()
    info.dosDate = dosDate
    errno = 0
    let isLarge: Int32 = sizeHint > 0xF000_0000 ? 1 : 0
    let code = zipOpenNewFileInZip64(
      handle, name, &info, nil, 0, nil, 0, nil, isCompressed ? Z_DEFLATED : 0,
      isCompressed ? PieceDeflater.level : 0, isLarge)
    guard code == ZIP_OK else { throw failure() }
  }

  func write(_ piece: UnsafeRawBufferPointer) throws {
    var rest = piece
    while !rest.isEmpty {
      let count = min(rest.count, 1 << 20)
      guard zipWriteInFileInZip(handle, rest.baseAddress, UInt32(count)) == ZIP_OK else {
        throw failure()
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  func endMember() throws {
    guard zipCloseFileInZip(handle) == ZIP_OK else { throw failure() }
  }

  func add(_ name: String, isCompressed: Bool, _ bytes: [UInt8]) throws {
    try beginMember(name, isCompressed: isCompressed, sizeHint: Int64(bytes.count))
    try bytes.withUnsafeBytes { try write($0) }
    try endMember()
  }

  /// Adds a member that is packed already.
  func add(_ name: String, packed: PieceDeflater.Result) throws {
    var info = zip_fileinfo()
    info.dosDate = dosDate
    errno = 0
    let isLarge: Int32 = packed.byteCount > 0xF000_0000 ? 1 : 0
    let code = zipOpenNewFileInZip2_64(
      handle, name, &info, nil, 0, nil, 0, nil, Z_DEFLATED, PieceDeflater.level, 1, isLarge)
    guard code == ZIP_OK else { throw failure() }
    for piece in packed.pieces { try piece.withUnsafeBytes { try write($0) } }
    let end = zipCloseFileInZipRaw64(
      handle, ZPOS64_T(packed.byteCount), UInt(packed.checksum))
    guard end == ZIP_OK else { throw failure() }
  }

  /// Writes the directory; nothing can be added any more.
  func finish() throws {
    errno = 0
    let code = zipClose(handle, nil)
    handle = nil
    guard code == ZIP_OK else { throw failure() }
  }
}

import AnkiExchange
import DeckFormat
import StudyDomain
import Synchronization

/// What an import brings, whatever kind of file it was read from.
struct ImportSource: Sendable {
  var collection: AnkiCollection
  var media: any MediaSource
  /// How notes are found by their texts; nil for sources whose guids say it all.
  var matching: TextMatching?
  /// Notes that come in our own notation, by their numbers.
  var exact: [Int64: ExactNote] = [:]
  /// Rows of cards and answers are Anki's own and are kept beside the ledger.
  var keepsRows = true
  /// Types in our own form that these and other notes may have.
  var noteTypes = NoteTypes()
  /// By the milliseconds of answers: their days, where the source tells them.
  var reviewDays: [Int64: ReviewDay] = [:]
  /// In words: "tab-separated text, 3 columns, UTF-8".
  var format: String?
  /// Options of the command line that change what was guessed.
  var textOptions: [String] = []
  /// What was odd and how it was read, beside the repairs of the collection.
  var remarks: [String] = []
  /// What the collection could not take.
  var skipped: [TransferReport.Note] = []

  init(collection: AnkiCollection, media: any MediaSource, matching: TextMatching? = nil) {
    self.collection = collection
    self.media = media
    self.matching = matching
  }
}

/// The study day of an answer, and where it was given: minutes east of UTC.
struct ReviewDay: Hashable, Sendable {
  var day: StudyDay
  var offset: Int
}

/// Where the files come from that fields name.
protocol MediaSource: Sendable {
  /// The file that fields call so; nil where there is none.
  func medium(named name: String) throws -> AnkiMediaFile?
  /// Files that come along though no field names them.
  var unaskedMedia: [AnkiMediaFile] { get }
  func bytes(of file: AnkiMediaFile) throws -> [UInt8]
}

/// The media of a package, which one thread at a time may read.
final class PackageMedia: MediaSource {
  private let package: Mutex<AnkiPackage>
  private let files: [String: AnkiMediaFile]
  let unaskedMedia: [AnkiMediaFile]

  init(_ package: sending AnkiPackage) {
    files = package.mediumByName
    unaskedMedia = package.media.filter { AnkiMedia.isStatic($0.name) }
    self.package = Mutex(package)
  }

  /// Reads all rows.
  func collection() throws -> AnkiCollection {
    try package.withLock { try $0.collection() }
  }

  func medium(named name: String) -> AnkiMediaFile? { files[name] }

  func bytes(of file: AnkiMediaFile) throws -> [UInt8] {
    try package.withLock { try $0.medium(file, limit: $0.limits.mediumBytes) }
  }
}

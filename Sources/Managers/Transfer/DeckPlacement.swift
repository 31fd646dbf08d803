import AnkiExchange
import DeckFormat
import StudyDomain

/// The deck files that the decks of a package go to.
struct DeckPlacement {
  /// A deck's file and what it is named in the front matter where the path does not say it.
  struct Place: Hashable {
    /// Below the collection.
    var path: String
    var name: String?
  }

  private var places: [String: Place] = [:]
  /// Paths in use, capitals aside: some file systems do not tell them apart.
  private var taken: Set<String>

  init(_ library: LibrarySnapshot) {
    taken = Set(library.files.map { $0.path.lowercased() })
    for deck in library.decks {
      // While a merge is unresolved nothing is written to its file.
      guard let file = deck.file, !library.files[file].hasConflictMarkers else { continue }
      places[deck.name.text] = Place(path: library.files[file].path)
    }
  }

  /// The file of a deck: the one that it has, or a new one with a safe name of its own.
  mutating func place(of deck: DeckName) -> Place {
    if let place = places[deck.text] { return place }
    let parts = deck.parts.map(Self.safe)
    let stem = parts.joined(separator: "/")
    var path = "\(stem).md"
    var number = 2
    while !taken.insert(path.lowercased()).inserted {
      path = "\(stem) \(number).md"
      number += 1
    }
    let isSaid = DeckFileRules.deckName(path: path) == deck
    // A name without `::` would replace only the last part of the path.
    let place = Place(path: path, name: isSaid ? nil : deck.text)
    places[deck.text] = place
    return place
  }

  /// A part of a deck's name as every system can store it.
  static func safe(_ part: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in part.unicodeScalars {
      let isBad =
        scalar.value < 32 || scalar.value == 127
        || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      result.append(isBad ? "-" : scalar)
    }
    var name = shortened(String(result), to: 100)
    while let first = name.first, first == " " || first == "." { name.removeFirst() }
    while let last = name.last, last == " " || last == "." || last == "~" { name.removeLast() }
    let stem = name.prefix { $0 != "." }.lowercased()
    if devices.contains(stem) { name += "_" }
    if name.lowercased().contains("sync-conflict") { name = "deck-\(TransferHash.hex(part))" }
    return name.isEmpty ? "deck" : name
  }

  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static func shortened(_ text: String, to limit: Int) -> String {
    var result = ""
    for character in text {
      guard result.utf8.count + String(character).utf8.count <= limit else { break }
      result.append(character)
    }
    return result
  }
}

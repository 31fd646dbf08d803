import Screens
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// A walk over one screen: each stop presses an entry of the key table and says what must have
/// come of it, on the screen or in the files.
struct Tour: Sendable, CustomTestStringConvertible {
  var title: String
  var files: [String: String]
  var start = Application.Start.home
  /// What else there is before the program starts.
  var prepare: @MainActor @Sendable (TestHome) throws -> Void = { _ in }
  /// What an editor or another program does that is run in the terminal.
  var program: @MainActor @Sendable (TestHome) throws -> Void = { _ in }
  /// Keys pressed before the first stop, with a text that stands on the screen after each.
  var way: [Leg] = []
  var stops: [Stop]

  var testDescription: String { title }

  /// Some keys that lead somewhere.
  struct Leg: Sendable {
    var keys: [Key]
    /// Stands on the screen when they have arrived.
    var sees: String?

    /// Types characters; a newline is Enter.
    init(_ text: String, sees: String? = nil) {
      keys = text.map { $0 == "\n" ? .enter : .character($0) }
      self.sees = sees
    }

    init(_ keys: Key..., sees: String? = nil) {
      self.keys = keys
      self.sees = sees
    }

    /// Nothing is pressed; a text comes by itself.
    static func arrival(_ text: String) -> Leg { Leg("", sees: text) }
  }

  struct Stop: Sendable {
    var action: Action
    var effect: Effect
    /// What is done between this stop and the next.
    var then: [Leg]

    init(_ action: Action, _ effect: Effect, then: Leg...) {
      self.action = action
      self.effect = effect
      self.then = then
    }
  }

  /// What a key must have done.
  enum Effect: Sendable {
    /// The next picture differs from the one before in text or style.
    case changesPicture
    case shows(String)
    case hides(String)
    /// A line of the history that was not there, with these words between its tabs.
    case writes(String)
    /// A file of the collection that holds a text now.
    case file(String, holds: String)
    /// A file of the home folder is there.
    case makes(String)
    /// A program is run in the terminal.
    case runs(String)
    /// The program ends.
    case leaves
  }
}

/// Walks a tour in a terminal of one size.
@MainActor struct TourGuide {
  let tour: Tour
  let size: Size

  func walk() async throws {
    let home = try TestHome(tour.files)
    try tour.prepare(home)
    let app = try TestApp(home, start: tour.start, size: size) { _, _ in
      try tour.program(home)
      return 0
    }
    for leg in tour.way { try await go(leg, app) }
    for stop in tour.stops {
      try await visit(stop, home, app)
      for leg in stop.then { try await go(leg, app) }
    }
    await app.close()
  }

  private func go(_ leg: Tour.Leg, _ app: TestApp) async throws {
    for key in leg.keys { app.terminal.press(key) }
    if let text = leg.sees { try await app.sees(text) }
  }

  /// The screen with its styles.
  private func picture(_ app: TestApp) -> String {
    Snapshot(app.terminal.canvas, name: tour.title, title: "", keys: "").text
  }

  private func visit(_ stop: Tour.Stop, _ home: TestHome, _ app: TestApp) async throws {
    // Where a screen has an action of all screens on keys of its own, those of all screens hold.
    let binding = KeyCatalogue.standard.bindings.last { $0.action == stop.action }
    let key = try #require(binding?.keys.first, "\(stop.action.rawValue) has no key")
    let before = picture(app)
    let written = Set(try home.historyLines())
    app.terminal.press(key)
    let what = "\(tour.title), \(size.width)x\(size.height): \(key.name) (\(stop.action.rawValue))"
    switch stop.effect {
    case .changesPicture:
      try await app.holds("\(what) changes the picture") { picture(app) != before }
    case .shows(let text):
      try await app.holds("\(what) shows '\(text)'") { app.terminal.shows(text) }
    case .hides(let text):
      try await app.holds("\(what) hides '\(text)'") { !app.terminal.shows(text) }
    case .writes(let words):
      try await app.holds("\(what) writes '\(words)'") {
        let lines = (try? home.historyLines()) ?? []
        return lines.contains { !written.contains($0) && $0.contains(words) }
      }
    case .file(let path, let text):
      try await app.holds("\(what): \(path) holds '\(text)'") {
        (try? home.folder.read("cards/\(path)"))?.contains(text) ?? false
      }
    case .makes(let path):
      try await app.holds("\(what) makes \(path)") { home.folder.has(path) }
    case .runs(let program):
      try await app.holds("\(what) runs \(program)") {
        app.terminal.programs.contains { $0.first == program }
      }
    case .leaves:
      try await app.holds("\(what) ends the program") { app.terminal.isClosed }
    }
  }
}

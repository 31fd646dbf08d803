import StudyDomain

/// What the export shows.
public enum ExportPage: Hashable, Sendable {
  /// What is to go out, and as what.
  case form
  /// The cards are named.
  case cards
  /// The file is named.
  case file
  case working
  case result
}

/// A row of the form.
public enum ExportRow: Hashable, Sendable {
  /// Exports.
  case start
  case cards, format, file
  case option(ExportOption)
}

/// What can be left out, or written in another way; each format has its own.
public enum ExportOption: Hashable, Sendable {
  case history, media, latestLayout, html, details
}

extension ExportRequest.Format {
  /// The options that mean something for it.
  var options: [ExportOption] {
    switch self {
    case .apkg, .colpkg: [.history, .media, .latestLayout]
    case .notes: [.html, .details]
    case .cards: [.html]
    case .json: [.history]
    }
  }
}

extension ExportRequest {
  /// The value of an option.
  subscript(option: ExportOption) -> Bool {
    get {
      switch option {
      case .history: hasHistory
      case .media: hasMedia
      case .latestLayout: usesLatestLayout
      case .html: hasHTML
      case .details: hasDetails
      }
    }
    set {
      switch option {
      case .history: hasHistory = newValue
      case .media: hasMedia = newValue
      case .latestLayout: usesLatestLayout = newValue
      case .html: hasHTML = newValue
      case .details: hasDetails = newValue
      }
    }
  }
}

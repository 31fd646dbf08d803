import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: OptionsInteractor {
  private var changing: ChangeOptions {
    ChangeOptions(
      decks: container.decks, settings: container.settings, texts: container.texts)
  }

  public func options(of subject: OptionSubject) throws -> [OptionRow] {
    do throws(DeckOptionError) {
      switch subject {
      case .deck(let deck):
        return try container.decks.optionValues(of: deck).map {
          OptionRow($0, isOwn: $0.source.isOwn)
        }
      case .preset(let name):
        return try container.decks.optionValues(ofPreset: name).map {
          OptionRow($0, isOwn: $0.source == .preset(name))
        }
      }
    } catch {
      throw ErrorWording.failure(error)
    }
  }

  public func setOption(
    _ name: String, to text: String?, of subject: OptionSubject
  ) throws -> String {
    try attempt {
      let said: String
      switch subject {
      case .deck(let deck):
        try changing.set(name, to: text, of: deck)
        said = deck.text
      case .preset(let preset):
        try changing.set(name, to: text, ofPreset: preset)
        said = "preset \(preset)"
      }
      container.session.refresh()
      let row = try options(of: subject).first { $0.name == name }
      let value = row.map { $0.text.isEmpty ? "none" : $0.text } ?? ""
      return text == nil
        ? "\(said): \(name) is \(value) again (\(row?.origin ?? ""))"
        : "\(said): \(name) is \(value) now"
    }
  }

  public var presets: [PresetRow] {
    container.decks.presets().map { PresetRow(name: $0.name, decks: $0.decks.count) }
  }

  public func createPreset(_ name: String, madeOf deck: DeckName) throws -> String {
    try attempt {
      try changing.createPreset(name, madeOf: deck)
      return "preset \(name) holds the options of \(deck.text), which follows it now"
    }
  }

  public func removePreset(_ name: String) throws -> String {
    try attempt {
      let decks = presets.first { $0.name == name }?.decks ?? 0
      try changing.removePreset(name)
      return decks == 0
        ? "deleted preset \(name)" : "deleted preset \(name); \(decks) decks no longer follow it"
    }
  }
}

extension OptionRow {
  fileprivate init(_ value: DeckOptionValue, isOwn: Bool) {
    let origin =
      switch value.source {
      case .file(let path): path
      case .event: "set here"
      case .preset(let name): isOwn ? "set here" : "preset \(name)"
      case .deck(let deck): deck.text
      case .collection: "all decks"
      case .standard: "default"
      }
    self.init(
      name: value.name, text: value.text, origin: origin, isOwn: isOwn, inherited: value.inherited)
  }
}

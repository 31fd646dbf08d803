import Interaction
import StudyDomain
public import TerminalUI

/// Draws the options of a deck, its presets, and what a preset holds.
@MainActor public final class OptionsScreen: Screen {
  private let viewModel: OptionsViewModel
  private let keys: KeyTable

  public init(viewModel: OptionsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .options)
  }

  public var name: ScreenName { .options }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }
  public var subject: Subject { Subject(deck: viewModel.deck) }

  public func tick(_ now: Moment) {
    viewModel.readAgain()
  }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInField(key) }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .changeOption: viewModel.changePressed()
    case .nextOptionValue: viewModel.valuePressed(by: 1)
    case .previousOptionValue: viewModel.valuePressed(by: -1)
    case .resetOption:
      viewModel.page == .presets ? viewModel.removePresetPressed() : viewModel.resetPressed()
    case .optionPresets: viewModel.presetsPressed()
    case .editPreset: viewModel.editPresetPressed()
    case .newPreset: viewModel.newPresetPressed()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    viewModel.whyOff(action)
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.fieldEntered()
    case .escape: viewModel.fieldLeft()
    default:
      guard let edit = key.edit else { return false }
      viewModel.edited(edit)
    }
    return true
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.edited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    ValueListPicture(
      title: "Options", place: place, lines: viewModel.lines.map(line), explanation: explanation,
      message: viewModel.failure.map { Notice($0) } ?? viewModel.message,
      emptyText: emptyText, field: field, footer: { self.footer }
    ).draw(on: &canvas) { height in
      viewModel.fit(windowHeight: height)
      return viewModel.selection
    }
  }

  private var place: [Span] {
    let deck = viewModel.deck.parts.joined(separator: " › ")
    return switch viewModel.page {
    case .options(.deck): [Span("  " + deck, .accent)]
    case .presets: [Span("  " + deck, .accent), Span("  presets", .dim)]
    case .options(.preset(let name)): [Span("  preset " + name, .accent)]
    }
  }

  private var emptyText: String {
    guard viewModel.page == .presets else { return "" }
    let key = keys.keyName(of: .newPreset) ?? ""
    return "No presets yet: \(key) makes one of this deck's options, for other decks to follow"
  }

  private var field: (TextField, String)? {
    guard let field = viewModel.field else { return nil }
    switch viewModel.fieldPurpose {
    case .value: return (field, viewModel.selectedOption?.name ?? "")
    case .presetName: return (field, "name of the preset")
    }
  }

  private func line(_ line: OptionsViewModel.Line) -> ValueListPicture.Line {
    switch line {
    case .heading(let text): return .heading(text)
    case .option(let row):
      let text = row.text.isEmpty ? "–" : row.text
      return .row(
        name: [Span(row.name)], value: [Span(text, .text, row.isOwn ? .bold : [])],
        note: [Span(row.origin, row.isOwn ? .accent : .dim)])
    case .preset(let row):
      let isUsed = row.name == viewModel.presetInUse
      return .row(
        name: [Span(row.name, .text, isUsed ? .bold : [])],
        value: [Span(counted(row.decks, "deck", "decks"))],
        note: [Span(isUsed ? "this deck" : "", .accent)])
    }
  }

  private var explanation: [Span] {
    if let row = viewModel.selectedOption {
      var spans = [Span(row.explanation)]
      if row.isOwn, row.inherited != row.text, let key = keys.keyName(of: .resetOption) {
        let value = row.inherited.isEmpty ? "none" : row.inherited
        spans.append(Span("  \(key): back to \(value)", .dim))
      }
      return spans
    }
    if let preset = viewModel.selectedPreset {
      return [Span("\(preset.name): \(counted(preset.decks, "deck follows", "decks follow")) it")]
    }
    return []
  }

  private var footer: Footer {
    let isList = viewModel.page == .presets
    let option = viewModel.selectedOption
    let isPreset = if case .options(.preset) = viewModel.page { true } else { false }
    return keys.footer(
      without: { action in
        switch action {
        case .nextOptionValue: !(option?.kind.hasSteps ?? false)
        case .resetOption where !isList: !(option?.isOwn ?? false)
        case .optionPresets: isList || isPreset
        case .newPreset: !isList
        default: self.whyOff(action) != nil
        }
      },
      labels: [
        .changeOption: isList ? "follow" : "change", .resetOption: isList ? "delete" : "take back",
      ])
  }
}

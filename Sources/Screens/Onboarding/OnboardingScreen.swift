import Interaction
public import TerminalUI

/// Draws the first start: where the collection will be, and what will be in it.
@MainActor public final class OnboardingScreen: Screen {
  private let viewModel: OnboardingViewModel
  private let keys: KeyTable

  public init(viewModel: OnboardingViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .onboarding)
  }

  public var name: ScreenName { .onboarding }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping {
      if key == .enter {
        viewModel.pathEntered()
      } else if key == .escape {
        viewModel.pathLeft()
      } else if let edit = key.edit {
        viewModel.pathEdited(edit)
      } else {
        return false
      }
      return true
    }
    switch keys.action(for: key) {
    case .createCollection: viewModel.createPressed(withTutorial: true)
    case .createEmpty: viewModel.createPressed(withTutorial: false)
    case .editPath: viewModel.editPathPressed()
    case .quit, .back: viewModel.quitPressed()
    default: return false
    }
    return true
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.pathEdited(.insert(text)) }
  }

  public func whyOff(_ action: Action) -> String? {
    action == .undo || action == .redo ? "Nothing was done yet" : nil
  }

  public func draw(on canvas: inout Canvas) {
    let width = Frame(canvas.size).body.width
    let status = viewModel.message?.rows(width: width) ?? []
    let frame = Frame(canvas.size, statusHeight: status.count)
    frame.drawRules(on: &canvas)
    Header(left: [Span("deckle", .title, .bold)]).draw(on: &canvas, in: frame.header)
    let body = frame.body
    let column = min(body.width, 64)
    let x = body.x + (body.width - column) / 2
    let before = textRows.flatMap { TextWrap.rows($0, width: column) }
    let isRoomy = body.height >= before.count + 8
    var y = body.y + (isRoomy ? max(1, (body.height - before.count - 6) / 3) : 0)
    // The folder stays in view, whatever of the text has to go.
    for text in before.prefix(max(0, body.height - 1)) {
      canvas.draw([Span(text)], x: x, y: y, width: column)
      y += 1
    }
    if isRoomy { y += 1 }
    if y < body.maxY {
      if viewModel.isTyping {
        FieldView.draw(viewModel.path, prompt: "Folder  ", on: &canvas, x: x, y: y, width: column)
      } else {
        canvas.draw(
          [Span("Folder  ", .key, .bold), Span(viewModel.path.text, .accent)], x: x, y: y,
          width: column)
      }
    }
    if isRoomy {
      let tutorial = TextWrap.rows(
        "With it comes a deck of twelve cards to learn deckle by.", width: column)
      for text in viewModel.isCreating ? ["Making the collection …"] : tutorial {
        y += 1
        canvas.draw([Span(text, .dim)], x: x, y: y + 1, width: column)
      }
    }
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    footer.draw(on: &canvas, in: frame.footer)
  }

  private var footer: Footer {
    if viewModel.isTyping {
      return Footer([.init(key: Key.enter.name, label: "done", priority: 1)])
    }
    return keys.footer(without: { $0 == .back || whyOff($0) != nil })
  }

  private var textRows: [String] {
    switch viewModel.reason {
    case .firstStart:
      [
        "Welcome. Your cards are text files in a folder of your own: a collection.",
        "", "deckle can make one now.",
      ]
    case .missing(let path):
      [
        "The collection is not there: \(path)", "",
        "If it lies on a drive, connect it and start again. Or make a new one:",
      ]
    case .empty(let path):
      ["No deck is in \(path) yet.", "", "deckle can put a first one there:"]
    }
  }
}

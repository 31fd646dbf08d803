import Interaction
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct PaletteViewModelTests {
  private let done = Box<[Action]>([])

  private func model(_ entries: [CommandEntry] = Sample.commands, recent: [Action] = [])
    -> PaletteViewModel
  {
    PaletteViewModel(
      entries: entries, recent: recent,
      router: FakeCommandRouter(onPerform: { [done] action in done.value.append(action) }))
  }

  @Test(arguments: [
    ("susp", Action.suspendCard), ("suspend note", .suspendNote), ("undo", .undo),
    ("sn", .suspendNote), ("study.hint", .hint), ("tomorrow", .buryCard), ("HINT", .hint),
  ])
  func `what is typed finds the action it means`(typed: String, action: Action) {
    let model = model()
    model.edited(.insert(typed))
    #expect(model.selected?.action == action)
  }

  @Test func `letters of another layout find the action of their keys`() {
    let screen = PaletteScreen(viewModel: model(), over: .study)
    for character in "гтвщ" { #expect(screen.handle(.character(character), now: noon)) }
    #expect(screen.handle(.enter, now: noon))
    #expect(done.value == [.undo])
  }

  @Test func `what was done last comes first while nothing is typed`() {
    let model = model(recent: [.undo, .hint])
    #expect(model.matches.prefix(2).map(\.action) == [.undo, .hint])
    #expect(model.matches.count == Sample.commands.count)
  }

  @Test func `an action that is off says why and is not done`() {
    let model = model()
    model.edited(.insert("siblings"))
    model.entered(at: noon)
    #expect(model.message?.text == "No siblings are held back")
    #expect(done.value.isEmpty)
    model.moved(.down)
    #expect(model.message == nil)
  }

  @Test func `nothing found is said`() {
    let model = model()
    model.edited(.insert("zzqx"))
    #expect(model.matches.isEmpty)
    model.entered(at: noon)
    #expect(model.message?.text == "No action is called so")
  }

  @Test func `the selection goes back to the top when the text changes, not with the cursor`() {
    let model = model()
    model.fit(windowHeight: 5)
    model.moved(.down)
    model.edited(.left)
    #expect(model.selection.index == 1)
    model.edited(.insert("s"))
    #expect(model.selection.index == 0)
  }
}

@MainActor @Suite struct MenuViewModelTests {
  private let done = Box<[Action]>([])

  private func screen() -> (MenuScreen, MenuViewModel) {
    let model = MenuViewModel(
      entries: Sample.commands,
      router: FakeCommandRouter(onPerform: { [done] action in done.value.append(action) }))
    let screen = MenuScreen(viewModel: model, over: .study)
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    return (screen, model)
  }

  @Test func `a digit does the action of its row, in any script`() {
    let (screen, _) = screen()
    #expect(screen.handle(.character("2"), now: noon))
    #expect(screen.handle(.character("٣"), now: noon))
    #expect(done.value == [Sample.commands[1].action, Sample.commands[2].action])
  }

  @Test func `arrows go from group to group and round`() {
    let (screen, model) = screen()
    #expect(model.group == .screen)
    #expect(screen.handle(.right, now: noon))
    #expect(model.group == .everywhere)
    #expect(screen.handle(.left, now: noon) && screen.handle(.left, now: noon))
    #expect(model.group == .movement)
  }

  @Test func `Space does what Enter does`() {
    let (screen, _) = screen()
    #expect(screen.handle(.down, now: noon))
    #expect(screen.handle(.character(" "), now: noon))
    #expect(done.value == [Sample.commands[1].action])
  }

  @Test func `a row that is off says why`() {
    let (screen, model) = screen()
    let place = model.rows.firstIndex { $0.action == .siblings } ?? 0
    for _ in 0..<place { #expect(screen.handle(.down, now: noon)) }
    #expect(screen.handle(.enter, now: noon))
    #expect(model.message?.text == "No siblings are held back")
    #expect(done.value.isEmpty)
  }
}

struct FakeCommandRouter: CommandRouter {
  var onPerform: @MainActor (Action) -> Void = { Issue.record("unexpected perform of \($0)") }
  var onDismiss: @MainActor () -> Void = { Issue.record("unexpected dismiss") }
  func perform(_ action: Action, at now: Moment) { onPerform(action) }
  func dismiss() { onDismiss() }
}

extension Sample {
  /// What Study offers, as its screen says it.
  @MainActor static let commands: [CommandEntry] = {
    let table = KeyCatalogue.standard.table(for: .study)
    return table.commands.map { binding in
      CommandEntry(
        action: binding.action, label: binding.label, help: binding.help,
        keys: table.keys(of: binding).map(\.name),
        group: binding.action.movement != nil
          ? .movement : binding.scope == .global ? .everywhere : .screen,
        whyOff: binding.action == .siblings ? "No siblings are held back" : nil)
    }
  }()
}

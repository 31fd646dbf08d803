import Interaction
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import Screens

@MainActor @Suite struct TransferViewModelTests {
  /// What was asked of the interactor, in order.
  private let asked = Box<[String]>([])
  private let left = Box(0)

  private func model(
    _ change: (inout FakeTransferInteractor) -> Void = { _ in }
  ) -> TransferViewModel {
    let asked = asked
    let left = left
    var fake = FakeTransferInteractor(
      onFiles: { path in
        path.isEmpty
          ? Sample.files
          : ["decks/", "deck.csv", "deckle.apkg"].filter { $0.hasPrefix(path) }
            .map { TransferFile(path: $0, detail: "") }
      }, deckNames: ["Spanish", "Spanish::Verbs", "Biology"],
      onPrepare: { path, deck, _ in
        asked.value.append("prepare \(path) \(deck ?? "-")")
        return Sample.transfer()
      },
      onNotes: { kind, range in range.map { .init(text: "\(kind) \($0)", reason: "") } },
      onPerform: { _ in
        asked.value.append("perform")
        return Sample.transfer(isDryRun: false)
      },
      onUndo: { name, _ in
        asked.value.append("undo \(name)")
        return TransferUndoReport(file: "", name: name)
      })
    change(&fake)
    let model = TransferViewModel(
      interactor: fake, router: FakeDismissing(onDismiss: { left.value += 1 }))
    model.fit(windowHeight: 10)
    return model
  }

  private func preview(
    _ change: (inout FakeTransferInteractor) -> Void = { _ in }
  ) async -> TransferViewModel {
    let model = model(change)
    model.moved(.down)
    model.pathEntered()
    await model.work?.value
    model.fit(windowHeight: 10)
    return model
  }

  @Test func `an arrow and Enter take a likely file to its preview, Enter imports, u undoes`()
    async
  {
    let model = await preview()
    #expect(model.page == .preview)
    model.openPressed()
    #expect(model.page == .working(.importing))
    await model.work?.value
    #expect(model.page == .result)
    model.undoPressed()
    await model.work?.value
    #expect(model.page == .undone)
    #expect(
      asked.value
        == ["prepare ~/Downloads/spanish.apkg -", "perform", "undo k3f9q2ab@1796040000000"])
    model.backPressed()
    #expect(left.value == 1)
  }

  @Test func `Tab completes what is certain, and Enter opens a folder`() async {
    let model = model()
    for letter in "d" { model.edited(.insert(String(letter))) }
    model.tabPressed()
    #expect(model.path.text == "deck")
    model.tabPressed()
    #expect(model.path.text == "deck")
    model.fit(windowHeight: 10)
    model.moved(.down)
    model.pathEntered()
    #expect(model.path.text == "decks/")
    #expect(model.page == .choosing)
    #expect(asked.value == [])
  }

  @Test func `the arrow above the first file leads back into the field`() {
    let model = model()
    model.moved(.down)
    #expect(model.isInList)
    model.moved(.down)
    #expect(model.selection.index == 1)
    model.moved(.up)
    model.moved(.up)
    #expect(!model.isInList)
  }

  @Test func `Enter in an empty field asks for a path`() {
    let model = model()
    model.pathEntered()
    #expect(model.message != nil)
    #expect(asked.value == [])
  }

  @Test func `Esc leaves a reading at once, and its late answer is not shown`() async {
    let model = model {
      $0.onPrepare = { _, _, _ in
        // It does not hear of the cancel.
        await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
        return Sample.transfer()
      }
    }
    model.moved(.down)
    model.pathEntered()
    let work = model.work
    #expect(model.page == .working(.reading))
    model.backPressed()
    #expect(model.page == .choosing)
    #expect(work?.isCancelled == true)
    await work?.value
    #expect(model.page == .choosing)
    #expect(model.report == nil)
  }

  @Test func `a failed reading says why and stays on the files`() async {
    let model = await preview { $0.onPrepare = { _, _, _ in throw ActionFailure("no such file") } }
    #expect(model.page == .choosing)
    #expect(model.message?.text == "no such file")
  }

  @Test func `Esc cancels an import, which then says that nothing changed`() async {
    let model = await preview {
      $0.onPerform = { hear in
        hear(TransferProgress(.decks, fraction: 0.5))
        try await Task.sleep(for: .seconds(3600))
        return Sample.transfer(isDryRun: false)
      }
    }
    model.openPressed()
    while model.progress == nil { await Task.yield() }
    model.backPressed()
    #expect(model.isCancelling)
    #expect(model.page == .working(.importing))
    await model.work?.value
    #expect(model.page == .preview)
    #expect(model.message?.text == "cancelled; nothing was changed")
  }

  @Test func `a cancel that comes too late shows the result`() async {
    let model = await preview {
      $0.onPerform = { _ in
        await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
        return Sample.transfer(isDryRun: false)
      }
    }
    model.openPressed()
    model.backPressed()
    await model.work?.value
    #expect(model.page == .result)
    #expect(model.message?.text.contains("before it could be cancelled") == true)
  }

  @Test func `Enter on a kind lists its notes, and back stands on that kind again`() async {
    let model = await preview()
    for _ in 0..<4 { model.moved(.down) }
    model.openPressed()
    #expect(model.page == .list(.notes(.conflicting)))
    model.fit(windowHeight: 10)
    #expect(model.lines(of: .notes(.conflicting), 0..<50).map(\.text) == ["conflicting 0"])
    model.backPressed()
    #expect(model.page == .preview)
    #expect(model.selection.index == 4)
  }

  @Test func `a kind without notes says so`() async {
    let model = await preview {
      $0.onPrepare = { _, _, _ in TransferReport(file: "", isDryRun: true) }
    }
    model.moved(.down)
    model.openPressed()
    #expect(model.page == .preview)
    #expect(model.message?.text == "there are none")
    model.moved(.up)
    model.openPressed()
    #expect(model.page == .preview)
    #expect(!model.canStart)
  }

  @Test func `i chooses the deck, and the preview is made anew`() async {
    let model = await preview()
    model.deckPressed()
    model.edited(.insert("span"))
    #expect(model.deckMatches == ["Spanish", "Spanish::Verbs"])
    model.fit(windowHeight: 10)
    model.moved(.down)
    model.moved(.down)
    model.deckEntered()
    await model.work?.value
    #expect(model.page == .preview)
    #expect(model.deck.text == "Spanish::Verbs")
    #expect(asked.value.last == "prepare ~/Downloads/spanish.apkg Spanish::Verbs")
  }

  @Test func `a deck that cannot be is refused, and the preview stays true`() async {
    let model = await preview {
      $0.onPrepare = { _, deck, _ in
        if deck != nil { throw ActionFailure("'a::' is no name of a deck") }
        return Sample.transfer()
      }
    }
    model.deckPressed()
    model.edited(.insert("a::"))
    model.deckEntered()
    await model.work?.value
    #expect(model.page == .preview)
    #expect(model.deck.text == "")
    #expect(model.message?.text == "'a::' is no name of a deck")
  }

  @Test func `values of a text are stepped through, and it is looked at anew`() async {
    let told = Box<[TextOptions]>([])
    let model = await preview {
      $0.columns = Sample.columns
      $0.onText = { told.value.append($0) }
    }
    model.columnsPressed()
    #expect(model.page == .columns)
    model.fit(windowHeight: 10)
    model.valuePressed(by: 1)
    await model.work?.value
    #expect(told.value.last?.separator == "semicolon")
    for _ in 0..<5 { model.moved(.down) }
    model.valuePressed(by: 1)
    await model.work?.value
    // Back was the second column's: that one becomes what the first was.
    #expect(told.value.last?.columns == "Back,Front,tags")
    #expect(told.value.last?.separator == "semicolon")
    for _ in 0..<5 { model.moved(.up) }
    model.valuePressed(by: -1)
    await model.work?.value
    #expect(told.value.last?.separator == "tab")
    #expect(told.value.last?.columns == nil)
    model.backPressed()
    #expect(model.page == .preview)
  }

  @Test func `each key counts that comes while the file is read anew`() async {
    let told = Box<[TextOptions]>([])
    let model = await preview {
      $0.columns = Sample.columns
      $0.onText = { told.value.append($0) }
      $0.onPrepare = { _, _, _ in
        await Task.yield()
        return Sample.transfer()
      }
    }
    model.columnsPressed()
    model.fit(windowHeight: 10)
    model.valuePressed(by: 1)
    model.valuePressed(by: 1)
    model.moved(.down)
    model.valuePressed(by: 1)
    let work = model.work
    model.valuePressed(by: 1)
    await work?.value
    // The first look was at the file as it is.
    #expect(
      told.value.dropFirst().map(\.separator) == ["semicolon", "semicolon", "comma", "comma"])
    #expect(told.value.dropFirst().map(\.encoding) == ["UTF-8", "UTF-8", "Latin-1", "Latin-1"])
    model.backPressed()
    #expect(model.page == .preview)
  }

  @Test func `a value that cannot be says why, and the one before stays`() async {
    let model = await preview {
      $0.columns = Sample.columns
      $0.onText = { if $0.separator != nil { throw ActionFailure("no such separator") } }
    }
    model.columnsPressed()
    model.fit(windowHeight: 10)
    model.valuePressed(by: 1)
    await model.work?.value
    #expect(model.message?.text == "no such separator")
    #expect(model.textOptions == TextOptions())
    #expect(model.page == .columns)
  }

  @Test func `no key but Esc acts while work is done`() async {
    let model = await preview {
      $0.onPerform = { _ in
        try await Task.sleep(for: .seconds(3600))
        return Sample.transfer(isDryRun: false)
      }
    }
    model.openPressed()
    let screen = TransferScreen(viewModel: model)
    for key in [Key.character("d"), .character("?"), .enter, .character("u"), .down] {
      #expect(screen.handle(key, now: noon))
      #expect(model.page == .working(.importing))
    }
    #expect(screen.handle(.escape, now: noon))
    await model.work?.value
    #expect(model.page == .preview)
  }

  @Test func `letters go into the field, and the first Esc leaves it`() {
    let model = model()
    let screen = TransferScreen(viewModel: model)
    for letter in "iq?" { #expect(screen.handle(.character(letter), now: noon)) }
    #expect(model.path.text == "iq?")
    #expect(screen.handle(.escape, now: noon))
    #expect(!model.isTyping)
    #expect(left.value == 0)
    #expect(screen.handle(.character("q"), now: noon))
    #expect(left.value == 1)
  }
}

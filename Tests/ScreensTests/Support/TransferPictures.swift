import StudyDomain
import TerminalUI

@testable import Screens

/// The import over a fake whose work is done at once, or never where there is progress to see.
@MainActor final class TransferPictures {
  let model: TransferViewModel
  let screen: TransferScreen

  init(
    files: [TransferFile], report: TransferReport, progress: TransferProgress?, isFailing: Bool
  ) {
    let interactor = FakeTransferInteractor(
      onFiles: { path in path.isEmpty ? files : [] }, deckNames: ["Spanish", "Spanish::Verbs"],
      columns: Sample.columns,
      onPrepare: { path, _, hear in
        if isFailing {
          throw ActionFailure(
            "\(path): No such file or directory", nextStep: "check the path; Tab completes it")
        }
        if let progress {
          hear(progress)
          try await Task.sleep(for: .seconds(3600))
        }
        return report
      },
      onNotes: { kind, range in
        let notes = kind == .skipped ? report.skipped : report.conflicting
        return Array(notes[range.clamped(to: 0..<notes.count)])
      },
      onTexts: { _, _ in
        TransferNoteTexts(
          reason: "it changed in the file only",
          new: "<!-- tags: verbs -->\nQ: to fetch, to bring (3rd person)\n\nA: **trae**",
          old: "Q: to fetch\n\nA: trae")
      },
      onPerform: { _ in Sample.transfer(isDryRun: false) },
      onUndo: { name, _ in
        var report = TransferUndoReport(file: report.file, name: name)
        report.removed = 117
        report.restored = 2
        report.media = 13
        report.left = [
          .init(text: "to fetch", reason: "it was edited; it stays in Spanish/Verbs.md:12"),
          .init(text: "media/cell.png", reason: "other cards show it"),
        ]
        return report
      })
    isWorking = progress != nil
    model = TransferViewModel(interactor: interactor, router: FakeDismissing())
    screen = TransferScreen(viewModel: model)
  }

  private let isWorking: Bool

  func press(_ key: Key) async {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
    if isWorking {
      while case .working = model.page, model.progress == nil { await Task.yield() }
    } else {
      await model.work?.value
    }
  }
}

import History
import Scheduling
import StudyDomain

/// The memory model and steps of a deck, as the replay of the history asks for them.
struct ScheduleRules: MemoryRules {
  let answers: AnswerRules
  let learningStepSeconds: [Int]
  let relearningStepSeconds: [Int]
  private let maximumInterval: Int

  init(_ options: DeckOptions) {
    answers = AnswerRules(options)
    learningStepSeconds = options.learningSteps
    relearningStepSeconds = options.relearningSteps
    maximumInterval = options.maximumInterval
  }

  func memory(after memory: MemoryState?, grade: Grade, elapsedDays: Int) -> MemoryState {
    answers.model.after(memory, grade, elapsedDays: elapsedDays)
  }

  func intervalDays(for memory: MemoryState, retention: Int) -> Int {
    let days = answers.model.intervalDays(
      stability: memory.stability, retention: Double(retention) / 1000)
    return max(1, min(maximumInterval, Int(days.rounded())))
  }

  /// What makes two rules give different states for the same reviews.
  struct Identity: Hashable {
    var parameters: [Double]
    var learningSteps: [Int]
    var relearningSteps: [Int]
    var maximumInterval: Int

    init(_ options: DeckOptions) {
      parameters = options.parameters
      learningSteps = options.learningSteps
      relearningSteps = options.relearningSteps
      maximumInterval = options.maximumInterval
    }
  }
}

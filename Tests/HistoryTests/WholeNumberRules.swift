import StudyDomain

@testable import History

/// A memory model in whole thousandths, so that expected states are exact in any program.
struct WholeNumberRules: MemoryRules {
  var learningStepSeconds = [60, 600]
  var relearningStepSeconds = [600]

  func memory(after memory: MemoryState?, grade: Grade, elapsedDays: Int) -> MemoryState {
    let place = Int(grade.rawValue) - 1
    guard let memory else {
      return state([400, 1200, 3100, 15_000][place], [7000, 6000, 5000, 3000][place])
    }
    let stability = Int((memory.stability * 1000).rounded())
    let difficulty = Int((memory.difficulty * 1000).rounded())
    if grade == .again {
      return state(max(100, stability * 2 / 5), min(10_000, difficulty + 1000))
    }
    let weight = [0, 300, 1000, 1600][place]
    let gain =
      (min(elapsedDays, 36_500) * 1000 + 500) * (11_000 - difficulty) * weight / 10_000_000
    let change = [0, 300, -50, -300][place]
    return state(
      min(36_500_000, stability + gain), max(1000, min(10_000, difficulty + change)))
  }

  private func state(_ stability: Int, _ difficulty: Int) -> MemoryState {
    MemoryState(stability: Double(stability) / 1000, difficulty: Double(difficulty) / 1000)
  }

  func intervalDays(for memory: MemoryState, retention: Int) -> Int {
    let stability = Int((memory.stability * 1000).rounded())
    return max(1, min(36_500, (stability * (1000 - retention) / 100 + 500) / 1000))
  }
}

/// All that a key can do; the raw value is its name in the user's overrides.
public enum Action: String, CaseIterable, Sendable {
  // Global
  case help = "help"
  case palette = "palette"
  case menu = "menu"
  case goals = "goals"
  case back = "back"
  case decks = "decks"
  case undo = "undo"
  case redo = "redo"
  case moveDown = "move.down"
  case moveUp = "move.up"
  case pageDown = "page.down"
  case pageUp = "page.up"
  case halfPageDown = "half-page.down"
  case halfPageUp = "half-page.up"
  case moveToTop = "move.top"
  case moveToBottom = "move.bottom"

  case statistics = "statistics"
  case cardInfo = "card-info"

  // Home
  case study = "home.study"
  case toggleFold = "home.toggle-fold"
  case fold = "home.fold"
  case unfold = "home.unfold"
  case pin = "home.pin"
  case customStudy = "home.custom"
  case addToday = "home.more-today"
  case filter = "home.filter"
  case problems = "home.problems"
  case importFile = "home.import"
  case exportCollection = "home.export"
  case reload = "home.reload"
  case quit = "home.quit"

  // Study
  case showAnswer = "study.answer"
  case gradeAgain = "study.again"
  case gradeHard = "study.hard"
  case gradeGood = "study.good"
  case gradeEasy = "study.easy"
  case editInEditor = "study.editor"
  case buryCard = "study.bury-card"
  case buryNote = "study.bury-note"
  case suspendCard = "study.suspend-card"
  case suspendNote = "study.suspend-note"
  case mark = "study.mark"
  case flag = "study.flag"
  case hint = "study.hint"
  case previousCard = "study.previous-card"
  case typeAgain = "study.type-again"
  case toggleForms = "study.forms"
  case siblings = "study.siblings"
  case moreNew = "study.more-new"
  case scrollLeft = "study.scroll-left"
  case scrollRight = "study.scroll-right"

  // Study, while an answer is typed or chosen
  case tick = "study-form.tick"
  case checkForm = "study-form.check"
  case itemDown = "study-form.item-down"
  case itemUp = "study-form.item-up"
  case leaveForm = "study-form.leave"

  // Custom session
  case openCustomRow = "custom.open"
  case beginCustom = "custom.begin"
  case customCards = "custom.cards"
  case nextCustomValue = "custom.next-value"
  case previousCustomValue = "custom.previous-value"

  // Summary
  case failedAgain = "summary.failed-again"
  case summaryMoreNew = "summary.more-new"
  case summarySiblings = "summary.siblings"
  case goOn = "summary.go-on"
  case studyAhead = "summary.study-ahead"

  // Problems
  case openProblem = "problems.open"

  // Older revision
  case restoreHistory = "older-revision.restore"
  case acceptOlder = "older-revision.accept"

  // Import
  case openTransferRow = "transfer.open"
  case transferDeck = "transfer.deck"
  case transferPath = "transfer.path"
  case transferColumns = "transfer.columns"
  case nextValue = "transfer.next-value"
  case previousValue = "transfer.previous-value"

  // Export
  case openExportRow = "export.open"
  case exportCards = "export.cards"
  case exportPath = "export.path"
  case nextExportValue = "export.next-value"
  case previousExportValue = "export.previous-value"

  // Goals
  case typeGoal = "goals.type"
  case raiseGoal = "goals.raise"
  case lowerGoal = "goals.lower"
  case clearGoal = "goals.off"
  case nextGoalDeck = "goals.deck"

  // Statistics
  case nextChart = "statistics.next-chart"
  case previousChart = "statistics.previous-chart"
  case statisticsPeriod = "statistics.period"
  case statisticsQuery = "statistics.query"
  case statisticsAll = "statistics.all"

  // Action menu
  case performMenuRow = "menu.perform"
  case chooseMenuRow = "menu.choose"
  case nextMenuGroup = "menu.next-group"
  case previousMenuGroup = "menu.previous-group"

  // First start
  case createCollection = "onboarding.create"
  case createEmpty = "onboarding.create-empty"
  case editPath = "onboarding.edit-path"
}

let summaryBindings: [KeyBinding] = [
  .summary(
    .goOn, [.enter, "m"], "go on", "Go on for as many minutes or cards again", footer: 90),
  .summary(
    .failedAgain, ["f"], "failed again", "Ask the failed cards once more, for practice", footer: 60),
  .summary(.summaryMoreNew, ["+"], "more new", "Allow ten more new cards today", footer: 50),
  .summary(.summarySiblings, ["B"], "siblings", "Ask siblings that were held back", footer: 40),
  .summary(
    .studyAhead, ["l"], "learn ahead", "Ask the learning cards that are not due yet", footer: 45),
]

import TerminalUI

let statisticsBindings: [KeyBinding] = [
  .statistics(
    .nextChart, [.tab, "l", .right], "next chart", "Show the next chart", footer: 90),
  .statistics(
    .previousChart, ["h", .left, .backTab], "previous", "Show the chart before", footer: 40),
  .statistics(
    .statisticsPeriod, ["p"], "period",
    "Count the last month, the last year or everything", footer: 85),
  .statistics(
    .statisticsQuery, ["/"], "deck or query",
    "Count what a query finds, as deck:NAME; Enter counts, Esc leaves", footer: 60),
  .statistics(.statisticsAll, ["A"], "all", "Count the whole collection", footer: 50),
]

extension KeyBinding {
  fileprivate static func statistics(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.statistics), footer: footer)
  }
}

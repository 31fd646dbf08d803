/// A question about cards in Anki's language of searches, read into a value.
///
/// Terms that stand side by side must all hold; `or`, brackets and `-` join them otherwise.
public struct Query: Hashable, Sendable {
  public var root: Node

  /// A query that asks for every card.
  public init(_ root: Node = .all([])) {
    self.root = root
  }

  /// Terms, and what joins them.
  public indirect enum Node: Hashable, Sendable {
    /// All must hold; an empty one always does.
    case all([Node])
    case any([Node])
    case not(Node)
    case test(Test)
  }

  /// What is asked of one card.
  public enum Test: Hashable, Sendable {
    /// The deck or one below it.
    case deck(QueryPattern)
    /// The tag or one below it (`verbs` holds `verbs::irregular`).
    case tag(QueryPattern)
    case tagExpression(SearchExpression)
    case untagged
    case state(State)
    /// 0 none to 7.
    case flag(Int)
    /// The name of the note's type.
    case noteType(QueryPattern)
    /// The place of the card's template in its type, from 0; for a cloze its number less one.
    case template(Int)
    case templateName(QueryPattern)
    case property(Property, Comparison, Double)
    /// Answered today or on one of the days before, so many in all; with this grade if one is said.
    case rated(days: Int, Grade?)
    /// Answered on a day that is so many from today, 0 or less.
    case ratedOn(Comparison, day: Int, Grade?)
    /// Answered for the first time today or on one of the days before, so many in all.
    case introduced(days: Int)
    /// Text that the note holds, capitals and accents aside.
    case text(QueryPattern)
    /// An expression somewhere in the fields, capitals aside.
    case expression(SearchExpression)
    /// A field that is this as a whole, of a name that may be a pattern; `written` is what to look
    /// for as text where no note has such a field.
    case field(name: QueryPattern, QueryPattern, written: QueryPattern)
    case fieldExpression(name: QueryPattern, SearchExpression)
  }

  /// What `is:` asks for.
  public enum State: String, CaseIterable, Sendable {
    case new, learn, review, due, suspended, buried, leech, marked, flagged
  }

  /// A number that `prop:` compares.
  public enum Property: String, CaseIterable, Sendable {
    /// Days; 0 for a card that has none.
    case interval = "ivl"
    /// Days from today; less than 0 is overdue.
    case due
    case reps, lapses
    /// Days.
    case stability = "s"
    /// 0 to 1 as in Anki, or 1 to 10 where the number is more than 1.
    case difficulty = "d"
    /// 0 to 1, now.
    case retrievability = "r"
  }

  public enum Comparison: String, CaseIterable, Sendable {
    case lessOrEqual = "<="
    case moreOrEqual = ">="
    case notEqual = "!="
    case equal = "="
    case less = "<"
    case more = ">"

    public func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
      switch self {
      case .lessOrEqual: one <= other
      case .moreOrEqual: one >= other
      case .notEqual: one != other
      case .equal: one == other
      case .less: one < other
      case .more: one > other
      }
    }
  }

  /// What is wrong with a query, and where.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// From 1, counted in characters.
    public var column: Int
    public var message: String

    public init(column: Int, message: String) {
      self.column = column
      self.message = message
    }
  }

  /// Reads a query; an empty one asks for every card.
  public init(parsing text: String) throws(SyntaxError) {
    var reader = QueryReader(text)
    self.init(try reader.read())
  }

  /// The deck that the query names and nothing else; nil for another query.
  public var deckName: String? {
    guard case .test(.deck(let pattern)) = root else { return nil }
    return pattern.literal
  }
}

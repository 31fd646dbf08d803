public import Interaction
public import Markup
public import StudyDomain

/// How a card is answered before its answer is shown, where it is not just turned over.
public enum AskForm: Hashable, Sendable {
  case typed(TypedForm)
  case choice(ChoiceForm)
  case order(OrderForm)
  case items(ItemsForm)

  /// The form of a card; nil for one that is turned over.
  public init?(_ card: StudyCard) {
    if card.text.ask == .type {
      self = .typed(TypedForm())
      return
    }
    guard card.text.ask != .flip, !card.text.backReplacesFront else { return nil }
    let missing = card.missingPictures
    let document = MarkupDocument(
      markdown: card.text.back, isPictureMissing: { missing.contains($0) })
    guard case .list(let list) = document.blocks.first, !list.items.isEmpty else { return nil }
    let rest = Array(document.blocks.dropFirst())
    switch card.text.ask {
    case .flip, .type: return nil
    case .choice: self = .choice(ChoiceForm(list.items, explanation: rest, seed: card.seed))
    case .order: self = .order(OrderForm(list.items, explanation: rest, seed: card.seed))
    case .items: self = .items(ItemsForm(list, explanation: rest))
    }
  }

  /// The grade that the first attempt suggests; nil when there is none.
  public var suggestion: Grade? {
    switch self {
    case .typed(let form): form.isFirstRight.map { $0 ? .good : .again }
    case .choice(let form): form.isChecked ? (form.isRight ? .good : .again) : nil
    case .order(let form): form.isChecked ? (form.isRight ? .good : .again) : nil
    case .items: nil
    }
  }
}

/// A line to type the answer into.
public struct TypedForm: Hashable, Sendable {
  public internal(set) var field = TextField()
  /// The latest attempt, once it is checked.
  public internal(set) var attempt: TypedAttempt?
  /// What the first attempt came to: it decides, whatever is typed afterwards.
  public internal(set) var isFirstRight: Bool?

  /// Takes in that what was typed is checked.
  mutating func checked(_ attempt: TypedAttempt) {
    self.attempt = attempt
    if isFirstRight == nil, !attempt.isEmpty { isFirstRight = attempt.isRight }
  }
}

/// Options of which one or more are right.
public struct ChoiceForm: Hashable, Sendable {
  public struct Option: Hashable, Sendable {
    public var blocks: [Block]
    public var isRight: Bool
    public var isTicked = false
  }

  /// As they are shown.
  public internal(set) var options: [Option]
  public internal(set) var selection = 0
  public internal(set) var isChecked = false
  /// What follows the list.
  public let explanation: [Block]
  /// One option is right: another tick takes the first away.
  public let isSingle: Bool

  init(_ items: [Block.Item], explanation: [Block], seed: UInt64) {
    options = items.map { Option(blocks: $0.blocks, isRight: $0.isTicked == true) }
      .shuffled(seed: seed)
    self.explanation = explanation
    isSingle = options.count { $0.isRight } == 1
  }

  public var isRight: Bool { options.allSatisfy { $0.isTicked == $0.isRight } }
  public var hasTick: Bool { options.contains { $0.isTicked } }

  mutating func tick(_ index: Int) {
    guard options.indices.contains(index), !isChecked else { return }
    selection = index
    let isTicked = !options[index].isTicked
    if isSingle { for other in options.indices { options[other].isTicked = false } }
    options[index].isTicked = isTicked
  }

  mutating func check() {
    // With nothing ticked, Enter takes the option that the mark stands at, where one is right.
    if isSingle, !hasTick { tick(selection) }
    isChecked = true
  }
}

/// Items to be put in their order.
public struct OrderForm: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    public var blocks: [Block]
    /// Where it belongs, from 0.
    public var place: Int
  }

  /// As they are shown.
  public var items: [Item]
  public internal(set) var selection = 0
  /// The selected item moves with the mark.
  public internal(set) var isHeld = false
  public internal(set) var isChecked = false
  public let explanation: [Block]

  init(_ items: [Block.Item], explanation: [Block], seed: UInt64) {
    let inOrder = items.enumerated().map { Item(blocks: $1.blocks, place: $0) }
    var shuffled = inOrder.shuffled(seed: seed)
    // An order that is right already asks nothing.
    if shuffled == inOrder { shuffled = Array(inOrder.dropFirst()) + inOrder.prefix(1) }
    self.items = shuffled
    self.explanation = explanation
  }

  /// Equal texts may stand in each other's place.
  public func isInPlace(_ index: Int) -> Bool {
    let wanted = items.first { $0.place == index }
    return items[index].place == index || wanted?.blocks == items[index].blocks
  }

  public var isRight: Bool { items.indices.allSatisfy(isInPlace) }

  mutating func move(by step: Int) {
    let target = selection + step
    guard items.indices.contains(selection), items.indices.contains(target) else { return }
    items.swapAt(selection, target)
    selection = target
  }
}

/// A list of which one item after the other is told.
public struct ItemsForm: Hashable, Sendable {
  public let list: Block.ItemList
  public let explanation: [Block]
  /// Items that are shown.
  public internal(set) var shown = 0

  init(_ list: Block.ItemList, explanation: [Block]) {
    self.list = list
    self.explanation = explanation
  }

  public var count: Int { list.items.count }
}

extension Array {
  /// The same order each time for one seed.
  fileprivate func shuffled(seed: UInt64) -> Self {
    var state = seed
    var result = self
    for index in result.indices.dropFirst().reversed() {
      // SplitMix64: one addition and two multiplications a number.
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      result.swapAt(index, Int(bits % UInt64(index + 1)))
    }
    return result
  }
}

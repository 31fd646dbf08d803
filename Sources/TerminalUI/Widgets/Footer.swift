/// The keys that matter now, as many as fit.
public struct Footer: Sendable {
  public var items: [Item]

  public init(_ items: [Item]) {
    self.items = items
  }

  /// A key with its label.
  public struct Item: Hashable, Sendable {
    public var key: String
    public var label: String
    /// The highest stay longest.
    public var priority: Int

    public init(key: String, label: String, priority: Int) {
      self.key = key
      self.label = label
      self.priority = priority
    }

    var width: Int { PortableText.width(of: key) + 1 + PortableText.width(of: label) }
  }

  public func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    var kept = items
    let gap = rect.width >= 60 ? 3 : 2
    func width() -> Int { kept.reduce(-gap) { $0 + $1.width + gap } }
    while width() > rect.width, let last = kept.indices.min(by: kept.lowerPriority) {
      kept.remove(at: last)
    }
    var x = rect.x
    for item in kept {
      let width = min(item.width, rect.maxX - x)
      canvas.note(.key(item.key), in: Rect(x: x, y: rect.y, width: max(0, width), height: 1))
      x = canvas.draw(item.key, x: x, y: rect.y, style: Style(.key, .bold), limit: rect.maxX)
      x = canvas.draw(" " + item.label, x: x, y: rect.y, style: Style(.dim), limit: rect.maxX)
      x += gap
    }
  }
}

extension [Footer.Item] {
  fileprivate func lowerPriority(_ left: Int, _ right: Int) -> Bool {
    self[left].priority < self[right].priority
  }
}

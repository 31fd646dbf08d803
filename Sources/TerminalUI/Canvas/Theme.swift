/// Turns a style's role into colours and attributes.
public struct Theme: Hashable, Sendable {
  public var name: String
  /// The look of each role, by `Style.Role.rawValue`.
  public var looks: [Look]

  public init(name: String, looks: [Look]) {
    self.name = name
    self.looks = looks
  }

  /// Colours and attributes of a role.
  public struct Look: Hashable, Sendable {
    /// An index of the 256-colour palette; nil is the terminal's own colour.
    public var foreground: UInt8?
    public var background: UInt8?
    public var attributes: Style.Attributes

    public init(
      foreground: UInt8? = nil, background: UInt8? = nil, attributes: Style.Attributes = []
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  public func look(of style: Style) -> Look {
    var look = looks[Int(style.role.rawValue)]
    look.attributes.formUnion(style.attributes)
    return look
  }
}

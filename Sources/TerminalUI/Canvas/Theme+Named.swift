extension Theme {
  /// The themes that come with the program, the default first.
  public static let all: [Theme] = [.terminal, .dark, .light, .highContrast, .monochrome]

  /// A theme by its name: `terminal`, `dark`, `light`, `high-contrast` or `monochrome`.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name }
  }

  /// The theme to use: without colour when NO_COLOR is set and not empty, else the named one, else
  /// the default.
  public static func chosen(_ name: String?, noColor: String?) -> Theme {
    if let noColor, !noColor.isEmpty { return .monochrome }
    return name.flatMap(named) ?? .terminal
  }

  /// Whether any look names a colour.
  public var hasColor: Bool {
    looks.contains { $0.foreground != nil || $0.background != nil }
  }

  /// A theme of one background, with the looks of the roles that are not plain text.
  static func make(
    _ name: String, text: Look = Look(), _ look: (Style.Role) -> Look?
  ) -> Theme {
    Theme(
      name: name,
      looks: Style.Role.allCases.map { role in
        var look = look(role) ?? text
        look.foreground = look.foreground ?? text.foreground
        look.background = look.background ?? text.background
        return look
      })
  }
}

extension Theme {
  /// The terminal's own background and its sixteen colours, whatever the person made of them.
  ///
  /// Nothing says whether the background is dark or light, so only those colours serve that can be
  /// read on both: red, magenta and bright blue. Green, yellow and cyan vanish on white, blue on
  /// black.
  public static let terminal = make("terminal") { role in
    switch role {
    case .text: nil
    case .dim: Look(attributes: .dim)
    case .title: Look(attributes: .bold)
    case .accent: Look(foreground: 12)
    case .selection: Look(attributes: .reverse)
    case .rule: Look(attributes: .dim)
    case .new: Look(foreground: 12)
    case .learning: Look(foreground: 1, attributes: .bold)
    case .due: Look(attributes: .bold)
    case .again: Look(foreground: 1, attributes: .bold)
    case .hard: Look(foreground: 5)
    case .good: Look(attributes: .bold)
    case .easy: Look(foreground: 12)
    case .cloze: Look(foreground: 12, attributes: [.bold, .underline])
    case .code: Look(foreground: 5)
    case .link: Look(foreground: 12, attributes: .underline)
    case .heading: Look(attributes: .bold)
    case .quote: Look(attributes: .italic)
    case .math: Look(foreground: 5, attributes: .italic)
    case .warning: Look(foreground: 5, attributes: .bold)
    case .error: Look(foreground: 1, attributes: [.bold, .reverse])
    case .success: Look(attributes: .bold)
    case .key: Look(attributes: .bold)
    }
  }

  /// Soft colours on its own dark background.
  public static let dark = make("dark", text: Look(foreground: 252, background: 234)) { role in
    switch role {
    case .text: nil
    case .dim: Look(foreground: 246)
    case .title: Look(foreground: 255, attributes: .bold)
    case .accent: Look(foreground: 80)
    case .selection: Look(foreground: 255, background: 24, attributes: .bold)
    case .rule: Look(foreground: 240)
    case .new: Look(foreground: 75)
    case .learning: Look(foreground: 209, attributes: .bold)
    case .due: Look(foreground: 114)
    case .again: Look(foreground: 209, attributes: .bold)
    case .hard: Look(foreground: 179)
    case .good: Look(foreground: 114)
    case .easy: Look(foreground: 75)
    case .cloze: Look(foreground: 117, attributes: [.bold, .underline])
    case .code: Look(foreground: 180, background: 236)
    case .link: Look(foreground: 80, attributes: .underline)
    case .heading: Look(foreground: 255, attributes: .bold)
    case .quote: Look(foreground: 250, attributes: .italic)
    case .math: Look(foreground: 183, attributes: .italic)
    case .warning: Look(foreground: 221, attributes: .bold)
    case .error: Look(foreground: 255, background: 124, attributes: .bold)
    case .success: Look(foreground: 114)
    case .key: Look(foreground: 255, attributes: .bold)
    }
  }

  /// Dark colours on its own white background.
  public static let light = make("light", text: Look(foreground: 235, background: 231)) { role in
    switch role {
    case .text: nil
    case .dim: Look(foreground: 242)
    case .title: Look(foreground: 16, attributes: .bold)
    case .accent: Look(foreground: 30)
    case .selection: Look(foreground: 16, background: 153, attributes: .bold)
    case .rule: Look(foreground: 248)
    case .new: Look(foreground: 25)
    case .learning: Look(foreground: 124, attributes: .bold)
    case .due: Look(foreground: 28)
    case .again: Look(foreground: 124, attributes: .bold)
    case .hard: Look(foreground: 94)
    case .good: Look(foreground: 28)
    case .easy: Look(foreground: 25)
    case .cloze: Look(foreground: 25, attributes: [.bold, .underline])
    case .code: Look(foreground: 90, background: 255)
    case .link: Look(foreground: 30, attributes: .underline)
    case .heading: Look(foreground: 16, attributes: .bold)
    case .quote: Look(foreground: 238, attributes: .italic)
    case .math: Look(foreground: 91, attributes: .italic)
    case .warning: Look(foreground: 94, attributes: .bold)
    case .error: Look(foreground: 231, background: 124, attributes: .bold)
    case .success: Look(foreground: 28)
    case .key: Look(foreground: 16, attributes: .bold)
    }
  }

  /// White and a few bright colours on black; nothing is faint.
  public static let highContrast = make(
    "high-contrast", text: Look(foreground: 231, background: 16)
  ) { role in
    switch role {
    case .text, .dim, .rule: nil
    case .title, .heading: Look(attributes: .bold)
    case .accent: Look(foreground: 51)
    case .selection: Look(foreground: 16, background: 226, attributes: .bold)
    case .new: Look(foreground: 51, attributes: .underline)
    case .learning: Look(foreground: 226, attributes: [.bold, .underline])
    case .due: Look(foreground: 46, attributes: .bold)
    case .again: Look(foreground: 16, background: 231, attributes: .bold)
    case .hard: Look(foreground: 226, attributes: .underline)
    case .good: Look(foreground: 46, attributes: .bold)
    case .easy: Look(foreground: 51, attributes: [.bold, .underline])
    case .cloze: Look(foreground: 226, attributes: [.bold, .underline])
    case .code: Look(foreground: 226)
    case .link: Look(foreground: 51, attributes: .underline)
    case .quote, .math: Look(attributes: .italic)
    case .warning: Look(foreground: 226, attributes: [.bold, .underline])
    case .error: Look(foreground: 231, background: 160, attributes: .bold)
    case .success: Look(foreground: 46, attributes: .bold)
    case .key: Look(foreground: 226, attributes: .bold)
    }
  }

  /// Attributes only; roles that must be told apart use bold, underline and reverse, which every
  /// terminal has.
  public static let monochrome = make("monochrome") { role in
    switch role {
    case .text: nil
    case .dim, .rule, .code: Look(attributes: .dim)
    case .title, .accent, .heading, .key: Look(attributes: .bold)
    case .selection: Look(attributes: .reverse)
    case .new: Look(attributes: .underline)
    case .learning: Look(attributes: [.bold, .underline])
    case .due: Look(attributes: .bold)
    case .again: Look(attributes: [.bold, .reverse])
    case .hard: Look(attributes: .underline)
    case .good: Look(attributes: .bold)
    case .easy: Look(attributes: [.bold, .underline])
    case .cloze: Look(attributes: [.bold, .underline])
    case .link: Look(attributes: .underline)
    case .quote, .math: Look(attributes: .italic)
    case .warning: Look(attributes: [.bold, .underline])
    case .error: Look(attributes: [.bold, .reverse])
    case .success: Look(attributes: .bold)
    }
  }
}

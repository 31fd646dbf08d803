/// Character references of HTML.
enum Entities {
  /// The text of one reference such as `&amp;` or `&#x41;`; what is unknown stays as it is.
  static func text(of entity: String) -> String {
    let name = entity.dropFirst().dropLast()
    guard name.first == "#" else { return named[String(name)] ?? entity }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
    let isControl = value < 32 && value != 9 && value != 10 || (127..<160).contains(value)
    return isControl ? "\u{FFFD}" : String(scalar)
  }

  /// A text with its references replaced.
  static func decoding(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let name = rest.dropFirst().prefix(32).prefix { $0.isLetter || $0.isNumber || $0 == "#" }
      let end = name.endIndex
      if !name.isEmpty, end < rest.endIndex, rest[end] == ";" {
        result += self.text(of: String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}",
    "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "shy": "\u{AD}",
    "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "deg": "°",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "copy": "©", "reg": "®", "trade": "™", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢",
    "sect": "§", "para": "¶", "times": "×", "divide": "÷", "plusmn": "±", "minus": "−",
    "frac12": "½", "frac14": "¼", "frac34": "¾", "sup2": "²", "sup3": "³", "micro": "µ",
    "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒", "hArr": "⇔",
    "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈", "equiv": "≡", "infin": "∞", "sum": "∑",
    "prod": "∏", "int": "∫", "radic": "√", "part": "∂", "nabla": "∇", "isin": "∈",
    "notin": "∉", "forall": "∀", "exist": "∃", "empty": "∅", "cap": "∩", "cup": "∪",
    "sub": "⊂", "sup": "⊃", "and": "∧", "or": "∨", "not": "¬",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "aacute": "á", "eacute": "é", "iacute": "í", "oacute": "ó", "uacute": "ú", "ntilde": "ñ",
    "agrave": "à", "egrave": "è", "igrave": "ì", "ograve": "ò", "ugrave": "ù", "acirc": "â",
    "ecirc": "ê", "icirc": "î", "ocirc": "ô", "ucirc": "û", "ccedil": "ç", "aring": "å",
    "aelig": "æ", "oslash": "ø",
  ]
}

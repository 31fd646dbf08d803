/// Raised and lowered text: small letters where Unicode has them, else `^` or `_` before it.
enum ScriptLetters {
  enum Shift {
    case up, down
  }

  /// Without this "10<sup>23</sup>" would read as 1023.
  static func shifted(_ inlines: [Inline], _ shift: Shift) -> [Inline] {
    let texts = inlines.compactMap { inline in
      if case .run(let run) = inline { run.text } else { nil }
    }.filter { !$0.isEmpty }
    let letters = shift == .up ? raised : lowered
    if texts.allSatisfy({ $0.allSatisfy { letters[$0] != nil || $0 == " " } }) {
      return inlines.map { inline in
        guard case .run(var run) = inline else { return inline }
        run.text = String(run.text.map { letters[$0] ?? $0 })
        return .run(run)
      }
    }
    let sign = shift == .up ? "^" : "_"
    // A cloze brings its own brackets.
    let isOne =
      texts.count == 1 && texts[0].dropFirst().isEmpty
      || texts.first?.first == "[" && texts.last?.last == "]"
    return [.run(Run(isOne ? sign : sign + "("))] + inlines + (isOne ? [] : [.run(Run(")"))])
  }

  private static let raised = pairs(
    "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ")

  private static let lowered = pairs(
    "0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

  private static func pairs(_ plain: String, _ small: String) -> [Character: Character] {
    Dictionary(zip(plain, small)) { first, _ in first }
  }
}

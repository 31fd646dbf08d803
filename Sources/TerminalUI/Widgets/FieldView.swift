public import Interaction

/// Draws a text field with a prompt and puts the terminal's cursor into it.
public enum FieldView {
  public static func draw(
    _ field: TextField, prompt: String, on canvas: inout Canvas, x: Int, y: Int, width: Int
  ) {
    guard width > 0, y >= 0, y < canvas.size.height else { return }
    let start = canvas.draw(prompt, x: x, y: y, style: Style(.key, .bold), limit: x + width)
    let room = x + width - start
    guard room > 1 else { return }
    let characters = Array(field.text)
    var first = 0
    // The cursor needs a column of its own.
    while PortableText.width(of: String(characters[first..<field.cursor])) > room - 1 { first += 1 }
    canvas.draw(String(characters[first...]), x: start, y: y, limit: x + width)
    let before = PortableText.width(of: String(characters[first..<field.cursor]))
    canvas.cursor = (x: start + before, y: y)
  }
}

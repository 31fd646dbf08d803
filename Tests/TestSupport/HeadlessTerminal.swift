public import TerminalUI

/// A terminal without a terminal: keys go in by calls, the last frame stays to be read.
@MainActor public final class HeadlessTerminal: TerminalDriver {
  public private(set) var size: Size
  public let input = InputOutlet()
  /// The last frame shown, and its theme.
  public private(set) var canvas: Canvas
  public private(set) var theme: Theme?
  public private(set) var frameCount = 0
  public private(set) var alertCount = 0
  public private(set) var isClosed = false
  /// The texts offered for the clipboard, in order.
  public private(set) var copied: [String] = []
  public private(set) var usesMouse = false
  /// The command lines given to `runForeground`, in order.
  public private(set) var programs: [[String]] = []
  /// Called with each frame, before the loop goes on.
  public var onShow: (@MainActor (HeadlessTerminal) -> Void)?

  private let program: @MainActor ([String], String?) async throws -> Int32

  /// A terminal of a fixed size; `program` stands in for the programs run in the foreground.
  public init(
    size: Size = Size(width: 80, height: 24),
    program: @escaping @MainActor ([String], String?) async throws -> Int32 = { _, _ in 0 }
  ) {
    self.size = size
    self.program = program
    canvas = Canvas(size: size)
  }

  /// The rows of the last frame, spaces at their ends removed.
  public var text: [String] {
    (0..<canvas.size.height).map { row in
      var line = canvas.text(row: row)
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Whether a text stands on one row of the last frame.
  public func shows(_ part: String) -> Bool {
    text.contains { $0.contains(part) }
  }

  // MARK: What the person does

  public func press(_ keys: Key...) {
    for key in keys { input.send(.key(key)) }
  }

  /// Presses a character key for each character; a newline is Enter, a tab Tab.
  public func type(_ text: String) {
    for character in text {
      switch character {
      case "\n": press(.enter)
      case "\t": press(.tab)
      default: press(.character(character))
      }
    }
  }

  public func send(_ event: InputEvent) {
    input.send(event)
  }

  public func resize(to size: Size) {
    self.size = size
    input.send(.resize(size))
  }

  /// Ends the input, as a closed terminal does.
  public func disconnect() {
    input.send(.closed)
  }

  // MARK: TerminalDriver

  public func show(_ canvas: Canvas, theme: Theme) {
    self.canvas = canvas
    self.theme = theme
    frameCount += 1
    onShow?(self)
  }

  public func useMouse(_ isOn: Bool) {
    usesMouse = isOn
  }

  public func alert() {
    alertCount += 1
  }

  public func copy(_ text: String) {
    copied.append(text)
  }

  public func runForeground(_ arguments: [String], directory: String?) async throws -> Int32 {
    programs.append(arguments)
    return try await program(arguments, directory)
  }

  public func close() {
    isClosed = true
  }
}

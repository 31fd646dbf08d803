/// Hands a terminal's input to its one receiver, and keeps what comes before there is one.
@MainActor public final class InputOutlet {
  private var waiting: [InputEvent] = []
  private var receiver: (@MainActor (InputEvent) -> Void)?

  public init() {}

  public func send(_ event: InputEvent) {
    if let receiver { receiver(event) } else { waiting.append(event) }
  }

  /// Everything from now on goes to `receiver`, in order; first what has been kept.
  public func connect(to receiver: @escaping @MainActor (InputEvent) -> Void) {
    self.receiver = receiver
    for event in waiting { receiver(event) }
    waiting = []
  }
}

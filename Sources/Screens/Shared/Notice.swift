/// A sentence for the reader, on the message line or among Home's notices.
public struct Notice: Hashable, Sendable {
  public var kind: Kind
  public var text: String
  /// What the reader can do about it: "Free some space, then press u".
  public var nextStep: String?

  public init(_ text: String) {
    self.init(.info, text)
  }

  public init(_ kind: Kind, _ text: String, nextStep: String? = nil) {
    self.kind = kind
    self.text = text
    self.nextStep = nextStep
  }

  /// Any error as a notice; errors other than `ActionFailure` show as they describe themselves.
  public init(_ error: any Error) {
    if let failure = error as? ActionFailure {
      self.init(.error, failure.message, nextStep: failure.nextStep)
    } else {
      self.init(.error, String(describing: error))
    }
  }

  public enum Kind: UInt8, Sendable {
    case info, warning, error
  }
}

/// Why something asked of an interactor was not done, in words for the reader.
public struct ActionFailure: Error, Hashable, Sendable {
  public var message: String
  public var nextStep: String?

  public init(_ message: String, nextStep: String? = nil) {
    self.message = message
    self.nextStep = nextStep
  }
}

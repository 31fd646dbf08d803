/// A value of JSON; what a collection says beyond the keys known here is kept as one.
///
/// Objects keep no order: the writer sorts keys, so equal values give equal bytes.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number with a fraction, an exponent, or too large for 64 bits; always finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  public var objectValue: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  public var arrayValue: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number as a whole one, cut towards zero; also `true`, `false` and digits in quotes.
  ///
  /// Programs of many ages wrote collections: `"id": "1502298033753"` and `"dyn": false` occur.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value.rounded(.towardZero))
    case .bool(let value): value ? 1 : 0
    case .string(let text): Int64(text)
    case .null, .array, .object: nil
    }
  }

  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The truth of it; numbers other than 0 are true.
  public var boolValue: Bool? {
    switch self {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0
    case .null, .string, .array, .object: nil
    }
  }
}

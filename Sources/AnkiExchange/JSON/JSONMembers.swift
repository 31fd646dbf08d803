/// The members of an object that are taken out one by one; what stays is unknown and kept.
struct JSONMembers {
  private(set) var rest: [String: JSONValue]

  init(_ members: [String: JSONValue]) {
    rest = members
  }

  mutating func take(_ key: String) -> JSONValue? {
    rest.removeValue(forKey: key)
  }

  /// A number; nil when it is absent, null or something else.
  mutating func integer(_ key: String) -> Int64? {
    take(key)?.integerValue
  }

  mutating func integer(_ key: String, _ fallback: Int64) -> Int64 {
    integer(key) ?? fallback
  }

  mutating func float(_ key: String, _ fallback: Float) -> Float {
    guard let value = take(key)?.doubleValue else { return fallback }
    let float = Float(value)
    return float.isFinite ? float : fallback
  }

  mutating func floats(_ key: String, _ fallback: [Float] = []) -> [Float] {
    guard let values = take(key)?.arrayValue else { return fallback }
    return values.compactMap { $0.doubleValue.map { Float($0) } }.filter(\.isFinite)
  }

  mutating func bool(_ key: String, _ fallback: Bool = false) -> Bool {
    take(key)?.boolValue ?? fallback
  }

  mutating func text(_ key: String, _ fallback: String = "") -> String {
    take(key)?.stringValue ?? fallback
  }

  /// An object within; empty when it is absent or something else.
  mutating func members(_ key: String) -> JSONMembers {
    JSONMembers(take(key)?.objectValue ?? [:])
  }
}

extension [String: JSONValue] {
  mutating func set(_ key: String, _ value: Int64) {
    self[key] = .integer(value)
  }

  /// Nil is written as null.
  mutating func set(_ key: String, orNull value: Int64?) {
    self[key] = value.map { .integer($0) } ?? .null
  }

  mutating func set(_ key: String, _ value: Bool) {
    self[key] = .bool(value)
  }

  mutating func set(_ key: String, _ value: String) {
    self[key] = .string(value)
  }

  mutating func set(_ key: String, float value: Float) {
    self[key] = JSONValue(float: value)
  }

  mutating func set(_ key: String, _ values: [Float]) {
    self[key] = .array(values.map { JSONValue(float: $0) })
  }
}

import StudyDomain

/// A value of JSON while an `Encodable` is taken apart.
///
/// The standard library has `Encodable` but no encoder; the one of Foundation alone would be an
/// eighth of the program.
final class JSONNode {
  enum Value {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case text(String)
    case list([JSONNode])
    case object([String: JSONNode])
  }
  var value: Value

  init(_ value: Value = .null) {
    self.value = value
  }

  /// What a value says of itself.
  convenience init(of value: some Encodable) throws {
    self.init()
    try value.encode(to: JSONNodeEncoder(node: self))
  }

  /// A whole number has no fraction; what is no number is null.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return Int64(exactly: value).map { String($0) } ?? String(value)
  }

  func add(_ node: JSONNode, named name: String) {
    var members: [String: JSONNode] = [:]
    if case .object(let present) = value { members = present }
    // Else the dictionary would be copied for each member.
    value = .null
    members[name] = node
    value = .object(members)
  }

  func append(_ node: JSONNode) {
    var nodes: [JSONNode] = []
    if case .list(let present) = value { nodes = present }
    value = .null
    nodes.append(node)
    value = .list(nodes)
  }

  // MARK: Writing

  /// Keys sorted by their bytes; on lines of their own, indented by two, unless `isPretty` is false.
  func text(isPretty: Bool) -> String {
    var bytes: [UInt8] = []
    write(into: &bytes, depth: isPretty ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8], depth: Int?) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .text(let text): JSONText.quote(text, into: &bytes)
    case .list(let nodes):
      Self.write(nodes, between: "[", and: "]", into: &bytes, depth) { node, bytes, depth in
        node.write(into: &bytes, depth: depth)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      Self.write(sorted, between: "{", and: "}", into: &bytes, depth) { member, bytes, depth in
        JSONText.quote(member.key, into: &bytes)
        bytes += (depth == nil ? ":" : " : ").utf8
        member.value.write(into: &bytes, depth: depth)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between start: String, and end: String, into bytes: inout [UInt8],
    _ depth: Int?, _ write: (Item, inout [UInt8], Int?) -> Void
  ) {
    func beginLine(_ depth: Int?) {
      guard let depth else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }
    bytes += start.utf8
    let inner = depth.map { $0 + 1 }
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      beginLine(inner)
      write(item, &bytes, inner)
    }
    if !items.isEmpty { beginLine(depth) }
    bytes += end.utf8
  }
}

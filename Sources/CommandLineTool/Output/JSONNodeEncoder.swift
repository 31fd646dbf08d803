/// Takes an `Encodable` apart into nodes of JSON.
struct JSONNodeEncoder: Encoder {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.value = .object([:])
    return KeyedEncodingContainer(Members<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.value = .list([])
    return Items(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node)
  }
}

private struct Single: SingleValueEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.value = .null }
  func encode(_ value: some Encodable) throws {
    try value.encode(to: JSONNodeEncoder(node: node))
  }
  func encode(_ value: Bool) { node.value = .bool(value) }
  func encode(_ value: String) { node.value = .text(value) }
  func encode(_ value: Double) { node.value = .number(JSONNode.number(value)) }
  func encode(_ value: Float) { node.value = .number(JSONNode.number(Double(value))) }
  func encode(_ value: Int) { node.value = .number(String(value)) }
  func encode(_ value: Int8) { node.value = .number(String(value)) }
  func encode(_ value: Int16) { node.value = .number(String(value)) }
  func encode(_ value: Int32) { node.value = .number(String(value)) }
  func encode(_ value: Int64) { node.value = .number(String(value)) }
  func encode(_ value: UInt) { node.value = .number(String(value)) }
  func encode(_ value: UInt8) { node.value = .number(String(value)) }
  func encode(_ value: UInt16) { node.value = .number(String(value)) }
  func encode(_ value: UInt32) { node.value = .number(String(value)) }
  func encode(_ value: UInt64) { node.value = .number(String(value)) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  private func add(_ value: JSONNode.Value, _ key: Key) {
    node.add(JSONNode(value), named: key.stringValue)
  }

  func encodeNil(forKey key: Key) { add(.null, key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    node.add(try JSONNode(of: value), named: key.stringValue)
  }
  func encode(_ value: Bool, forKey key: Key) { add(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
  func encode(_ value: Double, forKey key: Key) { add(.number(JSONNode.number(value)), key) }
  func encode(_ value: Float, forKey key: Key) { add(.number(JSONNode.number(Double(value))), key) }
  func encode(_ value: Int, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: UInt, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { add(.number(String(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { add(.number(String(value)), key) }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let inner = JSONNode()
    node.add(inner, named: "super")
    return JSONNodeEncoder(node: inner)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    let inner = JSONNode()
    node.add(inner, named: key.stringValue)
    return JSONNodeEncoder(node: inner)
  }
}

private struct Items: UnkeyedEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let nodes) = node.value { nodes.count } else { 0 } }

  func encodeNil() { node.append(JSONNode()) }
  func encode(_ value: some Encodable) throws { node.append(try JSONNode(of: value)) }
  func encode(_ value: Bool) { node.append(JSONNode(.bool(value))) }
  func encode(_ value: String) { node.append(JSONNode(.text(value))) }
  func encode(_ value: Double) { node.append(JSONNode(.number(JSONNode.number(value)))) }
  func encode(_ value: Float) { node.append(JSONNode(.number(JSONNode.number(Double(value))))) }
  func encode(_ value: Int) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: Int8) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: Int16) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: Int32) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: Int64) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: UInt) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: UInt8) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: UInt16) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: UInt32) { node.append(JSONNode(.number(String(value)))) }
  func encode(_ value: UInt64) { node.append(JSONNode(.number(String(value)))) }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let inner = JSONNode()
    node.append(inner)
    return JSONNodeEncoder(node: inner)
  }
}

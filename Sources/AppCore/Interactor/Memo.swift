/// The last value computed, kept until what it depends on changes.
struct Memo<Key: Equatable, Value> {
  private var last: (key: Key, value: Value)?

  init() {}

  mutating func value(for key: Key, _ compute: () -> Value) -> Value {
    if let last, last.key == key { return last.value }
    let value = compute()
    last = (key, value)
    return value
  }
}

/// The fields of one note as bytes, in memory that the next note uses again.
final class FieldTable {
  struct Field {
    /// In `names`.
    var name: Range<Int>
    /// In `values`.
    var value: Range<Int>
    var isHTML: Bool
  }

  /// Line feeds end them: no name holds one.
  let names = ByteBuffer(capacity: 256)
  let values = ByteBuffer(capacity: 1_024)
  private(set) var fields: [Field] = []

  func removeAll() {
    names.removeAll()
    removeValues()
  }

  /// Forgets all but the names.
  func removeValues() {
    values.removeAll()
    fields.removeAll(keepingCapacity: true)
  }

  /// Adds a field whose value is what was added to `values` since `start`.
  func add(name: Bytes, isHTML: Bool, from start: Int) {
    let place = names.count
    names.append(name)
    fields.append(
      Field(name: place..<names.count, value: start..<values.count, isHTML: isHTML))
    names.append(ASCII.lf)
  }

  /// Adds a field whose name stands in `names` already.
  func add(namedAt name: Range<Int>, isHTML: Bool, value: Bytes) {
    let start = values.count
    values.append(value)
    fields.append(Field(name: name, value: start..<values.count, isHTML: isHTML))
  }

  func name(_ field: Int) -> Bytes {
    Bytes(rebasing: names.bytes[fields[field].name])
  }

  func value(_ field: Int) -> Bytes {
    Bytes(rebasing: values.bytes[fields[field].value])
  }

  /// White space, and in HTML breaks as well, as an editor leaves them, fill no field.
  func isFilled(_ field: Int) -> Bool {
    let value = value(field)
    return fields[field].isHTML
      ? !EmptyHTML.holds(value) : !value.allSatisfy(ASCII.isWhite)
  }

  /// The fields as texts.
  var texts: [NoteContent.Field] {
    fields.indices.map {
      let (name, value) = (name($0), value($0))
      return NoteContent.Field(
        name: name.text(0..<name.count), value: value.text(0..<value.count),
        isHTML: fields[$0].isHTML)
    }
  }
}

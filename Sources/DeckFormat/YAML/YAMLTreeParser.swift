import CYAML

/// Why a YAML text cannot be read.
struct YAMLError: Error, Hashable {
  /// From 1.
  var line: Int
  var reason: String
}

/// Makes a tree of libyaml's events.
struct YAMLTreeParser {
  let firstLine: Int
  private(set) var repeatedKeys: [(key: String, line: Int)] = []
  private var anchors: [String: (value: YAMLValue, size: Int)] = [:]
  private var size = 0
  private var text: [UInt8] = []

  /// Deeper documents are refused, and so are those that aliases make larger than this.
  private static let depthLimit = 64
  private static let sizeLimit = 200_000

  init(firstLine: Int) {
    self.firstLine = firstLine
  }

  /// The first document; nil when there is none.
  mutating func parse(_ text: [UInt8]) throws(YAMLError) -> YAMLValue? {
    self.text = text
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw YAMLError(line: firstLine, reason: "there is no memory for it")
    }
    defer { yaml_parser_delete(&parser) }
    // The parser keeps the pointer: all events are taken while it is valid.
    let result = text.withUnsafeBufferPointer { bytes -> Result<YAMLValue?, YAMLError> in
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      do throws(YAMLError) {
        return .success(try document(&parser))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func document(_ parser: inout yaml_parser_t) throws(YAMLError) -> YAMLValue? {
    while true {
      let event = try next(&parser)
      switch event.kind {
      case YAML_STREAM_END_EVENT: return nil
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
      case YAML_DOCUMENT_END_EVENT: return nil
      default:
        let value = try self.value(event, &parser, depth: 0)
        // What follows may be malformed: then the document is not what it seems.
        _ = try next(&parser)
        return value
      }
    }
  }

  /// What is needed of one event.
  private struct Event {
    var kind: yaml_event_type_t
    var text = ""
    var anchor: String?
    var isPlain = false
    /// A list or map in brackets, whose end has a place of its own.
    var isFlow = false
    var line = 0
    var lastLine = 0
  }

  private func next(_ parser: inout yaml_parser_t) throws(YAMLError) -> Event {
    var raw = yaml_event_t()
    guard yaml_parser_parse(&parser, &raw) == 1 else {
      let reason = parser.problem.map { String(cString: $0) } ?? "it is not YAML"
      guard parser.error == YAML_READER_ERROR else {
        // The end of the text counts as a line after the last.
        let last = firstLine + text.dropLast().count { $0 == ASCII.lf }
        throw YAMLError(line: min(line(parser.problem_mark), last), reason: reason)
      }
      // Such an error has an offset in place of a mark.
      let before = text.prefix(Int(parser.problem_offset)).count { $0 == ASCII.lf }
      throw YAMLError(line: firstLine + before, reason: reason)
    }
    defer { yaml_event_delete(&raw) }
    var event = Event(kind: raw.type)
    event.line = line(raw.start_mark)
    event.lastLine = max(event.line, line(raw.end_mark) - (raw.end_mark.column == 0 ? 1 : 0))
    switch raw.type {
    case YAML_SCALAR_EVENT:
      let scalar = raw.data.scalar
      event.text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      event.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      event.anchor = name(scalar.anchor)
    case YAML_SEQUENCE_START_EVENT:
      event.anchor = name(raw.data.sequence_start.anchor)
      event.isFlow = raw.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      event.anchor = name(raw.data.mapping_start.anchor)
      event.isFlow = raw.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_ALIAS_EVENT: event.anchor = name(raw.data.alias.anchor)
    default: break
    }
    return event
  }

  private func line(_ mark: yaml_mark_t) -> Int {
    Int(mark.line) + firstLine
  }

  private func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    anchor.map { String(cString: $0) }
  }

  private mutating func value(
    _ event: Event, _ parser: inout yaml_parser_t, depth: Int
  ) throws(YAMLError) -> YAMLValue {
    guard depth < Self.depthLimit else {
      throw YAMLError(line: event.line, reason: "lists and maps are nested too deeply")
    }
    let before = size
    size += 1
    var value = YAMLValue(
      content: .scalar(event.text, isPlain: event.isPlain), line: event.line,
      lastLine: event.lastLine)
    switch event.kind {
    case YAML_SCALAR_EVENT: break
    case YAML_SEQUENCE_START_EVENT: try list(&value, &parser, isFlow: event.isFlow, depth: depth)
    case YAML_MAPPING_START_EVENT: try map(&value, &parser, isFlow: event.isFlow, depth: depth)
    case YAML_ALIAS_EVENT:
      guard let name = event.anchor, let target = anchors[name] else {
        throw YAMLError(line: event.line, reason: "nothing has the name of this alias")
      }
      size += target.size
      value.content = target.value.content
    default: throw YAMLError(line: event.line, reason: "a value is missing")
    }
    guard size <= Self.sizeLimit else {
      throw YAMLError(line: event.line, reason: "it is too large")
    }
    if let name = event.anchor, event.kind != YAML_ALIAS_EVENT {
      anchors[name] = (value, size - before)
    }
    return value
  }

  private mutating func list(
    _ value: inout YAMLValue, _ parser: inout yaml_parser_t, isFlow: Bool, depth: Int
  ) throws(YAMLError) {
    var items: [YAMLValue] = []
    while true {
      let event = try next(&parser)
      if event.kind == YAML_SEQUENCE_END_EVENT {
        value.lastLine = isFlow ? event.lastLine : items.last?.lastLine ?? value.line
        break
      }
      items.append(try self.value(event, &parser, depth: depth + 1))
    }
    value.content = .list(items)
  }

  private mutating func map(
    _ value: inout YAMLValue, _ parser: inout yaml_parser_t, isFlow: Bool, depth: Int
  ) throws(YAMLError) {
    var entries: [YAMLValue.Entry] = []
    var places: [String: Int] = [:]
    while true {
      let event = try next(&parser)
      if event.kind == YAML_MAPPING_END_EVENT {
        if isFlow { value.lastLine = event.lastLine }
        break
      }
      let key = try self.value(event, &parser, depth: depth + 1)
      let entryValue = try self.value(try next(&parser), &parser, depth: depth + 1)
      guard case .scalar(let name, _) = key.content else {
        throw YAMLError(line: key.line, reason: "a key must be a text")
      }
      let entry = YAMLValue.Entry(key: name, line: key.line, value: entryValue)
      value.lastLine = max(key.lastLine, entryValue.lastLine)
      if let place = places[name] {
        repeatedKeys.append((name, key.line))
        entries[place] = entry
      } else {
        places[name] = entries.count
        entries.append(entry)
      }
    }
    value.content = .map(entries)
  }
}

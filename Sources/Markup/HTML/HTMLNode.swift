import CGumbo

/// A node of the parser's tree, valid while the tree is.
struct HTMLNode: Hashable {
  private let pointer: UnsafeMutablePointer<GumboNode>

  init(_ pointer: UnsafeMutablePointer<GumboNode>) {
    self.pointer = pointer
  }

  private var isElement: Bool {
    pointer.pointee.type == GUMBO_NODE_ELEMENT || pointer.pointee.type == GUMBO_NODE_TEMPLATE
  }

  /// Nil for text.
  var tag: GumboTag? {
    isElement ? pointer.pointee.v.element.tag : nil
  }

  /// Nil for elements and comments.
  var text: UnsafeBufferPointer<UInt8>? {
    switch pointer.pointee.type {
    case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
      guard let text = pointer.pointee.v.text.text else { return nil }
      return UnsafeRawBufferPointer(
        start: text, count: Self.length(text)
      ).bindMemory(to: UInt8.self)
    default: return nil
    }
  }

  var children: [HTMLNode] {
    guard isElement else { return [] }
    let vector = pointer.pointee.v.element.children
    return (0..<Int(vector.length)).compactMap { index in
      vector.data[index].map { HTMLNode($0.assumingMemoryBound(to: GumboNode.self)) }
    }
  }

  /// Names are those that `HTMLRewriter` writes.
  func attribute(_ name: String) -> String? {
    guard isElement else { return nil }
    return withUnsafePointer(to: &pointer.pointee.v.element.attributes) { attributes in
      gumbo_get_attribute(attributes, name).map { String(cString: $0.pointee.value) }
    }
  }

  /// The first or last text that is more than blanks, at any depth.
  func outermostText(last: Bool) -> HTMLNode? {
    if let text {
      return text.contains { $0 > 0x20 } ? self : nil
    }
    for child in last ? children.reversed() : children {
      if let found = child.outermostText(last: last) { return found }
    }
    return nil
  }

  private static func length(_ text: UnsafePointer<CChar>) -> Int {
    var length = 0
    while text[length] != 0 { length += 1 }
    return length
  }
}

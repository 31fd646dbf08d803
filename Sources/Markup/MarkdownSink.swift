import CMD4C

/// Takes what md4c finds in a text, in its order.
protocol MarkdownSink: AnyObject {
  /// Not 0 stops the parser.
  var status: CInt { get }
  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?)
  func leave(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?)
  func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?)
  func leave(_ type: MD_SPANTYPE)
  func add(_ seen: UnsafeRawBufferPointer, _ type: MD_TEXTTYPE)
}

/// The one way in which md4c is run.
enum MarkdownParser {
  /// False where the parser could not take the text, or the sink stopped it.
  static func run(_ text: DisguisedMarkdown, into sink: any MarkdownSink) -> Bool {
    let user = User(sink)
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS)
    parser.enter_block = { type, detail, user in
      let sink = User.sink(of: user)
      sink.enter(type, detail)
      return sink.status
    }
    parser.leave_block = { type, detail, user in
      User.sink(of: user).leave(type, detail)
      return 0
    }
    parser.enter_span = { type, detail, user in
      User.sink(of: user).enter(type, detail)
      return 0
    }
    parser.leave_span = { type, _, user in
      User.sink(of: user).leave(type)
      return 0
    }
    parser.text = { type, text, size, user in
      guard let text else { return 0 }
      User.sink(of: user).add(UnsafeRawBufferPointer(start: text, count: Int(size)), type)
      return 0
    }
    let status = text.bytes.withUnsafeBytes { bytes in
      md_parse(
        bytes.bindMemory(to: CChar.self).baseAddress, MD_SIZE(clamping: bytes.count), &parser,
        Unmanaged.passUnretained(user).toOpaque())
    }
    // Too large a table makes md4c forget that it was told to stop.
    return withExtendedLifetime(user) { status == 0 && sink.status == 0 }
  }

  /// A sink behind a pointer.
  private final class User {
    private let sink: any MarkdownSink

    init(_ sink: any MarkdownSink) {
      self.sink = sink
    }

    static func sink(of user: UnsafeMutableRawPointer?) -> any MarkdownSink {
      guard let user else { preconditionFailure("md4c hands back what it was given") }
      return Unmanaged<User>.fromOpaque(user).takeUnretainedValue().sink
    }
  }
}

/// The text of a field that sorts notes and tells duplicates: without tags, names of media kept.
enum SortText {
  /// The text of an HTML fragment; nil when it is the fragment itself.
  static func plain(_ html: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard html.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return nil
    }
    let named = TemplateText(MediaTags.withNames(TemplateText(Array(html))))
    return HTMLStripper.decoded(HTMLStripper.withoutTags(named))
  }

  /// The first four bytes of the SHA-1 of a plain text.
  static func checksum(ofPlain text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    SHA1.beginning(text)
  }
}

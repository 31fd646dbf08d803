import Testing

@testable import Managers

@Suite struct TransferFormatTests {
  @Test(
    arguments: [
      ("a.apkg", Array("PK\u{3}\u{4}rest".utf8), TransferFormat.ankiPackage),
      ("a.zip", Array("PK\u{3}\u{4}rest".utf8), .ankiPackage),
      ("a.apkg", Array("no zip".utf8), .ankiPackage),
      ("a.csv", Array("a,b\n".utf8), .delimitedText),
      ("notes", Array("a\tb\n".utf8), .delimitedText),
      ("a.txt", [0xFF, 0xFE, 0x61, 0, 9, 0] as [UInt8], .delimitedText),
      ("a.txt", [] as [UInt8], .delimitedText),
    ])
  func `files are told by their bytes`(
    name: String, bytes: [UInt8], format: TransferFormat
  ) {
    #expect(TransferFormat.detect(path: "/x.y/\(name)", firstBytes: bytes) == format)
  }

  @Test(
    arguments: [
      ("a.xlsx", Array("PK\u{3}\u{4}".utf8), "spreadsheet"),
      ("a.pdf", Array("%PDF-1.7".utf8), "PDF"),
      ("a.csv", Array("SQLite format 3\0".utf8), "database"), ("a.org", Array("* x".utf8), "Org"),
      ("a.gz", [0x1F, 0x8B, 8, 0] as [UInt8], "gzip"),
      ("a.csv", [1, 2, 0, 0, 0, 5] as [UInt8], "binary"),
      ("a.html", Array("<html>".utf8), "web page"),
    ])
  func `what cannot be read is named, with a way out`(name: String, bytes: [UInt8], part: String) {
    guard
      case .unreadable(let reason, let advice) = TransferFormat.detect(
        path: name, firstBytes: bytes)
    else {
      Issue.record("\(name) is taken for readable")
      return
    }
    #expect(reason.contains(part))
    #expect(!advice.isEmpty)
  }
}

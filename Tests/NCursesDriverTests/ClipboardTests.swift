import Foundation
import Testing

@testable import NCursesDriver

@MainActor @Suite struct ClipboardTests {
  @Test func `a text goes to the clipboard as letters and digits, whatever it holds`() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(NCursesTerminal.base64(bytes) == Data(bytes).base64EncodedString())
    }
  }
}

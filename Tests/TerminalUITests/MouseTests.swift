import TerminalUI
import TestSupport
import Testing

@Suite struct MouseTests {
  struct Case: CustomTestStringConvertible {
    var bytes: String
    var event: MouseEvent?
    init(_ bytes: String, _ event: MouseEvent?) { (self.bytes, self.event) = (bytes, event) }
    var testDescription: String { bytes }
  }

  private static func events(_ bytes: [UInt8]) -> [InputEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(bytes, at: 0) + decoder.expire(at: 10_000)
  }

  @Test(arguments: [
    Case("<0;1;1M", MouseEvent(.press, x: 0, y: 0)),
    Case("<0;300;100M", MouseEvent(.press, x: 299, y: 99)),
    Case("<64;5;7M", MouseEvent(.wheelUp, x: 4, y: 6)),
    Case("<65;5;7M", MouseEvent(.wheelDown, x: 4, y: 6)),
    // Ctrl held.
    Case("<16;2;2M", MouseEvent(.press, x: 1, y: 1)),
    Case("<0;1;1m", nil), Case("<32;1;1M", nil), Case("<2;1;1M", nil), Case("<0;0;1M", nil),
    Case("<;;M", nil), Case("<0;1M", nil), Case("<0;1;1;1M", nil), Case("<999999;1;1M", nil),
  ])
  func `reports are read, and what is none is dropped`(_ item: Case) {
    let events = Self.events(Array("\u{1B}[\(item.bytes)j".utf8))
    #expect(events == (item.event.map { [.mouse($0)] } ?? []) + [.key(.character("j"))])
  }

  @Test func `reports cut anywhere, and of any form, never become keys`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let numbers = (0..<Int.random(in: 0...4)).map { _ in
        String(Int.random(in: 0...700, using: &generator))
      }
      let end = Bool.random(using: &generator) ? "M" : "m"
      let report = Array("\u{1B}[<\(numbers.joined(separator: ";"))\(end)".utf8)
      let cut = Int.random(in: 0...report.count, using: &generator)
      var decoder = KeyDecoder()
      var events = decoder.feed(report[..<cut], at: 0)
      events += decoder.feed(report[cut...], at: 5)
      events += decoder.feed(Array("j".utf8), at: 6)
      let keys = events.filter { if case .mouse = $0 { false } else { true } }
      #expect(keys == [.key(.character("j"))], "\(report)")
    }
  }

  @Test func `a footer and the rows of a table say what a click means`() {
    var canvas = Canvas(size: Size(width: 40, height: 6))
    Footer([
      .init(key: "Enter", label: "open", priority: 2), .init(key: "q", label: "quit", priority: 1),
    ]).draw(on: &canvas, in: Rect(x: 1, y: 5, width: 38, height: 1))
    Table(
      columns: [.init("Name", width: nil)], rows: (0..<3).map { [[Span("row \($0)")]] },
      selectedRow: 1
    ).draw(on: &canvas, in: Rect(x: 0, y: 0, width: 40, height: 5), showsTitles: true)
    #expect(canvas.target(x: 3, y: 5) == .key("Enter"))
    #expect(canvas.target(x: 10, y: 5) == .key("Enter"))
    #expect(canvas.target(x: 11, y: 5) == nil)
    #expect(canvas.target(x: 13, y: 5) == .key("q"))
    #expect(canvas.target(x: 0, y: 0) == nil)
    #expect(
      (1...3).map { canvas.target(x: 39, y: $0) }
        == [.row(fromSelected: -1), .row(fromSelected: 0), .row(fromSelected: 1)])
    #expect(canvas.target(x: -1, y: 99) == nil)
  }
}

@Suite struct LayoutAliasTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var typed: String
    var meant: String
    init(_ name: String, _ typed: String, _ meant: String) {
      (self.name, self.typed, self.meant) = (name, typed, meant)
    }
    var testDescription: String { name }
  }

  @Test(arguments: [
    Case("Russian", "йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."),
    Case(
      "Russian, shifted", "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"),
    Case("Ukrainian", "їіє№", "]s'#"),
    Case("Greek", "ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    Case("Greek, shifted", "ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
    Case("Hebrew", "קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
    Case("Arabic", "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ", "qwertyuiop[]asdfghjkl;'zxcvnm,./"),
    Case("Arabic, shifted", "إأآـ؟×÷", "YHNJ?OI"),
    Case("full-width", "０９ａＺ：？／＠", "09aZ:?/@"), Case("ideographic blank", "\u{3000}", " "),
    Case("digits", "٠١٢٣٤٥٦٧٨٩۴۵৩๗", "01234567894537"),
  ])
  func `keys of other layouts stand for those at the same place`(_ item: Case) {
    let latin = item.typed.map { typed -> Character in
      if case .character(let last)? = Key.character(typed).aliases.last { last } else { " " }
    }
    #expect(String(latin) == item.meant)
  }

  @Test func `vowel signs of the Arabic layout are keys of their own`() {
    #expect(Key.character("\u{64E}").aliases.last == .character("Q"))
    #expect(Key.character("\u{650}").aliases.last == .character("A"))
  }
}

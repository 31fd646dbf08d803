import Testing

@testable import AnkiExchange

@Suite struct TextTests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func `SHA-1 is that of FIPS 180`(_ text: String, _ digest: String) {
    #expect(hex(SHA1.hash(Array(text.utf8))) == digest)
  }

  @Test func `SHA-1 takes pieces of any size`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 300] {
      var hash = SHA1()
      for byte in bytes.prefix(length) { withUnsafeBytes(of: byte) { hash.update($0) } }
      #expect(hash.finish() == SHA1.hash(Array(bytes.prefix(length))))
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a<br>b", "ab"), ("<div>a</div> b ", "a b "),
    ("a &lt;b&gt; &amp; c", "a <b> & c"), ("a & &lt;", "a & &lt;"), ("&nbsp;x", " x"),
    ("\u{A0}x &amp;", " x &"), ("\u{A0}x", "\u{A0}x"),
    ("&bogus;&lt;", "&bogus;&lt;"), ("&#228;&#xe4;", "ää"), ("&#xD800;&lt;", "&#xD800;&lt;"),
    ("a < b", "a < b"), ("<!-- x > y -->z", "z"), ("<STYLE>p{}</STYLE>z", "z"),
    ("<script>1<2</script>z", "z"), ("<style>open", "open"),
    (#"<img src="a b.png">x"#, " a b.png x"), ("<img src=c.png alt=1>", " c.png "),
    (#"<IMG alt=">" SRC='d.png'/>"#, " d.png "), (#"<object data="e.svg"></object>"#, " e.svg "),
    ("<image src=\"f.png\">", ""), ("<img alt=x>", ""), ("日本<b>語</b>", "日本語"),
  ])
  func `fields are stripped as the engine does`(_ html: String, _ plain: String) {
    #expect(AnkiText.stripped(html, keepsMediaNames: true) == plain)
  }

  @Test func `stripping hostile text takes no longer than its length`() {
    let clock = ContinuousClock()
    let time = clock.measure {
      for piece in [
        "<", "<!--", "<style", "<script>", "<img src=", "<img ", "<img src=\"", "<img\tsrc=",
        "<img x='", "&", "&#",
      ] {
        let text = String(repeating: piece, count: 60_000 / piece.utf8.count)
        for ending in ["", ">", "-->", "src=x"] {
          _ = AnkiText.stripped(text + ending, keepsMediaNames: true)
        }
      }
    }
    #expect(time < .seconds(20))
  }

  @Test(arguments: [
    ("a.png", "a.png"), ("e\u{301}.png", "é.png"), ("a[b]<c>:\"/?*^\\|.png", "abc.png"),
    ("con.png", "con_.png"), ("COM1", "COM1_"), ("conx.png", "conx.png"), ("a\u{A0}b", "a b"),
    ("a. ", "a. _"), ("a.", "a._"), ("\u{7}x", "x"),
    (String(repeating: "ä", count: 100) + ".jpeg", String(repeating: "ä", count: 57) + ".jpeg"),
  ])
  func `names of media get their normal form`(_ name: String, _ normal: String) {
    #expect(MediaName.normal(name) == normal)
  }

  @Test func `unsafe names of media are told`() {
    for name in ["", ".", "..", "a/b", "/a", "../a", "a\0b"] { #expect(!MediaName.isSafe(name)) }
    #expect(MediaName.normal("<>") == nil)
    #expect(MediaName.isSafe("a..b"))
  }

  @Test func `case is folded in full`() {
    #expect(NormalForm.folded("straße") == NormalForm.folded("STRASSE"))
    #expect(NormalForm.folded("ΣΑΣ") == NormalForm.folded("σας"))
    #expect(NormalForm.folded("İ") != NormalForm.folded("i"))
    #expect(NormalForm.folded("é") != NormalForm.folded("e\u{301}"))
  }

  @Test func `guids have the digits of Anki`() {
    #expect(AnkiGUID.text(0) == "a")
    #expect(AnkiGUID.text(91) == "ba")
    #expect(AnkiGUID.text(.max).utf8.count == 10)
  }
}

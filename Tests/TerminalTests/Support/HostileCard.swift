/// A card whose text would drive, break or bend a terminal, and what must be seen of it.
struct HostileCard: Sendable {
  let name: String
  /// The text as it lies in the file.
  let source: [UInt8]
  /// Its lines in the portable form; wrapping may take one blank or nothing at a line's end.
  let shown: [String]
  /// A few columns of it, for a table's cell and a quote.
  let short: (source: [UInt8], shown: String)

  init(
    _ name: String, _ source: [UInt8], _ shown: [String], short: [UInt8], shownShort: String
  ) {
    self.name = name
    self.source = source
    self.shown = shown
    self.short = (short, shownShort)
  }

  init(
    _ name: String, _ source: String, shown: [String], short: String, _ shownShort: String
  ) {
    self.init(
      name, Array(source.utf8), shown, short: Array(short.utf8), shownShort: shownShort)
  }

  static let all: [HostileCard] = [
    HostileCard(
      "sequences", "\u{1B}[31mred\u{1B}[0m \u{1B}[2J\u{1B}[H \u{1B}[5;9r \u{1B}c up\u{1B}M end",
      shown: ["�[31mred�[0m �[2J�[H �[5;9r �c up�M end"], short: "\u{1B}[2J\u{1B}[H", "�[2J�[H"),
    HostileCard(
      "modes",
      "\u{1B}[?1049l \u{1B}[?25l\u{1B}[?1003h \u{1B}(0lqk \u{1B}[6n \u{1B}[c \u{1B}[18t \u{1B}[8mgone",
      shown: ["�[?1049l �[?25l�[?1003h �(0lqk �[6n �[c �[18t �[8mgone"],
      short: "\u{1B}[?1049l", "�[?1049l"),
    HostileCard(
      "commands",
      "\u{1B}]0;title\u{7} \u{1B}]52;c;eA==\u{7} \u{1B}P+q544e\u{1B}\\ x \u{1B}]8;;file:x\u{1B}\\ y",
      shown: ["�]0;title� �]52;c;eA==� �P+q544e�\\ x �]8;;file:x�\\ y"],
      short: "\u{1B}]0;t\u{7}", "�]0;t�"),
    HostileCard(
      "controls",
      "a\u{1}b\u{2}c\u{3}d\u{4}e\u{5}f\u{6}g\u{7}h\u{8}i\u{B}j\u{C}k\u{E}l\u{F}m\u{10}n\u{11}"
        + "o\u{12}p\u{13}q\u{14}r\u{15}s\u{16}t\u{17}u\u{18}v\u{19}w\u{1A}x\u{1B}y\u{1C}z\u{1D}"
        + "A\u{1E}B\u{1F}C\u{7F}D",
      shown: ["a�b�c�d�e�f�g�h�i�j�k�l�m�n�o�p�q�r�s�t�u�v�w�x�y�z�A�B�C�D"],
      short: "a\u{8}\u{8}b\u{7}", "a��b�"),
    HostileCard(
      "controls of eight bits", "\u{9B}31m red \u{9D}0;t\u{9C} \u{85}x \u{90}q\u{9C} \u{8D}up",
      shown: ["�31m red �0;t� �x �q� �up"], short: "\u{9B}2J\u{85}", "�2J�"),
    // HTML reads 0x9B as what Windows meant by it.
    HostileCard(
      "controls as entities", "&#27;[31m &#x9b;2J &#7; &#0; &#8;&#8; end",
      shown: ["�[31m ›2J � � �� end"], short: "&#27;[2J", "�[2J"),
    HostileCard(
      "NUL", "before \0 after \0\0 end", shown: ["before � after �� end"], short: "x\0\0y", "x��y"),
    HostileCard(
      "bytes that are no UTF-8",
      Array("bad ".utf8) + [0xFF, 0x20, 0xC3] + Array("( ".utf8) + [0xED, 0xA0, 0x80, 0x20, 0xF5]
        + Array(" ".utf8) + [0x9B] + Array("31m ".utf8) + [0xE2, 0x82] + Array(" end".utf8),
      ["bad � �( ��� � �31m � end"], short: [0x78, 0xFF, 0xC3, 0x28], shownShort: "x��("),
    HostileCard(
      "line ends", "one\rtwo\r\nthree\u{2028}four\u{2029}five",
      shown: ["one two three four five"], short: "a\u{2028}b", "a b"),
    HostileCard(
      "300 lines", (1...300).map { "line \($0) 日本 x" }.joined(separator: "  \n"),
      shown: (1...300).map { "line \($0) 日本 x" }, short: "日本", "日本"),
    HostileCard(
      "60 wide characters", ideographs(60), shown: [ideographs(60)], short: ideographs(4),
      ideographs(4)),
    HostileCard(
      "joined emoji",
      "👩‍🌾 👨‍👩‍👧‍👦 🇫🇷 👍🏽 ❤️ 1️⃣ 👩🏿‍🚀 x👩‍🌾👩‍🌾👨‍👩‍👧‍👦y",
      shown: ["👩 👨 FR 👍 ❤ 1 👩 x👩👩👨y"], short: "👨‍👩‍👧‍👦🇫🇷x", "👨FRx"),
    HostileCard(
      "marks",
      "e\u{301}a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}x o\u{20DD}",
      shown: ["e\u{301}a\u{300}\u{301}\u{302}\u{303}x o\u{20DD}"],
      short: "e\u{301}\u{302}x", "e\u{301}\u{302}x"),
    HostileCard(
      "what has no width",
      "\u{202E}abc\u{202C} \u{200B}ze\u{200B}ro\u{FEFF} s\u{AD}hy \u{2066}x\u{2069} a\u{200D}b",
      shown: ["abc zero shy x ab"], short: "\u{202E}ab\u{AD}c", "abc"),
    HostileCard(
      "other scripts", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} שלום \u{FEFB} ไทย x",
      shown: ["한글 שלום \u{FEFB} ไทย x"], short: "\u{1112}\u{1161}\u{11AB}", "한"),
    HostileCard(
      "code", "```\n\u{1B}[2J\u{7}\u{9B}1m\n日本\0|👩‍🌾\n```", shown: ["�[2J��1m", "日本�|👩"],
      short: "`\u{1B}c\u{8}`", "�c�"),
  ]

  private static func ideographs(_ count: UInt32) -> String {
    String(String.UnicodeScalarView((0..<count).compactMap { Unicode.Scalar(0x4E00 + $0 * 7) }))
  }
}

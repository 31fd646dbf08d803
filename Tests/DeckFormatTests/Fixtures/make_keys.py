"""Writes keys.tsv: keys by the rules of the deck format, made without the program.

Needs Python 3 and the package xxhash. Columns: kind, face, deck, index of the card, normal form,
key, loose key. U+001F and U+001E are written as U+241F and U+241E, line feeds `\\n`,
carriage returns `\\r`, tabs `\\t`, backslashes `\\\\`.
"""

import os
import re
import unicodedata

import xxhash

UNIT = "\x1f"
RECORD = "\x1e"


def code_end(text, start):
    """The end of the code span or closed fence at start, or None."""
    line_start = start
    while line_start > 0 and text[line_start - 1] == " ":
        line_start -= 1
    if start - line_start <= 3 and (line_start == 0 or text[line_start - 1] in "\r\n"):
        opening = re.compile(r"(`{3,}|~{3,})[ \t]*([^\r\n]*)").match(text, start)
        if opening and not (opening[1][0] == "`" and "`" in opening[2]):
            close = re.compile(
                r"(?:\r\n|\r|\n)[ \t]{0,3}%s{%d,}[ \t]*(?=[\r\n]|\Z)"
                % (re.escape(opening[1][0]), len(opening[1]))
            ).search(text, opening.end())
            if close:
                return close.end()
    if text[start] != "`":
        return None
    run = re.compile("`+").match(text, start)[0]
    paragraph = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?=[\r\n]|\Z)").search(text, start)
    limit = paragraph.start() if paragraph else len(text)
    for other in re.compile("`+").finditer(text, start + len(run), limit):
        if other[0] == run:
            return other.end()
    return None


def without_comments(text):
    """Lines in which nothing but a comment stood go altogether."""
    if "<!--" not in text:
        return text
    out, line, had_comment, position = [], "", False, 0
    while position < len(text):
        char = text[position]
        if char in "`~":
            end = code_end(text, position)
            if end is None:
                end = position
                while end < len(text) and text[end] == char:
                    end += 1
            line += text[position:end]
            position = end
        elif text.startswith("<!--", position) and text.find("-->", position + 4) >= 0:
            position = text.find("-->", position + 4) + 3
            had_comment = True
        elif char in "\r\n":
            position += 2 if text.startswith("\r\n", position) else 1
            if not (had_comment and line.rsplit("\n", 1)[-1].strip(" \t") == ""):
                out.append(line)
            line, had_comment = "", False
        else:
            line += char
            position += 1
    out.append(line)
    return "\n".join(out)


def norm(text):
    text = without_comments(text).replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\0", "\ufffd").replace("\U0010fdd0", "\ufffd").replace("\U0010fdd1", "\ufffd")
    text = unicodedata.normalize("NFC", text)
    lines = [line.rstrip(" \t") for line in text.split("\n")]
    result = []
    for line in lines:
        if line or (result and result[-1]):
            result.append(line)
    while result and not result[-1]:
        result.pop()
    return "\n".join(result)


def loose(text):
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", norm(text)).casefold())
    return "".join(
        c for c in folded if c in "+-=<>≠≤≥¬" or unicodedata.category(c)[0] in "LMN"
    )


def key(kind, text, face):
    return xxhash.xxh3_64_hexdigest(f"{kind}\n{text}\n{face}".encode(), seed=0)


def both(kind, make, face):
    """The key with norm and with the loose form of all parts."""
    return "1:" + key(kind, make(norm), face(norm)), key(kind, make(loose), face(loose))


def basic(front, back, reverse=False):
    word = "reverse" if reverse else ""
    return both("basic", lambda f: f(front) + UNIT + f(back), lambda f: word)


def main():
    rows = []

    def add(kind, face, deck, index, normal, keys):
        rows.append((kind, face, deck, str(index), normal, *keys))

    pairs = [
        ("What is it?", "A test"),
        ("trailing blanks  \t", "a\t \nb  "),
        ("many\n\n\n\nblank lines", "one\n\n\n\n\ntwo"),
        ("crlf\r\nline", "cr\rline"),
        ("seen <!-- never --> here", "x <!-- a\nb --> y"),
        ("a line\n<!-- of its own -->\nof comment", "b"),
        ("code `<!-- kept -->` here", "```\n<!-- kept -->\n```"),
        ("cafe\u0301", "e\u0301 and \u00e9"),
        ("A\u030angstro\u0308m \u212b", "\u2126 \u1e9b\u0323"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "\ud55c\uae00"),
        ("שָׁלוֹם", "peace 🕊️"),
        ("日本語 が", "か\u3099"),
        ("Привет, й", "и\u0306"),
        ("x != y, x ≠ y, a ≤ b", "¬p + q = −r"),
        ("ﬁne ① ½ Ⅷ", "ＦＵＬＬ Straße İ"),
        ("nul \0 here", "mark \U0010fdd0x\U0010fdd1"),
        ("x" * 300, "long " * 100 + "end"),
    ]
    for front, back in pairs:
        deck = f"Q: {front}\nA: {back}\n"
        add("basic", "", deck, 0, norm(front) + UNIT + norm(back), basic(front, back))
    for front, back in [("el perro", "the dog"), ("lithification", "to rock\n\nslowly")]:
        deck = f"T: {front}\nD: {back}\n"
        for index, reverse in enumerate((False, True)):
            add("basic", "reverse" if reverse else "", deck, index,
                norm(front) + UNIT + norm(back), basic(front, back, reverse))
    for deck, reverse in [("a b :: c d", 0), ("- a b ::: c d", 1), ("a b\n?\nc d", 0), ("a b\n??\nc d", 1)]:
        add("basic", "reverse" if reverse else "", deck, reverse, "a b" + UNIT + "c d",
            basic("a b", "c d", bool(reverse)))

    def cloze(deck, text, faces):
        for index, face in enumerate(faces):
            if face[0].startswith("#"):
                written = lambda f, face=face: f"c{face[0][1:]}" + "".join(UNIT + f(t) for t in face[1:])
            else:
                written = lambda f, face=face: f(face[0]) + UNIT + str(face[1])
            add("cloze", written(norm), deck, index, norm(text),
                both("cloze", lambda f: f(text), written))

    cloze("C: The [order] of [a group].\n", "The order of a group.", [("order", 1), ("a group", 1)])
    cloze("C: [x] and [y] and [x]\nA: extra\n", "x and y and x", [("x", 1), ("y", 1), ("x", 2)])
    cloze("C: {{c1::vois}} et {{c2::chat}} et {{c1::vois::hint}}\n", "vois et chat et vois",
          [("#1", "vois", "vois"), ("#2", "chat")])
    cloze("C: {{c2::outer {{c1::inner}} end}}\n", "outer inner end",
          [("#1", "inner"), ("#2", "outer inner end")])
    cloze("C: {{c1,3::both}} and {{c3::x}}\n", "both and x", [("#1", "both"), ("#3", "both", "x")])
    cloze("C: caf[e\u0301]\n", "cafe\u0301", [("e\u0301", 1)])

    def note(deck, type_, fields):
        add("note", "", deck, 0,
            UNIT.join([type_] + [n + RECORD + norm(v) for n, v in fields]),
            both("note", lambda f: UNIT.join([type_] + [n + RECORD + f(v) for n, v in fields]),
                 lambda f: ""))

    note("N: Japanese\n- Expression: 食べる\n- Meaning (html): to <b>eat</b>\n- Empty:\n",
         "Japanese", [("Expression", "食べる"), ("Meaning", "to <b>eat</b>"), ("Empty", "")])
    note("N: T\n- A:\n  one\n\n  two\n- B: x\n", "T", [("A", "one\n\ntwo"), ("B", "x")])

    for face, index in (("", 0), ("reverse", 1)):
        pinned = key("id", "my-id", face)
        add("id", face, "<!-- id: my-id -->\nT: a\nD: b\n", index, "my-id", ("1:" + pinned, pinned))
    pinned = key("id", "z9", "c1" + UNIT + "x")
    add("id", "c1" + UNIT + "x", "<!-- id: z9 -->\n\nC: {{c1::x}} y\n", 0, "z9", ("1:" + pinned, pinned))

    def escaped(text):
        for char, word in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
            text = text.replace(char, word)
        return text.replace(UNIT, "\u241f").replace(RECORD, "\u241e")

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "keys.tsv")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("#kind\tface\tdeck\tcard\tnormal form\tkey\tloose key\n")
        for row in rows:
            file.write("\t".join(escaped(cell) for cell in row) + "\n")


main()

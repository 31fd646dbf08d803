#!/usr/bin/env python3
"""Writes a collection of any size: decks of plausible text and years of reviews, the same for one seed.

    make_collection.py --cards 100000 --files 500 --reviews 1000000 --out DIR [--seed 1] [--now 2026-11-30T12:00:00Z]

The history ends at --now (else the present), with a few of a hundred cards due. Card keys need libxxhash.
"""
import argparse, ctypes, datetime, os, random, unicodedata
from operator import itemgetter

DAY = 86_400_000
ROLLOVER = 4 * 3_600_000
SYLLABLES = "ba be bi ca co cu da de di fa fe ga go ha he ka ke la le li lo ma me mi mo na ne no pa pe pi ra re ri ro " \
            "sa se si so ta te ti to tra ul va ve vi za ner lin sor tam pol ist mar gen".split()
TOPICS = "Anatomy Botany Chemistry Economics French Geography Grammar History Italian Law Logic Medicine Music " \
         "Optics Physics Spanish Statistics Verbs Zoology Waves".split()
SIGNS = set("+-=<>≠≤≥¬")

_library = ctypes.CDLL("libxxhash.so.0")
_hash = _library.XXH3_64bits_withSeed
_hash.restype, _hash.argtypes = ctypes.c_uint64, (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64)


def hash_of(text):
    """XXH3 of 64 bits, seed 0, as sixteen hex digits."""
    data = text.encode()
    return f"{_hash(data, len(data), 0):016x}"


def loose(text):
    folded = unicodedata.normalize("NFKC", text.casefold())
    return "".join(c for c in folded if c.isalnum() or c in SIGNS)


def key_hash(kind, texts, face, change=lambda text: text):
    """The key of a card without its version; `texts` and `face` are lists of parts that U+001F joins."""
    return hash_of("\n".join((kind, "\x1f".join(map(change, texts)), "\x1f".join(map(change, face)))))


class Card:
    """What the history must know of a card."""
    __slots__ = ("key", "deck", "loose", "front", "back", "text")

    def __init__(self, deck, kind, texts, face, front, back):
        self.deck = deck
        self.key = "1:" + key_hash(kind, texts, face)
        self.loose = key_hash(kind, texts, face, loose)
        self.front, self.back = hash_of(front), hash_of(back)
        self.text = (front + "\n" + back)[:300]

    def details(self):
        text = self.text.replace("\\", "\\\\").replace("\n", "\\n")
        return f"{self.deck}\t{self.loose}\t{self.front}\t{self.back}\t{text}"


def words(r, low, high):
    return " ".join("".join(r.choices(SYLLABLES, k=r.choice((1, 2, 2, 3)))) for _ in range(r.randrange(low, high)))


def block(r, number, deck, room):
    """A note as text, and its cards (at most `room`). The number keeps every front unlike the others."""
    mark, form = f"{r.choice(SYLLABLES)}{number:x}", r.random()
    if form < .08 and room >= 2:
        term, definition = f"{words(r, 1, 3)} {mark}", words(r, 7, 14)
        cards = [Card(deck, "basic", (term, definition), (), term, definition),
                 Card(deck, "basic", (term, definition), ("reverse",), definition, term)]
        return f"T: {term}\n\nD: {definition}\n", cards
    if form < .16:
        hidden, before, after = words(r, 1, 3), f"{words(r, 5, 9)} {mark}", words(r, 4, 8)
        text = f"{before} {hidden} {after}"
        card = Card(deck, "cloze", (text,), (hidden, "1"), f"{before} […] {after}", text)
        return f"C: {before} [{hidden}] {after}.\n".replace(".\n", "\n"), [card]
    front, back = f"{words(r, 6, 11)} {mark}?", words(r, 5, 11)
    return f"Q: {front}\nA: {back}\n", [Card(deck, "basic", (front, back), (), front, back)]


def write_decks(r, out, cards, files):
    """Writes the Markdown files; returns every card."""
    made, number = [], 0
    for n in range(files):
        topic = TOPICS[n % len(TOPICS)]
        parts = [topic, f"{TOPICS[n // len(TOPICS) % len(TOPICS)]} {n}"] if n >= len(TOPICS) else [f"{topic} {n}"]
        wanted = (cards * (n + 1)) // files - len(made)
        lines, found = [f"# {parts[-1]}\n"], 0
        while found < wanted:
            number += 1
            text, new = block(r, number, "::".join(parts), wanted - found)
            lines.append(text)
            made += new
            found += len(new)
        path = os.path.join(out, *parts) + ".md"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return made


def reviews_of(r, count, today):
    """The reviews of one card, oldest first: (day, minute of the day, grade, interval, state before)."""
    steps, interval, state = [], 0, "new"
    for n in range(count):
        grade = "good" if (chance := r.random()) < .8 else "again" if chance < .9 else "hard" if chance < .96 else "easy"
        if n == count - 1 and grade == "again" and r.random() < .95:
            grade = "good"                 # few cards are in learning at any moment
        if n == 0 and count > 1 or grade == "again":
            steps.append((grade if n else "good", "600s", 0, state))
            state = "relearning" if state in ("review", "relearning") else "learning"
            interval = interval // 3
        else:
            factor = {"hard": 1.2, "good": 2.3, "easy": 3.2, "again": 1}[grade]
            interval = max(1, min(1500, round(max(interval, 1.3) * factor * r.uniform(.9, 1.1))))
            steps.append((grade, f"{interval}d", interval, state))
            state = "review"
    day = today - int(steps[-1][2] * r.uniform(0, 1.05)) - (steps[-1][2] == 0)
    days = [day]
    for step in steps[-2::-1]:
        day -= min(step[2], 4000 // count) # some were studied ahead: eleven years at most
        days.append(day)
    minute, found, last = r.randrange(0, 480), [], None
    for at, (grade, given, _, before) in zip(reversed(days), steps):
        minute = minute + 11 if at == last else r.randrange(0, 480)
        last = at
        found.append((at, minute, grade, given, before))
    return found


def write_history(r, out, cards, reviews, writers, now):
    """Writes the files of history: every writer's years, each event behind the one it saw."""
    today = (now - ROLLOVER) // DAY
    studied = cards[:]
    r.shuffle(studied)
    studied = studied[:max(1, min(reviews, len(cards) * 92 // 100))]
    counts = [1] * len(studied) if reviews else []
    weights = [r.gammavariate(2.2, 1) for _ in studied]
    scale = (reviews - len(studied)) / sum(weights) if reviews else 0
    counts = [c + int(w * scale) for c, w in zip(counts, weights)]
    for n in range(reviews - sum(counts)):
        counts[n % len(counts)] += 1
    events, pick = [], r.random
    for index, count in enumerate(counts):
        for seen, (day, minute, grade, given, before) in enumerate(reviews_of(r, count, today)):
            time = day * DAY + ROLLOVER + minute * 60_000 + int(pick() * 60_000)
            events.append((min(time, now - 60_000), index, seen, day, grade, given, before))
    events.sort(key=itemgetter(0, 1, 2))
    names = ["".join(r.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=8)) for _ in range(writers)]
    sequence, files, last = dict.fromkeys(names, 0), {}, [""] * len(studied)
    year, year_ends = 0, 0
    for time, index, seen, day, grade, given, before in events:
        writer, card = names[day * 7 // 3 % writers], studied[index]
        if time >= year_ends:
            year = datetime.datetime.fromtimestamp(time / 1000, datetime.timezone.utc).year
            year_ends = datetime.datetime(year + 1, 1, 1, tzinfo=datetime.timezone.utc).timestamp() * 1000
        lines = files.get((writer, year))
        if lines is None:
            lines = files[writer, year] = [f"#deckle\t1\t1\t{writer}\t."]
        n, group = sequence[writer], ""
        if seen == 0:
            n, group = n + 1, str(time)
            lines.append(f"{writer}.{n}\t{time}\t0\t{day}\tcard\t{card.key}\t{group}\t\t{card.details()}\t.")
        n += 1
        lines.append(f"{writer}.{n}\t{time}\t0\t{day}\treview\t{card.key}\t{group}\t{last[index]}\t{grade}\t"
                     f"{1500 + int(pick() * 9000)}\t{given}\t{before}\tnormal\t\t900\t{seen}\t\t.")
        sequence[writer], last[index] = n, f"{writer}.{n}"
    folder = os.path.join(out, ".deckle", "history")
    os.makedirs(folder, exist_ok=True)
    for (writer, year), lines in files.items():
        with open(os.path.join(folder, f"{writer}-{year}.tsv"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def make(out, cards, files, reviews, seed=1, writers=2, now=None):
    """Writes a collection below `out`; `now` in epoch milliseconds. Returns its cards."""
    r = random.Random(seed)
    now = now or int(datetime.datetime.now().timestamp() * 1000)
    made = write_decks(r, out, cards, min(files, cards))
    write_history(r, out, made, reviews, writers, now)
    with open(os.path.join(out, ".deckle", "id"), "w", encoding="utf-8") as file:
        file.write("".join(r.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=16)) + "\n")
    return made


def main():
    parser = argparse.ArgumentParser(description="Writes a collection of generated cards and reviews.")
    for option, default in (("cards", 1000), ("files", 20), ("reviews", 10_000), ("seed", 1), ("writers", 2)):
        parser.add_argument(f"--{option}", type=int, default=default)
    parser.add_argument("--now", help="the instant at which the history ends, ISO 8601")
    parser.add_argument("--out", required=True)
    a = parser.parse_args()
    now = a.now and int(datetime.datetime.fromisoformat(a.now.replace("Z", "+00:00")).timestamp() * 1000)
    made = make(a.out, a.cards, a.files, a.reviews, a.seed, a.writers, now)
    print(f"{len(made)} cards")


if __name__ == "__main__":
    main()

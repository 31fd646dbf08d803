#!/usr/bin/env python3
"""Asks deckle and the real engine of Anki the same queries of the same cards.

    Tools/anki_query_check.py [--python PYTHON] [--deckle PROGRAM] [--write]

Imports packages of the fixtures into a fresh collection of each, and compares the cards that both find.
Queries whose answers are meant to differ stand with their reason in DIFFERENT; one that does not differ
is a failure as well. --write keeps the answers in Tests/AnkiExchangeTests/Fixtures/queries.tsv, by which
the tests check each change. Exit status 1 on any difference.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/AnkiExchangeTests/Fixtures"
PACKAGES = ["01_basic_legacy1.apkg", "06_reversed_typed.apkg", "07_cloze.apkg", "09_states.apkg", "10_fsrs.apkg",
            "11_revlog.apkg", "13_unicode.apkg", "16_html_math.apkg"]

#: When the tests ask; the engine has no clock but the machine's, and the packages are years old.
NOW = "2026-12-01T10:00:00+01:00"

QUERIES = r'''
deck:*
deck:geography
deck:Geography::Europe
deck:geo*
deck:_eography
-deck:geography
tag:none
-tag:none
tag:europe
tag:eur*
tag:re:^eu
tag:nc:europe
is:new
is:learn
is:review
is:due
is:suspended
is:buried
is:learn is:review
is:new -is:suspended
flag:0
flag:1
flag:7
-flag:0
(flag:1 or flag:2) is:review
card:1
card:2
card:Cloze
card:"Card 1"
card:card*
-card:1
note:Cloze*
-note:Cloze*
prop:ivl>=10
prop:ivl<100
prop:ivl=0
prop:reps>3
prop:reps=0
prop:lapses>0
prop:lapses!=0
prop:due<0
prop:due>=-1000
prop:s>10
prop:s<=10
prop:d>0.5
prop:d<=0.5
prop:r>0.5
prop:r<0.5
prop:due<0 prop:ivl>20
rated:3650
rated:3650:1
rated:3650:4
rated:1
prop:rated>-3650
introduced:3650
introduced:1
paris
"capital of"
capital france
capital or river
par*s
p_ris
-paris
front:*a*
front:_*
front:
front:paris
back:*a
fro*:*paris*
text:*c1*
front:re:^c
re:^c
"re:(paris|london)"
re:\d\d
re:[aeiou]{3}
w:a
w:of
w:capi*
nc:paris
PARIS
"is:due"
is:due or is:new
-(is:due or is:new)
(deck:geography or tag:none) -paris
'''

#: Queries that find other cards here, each with its reason.
STEPS = "a card in its steps without a log of answers begins anew here"
BURIED = "a bury of another day is over here"
FORM = "a note that became Q: has the fields Front and Back, whatever its type called them"
TAGS = "marked and leech are no tags here"
MEMORY = "cards of SM-2 have a memory here, by Anki's own conversion"
DIFFERENT = {
    "tag:none": TAGS, "-tag:none": TAGS, "(deck:geography or tag:none) -paris": TAGS,
    "front:*a*": FORM, "front:_*": FORM, "front:re:^c": FORM, "is:due or is:new": BURIED,
    "-(is:due or is:new)": BURIED,
    "is:new": STEPS, "is:learn": STEPS, "is:due": STEPS, "is:learn is:review": STEPS, "is:new -is:suspended": STEPS,
    "prop:reps=0": STEPS, "is:buried": BURIED, "prop:due<0": BURIED, "prop:due>=-1000": BURIED, '"is:due"': STEPS,
    "card:Cloze": "a cloze of any number is of that template here; Anki takes the first alone",
    "prop:s>10": MEMORY, "prop:s<=10": MEMORY, "prop:d>0.5": MEMORY, "prop:d<=0.5": MEMORY, "prop:r>0.5": MEMORY,
    "prop:r<0.5": MEMORY,
}

ENGINE = r'''
import json, os, sys
from anki.collection import Collection, ImportAnkiPackageRequest, ImportAnkiPackageOptions
folder, queries = sys.argv[1], json.load(open(sys.argv[2]))
col = Collection(os.path.join(folder, "collection.anki2"))
for path in sys.argv[4:]:
    col.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True)))
json.dump({query: sorted(col.find_cards(query)) for query in queries}, open(sys.argv[3], "w"))
col.close()
'''


def ranges(numbers):
    """1-3,5"""
    parts, numbers = [], sorted(numbers)
    while numbers:
        last = next((i for i in range(1, len(numbers)) if numbers[i] != numbers[0] + i), len(numbers)) - 1
        parts.append(str(numbers[0]) if last == 0 else f"{numbers[0]}-{numbers[last]}")
        numbers = numbers[last + 1:]
    return ",".join(parts)


class Check:
    def __init__(self, options, folder):
        self.options, self.folder, self.bad = options, pathlib.Path(folder), 0
        self.queries = [line for line in QUERIES.splitlines() if line]

    def program(self, *arguments):
        state = {name: str(self.folder / "state") for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([self.options.deckle, "--collection", str(self.folder / "decks"), "--now", NOW,
                               *map(str, arguments)],
                              capture_output=True, text=True, env=os.environ | state)
        if done.returncode not in (0, 3):
            raise SystemExit(f"deckle {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def engine(self):
        (self.folder / "engine").mkdir()
        asked, told = self.folder / "queries.json", self.folder / "answers.json"
        asked.write_text(json.dumps(self.queries))
        done = subprocess.run([self.options.python, "-c", ENGINE, self.folder / "engine", asked, told]
                              + [FIXTURES / name for name in PACKAGES], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        return json.loads(told.read_text())

    def run(self):
        (self.folder / "decks").mkdir()
        for name in PACKAGES:
            self.program("import", FIXTURES / name)
        ids = {}
        for ledger in sorted((self.folder / "decks/.deckle/anki").glob("*.json")):
            for note in json.loads(ledger.read_text())["notes"]:
                ids.update({key: number for number, _, key in note["cards"] if number})
        present = {card["id"] for card in json.loads(self.program("cards", "--json") or "[]")}
        known = sorted(ids[key] for key in present if key in ids)
        place = {number: index for index, number in enumerate(known)}
        theirs, rows = self.engine(), []
        for query in self.queries:
            found = json.loads(self.program("cards", query, "--json") or "[]")
            ours = {ids[card["id"]] for card in found if card["id"] in ids}
            wanted = {number for number in theirs[query] if number in place}
            rows.append((query, ranges([place[number] for number in ours])))
            if (ours == wanted) == (query in DIFFERENT):
                self.bad += 1
                print(f"{query}: {len(ours)} here, {len(wanted)} there; only here "
                      f"{sorted(ours - wanted)[:5]}, only there {sorted(wanted - ours)[:5]}")
        if self.options.write:
            (FIXTURES / "queries.tsv").write_text(
                f"# {' '.join(PACKAGES)}\n" + "".join(f"{query}\t{found}\n" for query, found in rows))
        print(f"{len(rows)} queries of {len(known)} cards, {self.bad} differ without a reason")
        return 1 if self.bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package anki")
    parser.add_argument("--deckle", default=str(ROOT / ".build/debug/deckle"))
    parser.add_argument("--write", action="store_true", help="keep the answers for the tests")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return Check(options, folder).run()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Takes packages through a collection of deckle and asks the real engine of Anki what became of them.

    Tools/anki_round_trip.py [--python PYTHON] [--deckle PROGRAM] [--keep FOLDER] [FIXTURE …]

Each fixture is imported into a fresh collection and exported again, in both layouts, and as text where
the engine wrote text of it. The engine must find in the export what it finds in the fixture, but for the
lines of Documentation/anki-differences.txt, and its database check must find nothing that it does not
find in the fixture. A line of that file that no fixture needs is a failure too. Exit status 1 on any.
"""
import argparse, csv, fnmatch, io, json, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/AnkiExchangeTests/Fixtures"
ORACLE = ROOT / "Tools/anki/oracle.py"
DIFFERENCES = ROOT / "Documentation/anki-differences.txt"
#: What the engine exported as text: the fixture, the package, and our options.
TEXTS = [
    ("t20_exported_notes_html.txt", "16_html_math.apkg", []),
    ("t21_exported_notes_cloze.txt", "07_cloze.apkg", []),
    ("t22_exported_notes_plain.txt", "16_html_math.apkg", ["--without-html", "--fields-only"]),
    ("t23_exported_cards_html.txt", "08_templates.apkg", ["--format", "cards"]),
    ("t24_exported_cards_plain.txt", "08_templates.apkg", ["--format", "cards", "--without-html"]),
]


class Differences:
    """The lines of the file of allowed differences: fixture, path, reason, between tabs."""

    def __init__(self):
        rows = [line.split("\t") for line in DIFFERENCES.read_text().splitlines()
                if line and not line.startswith("#")]
        self.rows = [(row[0], row[1]) for row in rows if len(row) == 3 and row[2]]
        if len(self.rows) != len(rows):
            sys.exit(f"{DIFFERENCES}: a line is not fixture, path and reason between tabs")
        self.used = set()

    def allow(self, fixture, path):
        for row in self.rows:
            if fnmatch.fnmatchcase(fixture, row[0]) and fnmatch.fnmatchcase(path, row[1]):
                self.used.add(row)
                return True
        return False


def run(*arguments, **options):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, **options)
    return done.returncode, done.stdout, done.stderr


def keyed(value, name):
    """Lists whose entries have names or ids, as objects by them: one more shifts no others."""
    keys = {"decks": "name", "presets": "name", "notetypes": "id", "notes": "id", "cards": "id", "media": "name"}
    if name in keys and isinstance(value, list):
        return {str(entry[keys[name]]): entry for entry in value}
    if name == "tags" and isinstance(value, list) and all(isinstance(tag, str) for tag in value):
        return {tag: True for tag in value}
    return value


def diff(first, second, path, out):
    if isinstance(first, dict) and isinstance(second, dict):
        for key in sorted(set(first) | set(second)):
            if not path and key in ("imports", "options", "spec", "engine", "ids"):
                continue
            name = f"{path}/{key}" if path else key
            if key not in first or key not in second:
                out.append((name, "is new" if key not in first else "is gone"))
            else:
                top = key if not path else ""
                diff(keyed(first[key], top), keyed(second[key], top), name, out)
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for index, (one, other) in enumerate(zip(first, second)):
            diff(one, other, f"{path}/{index}", out)
    elif first != second:
        out.append((path, f"{json.dumps(first, ensure_ascii=False)[:80]} became "
                          f"{json.dumps(second, ensure_ascii=False)[:80]}"))


def lines(path):
    """The header and rows of a text, without what no two programs write alike: quotes, the hash in the name of a
    hint, blanks around a value, and the last column where it is deckle's own (decision 0012)."""
    text = re.sub("hint[0-9a-f]{16}", "hint", path.read_text())
    header = re.match("(#[a-z].*\n)*", text).group()
    rows = list(csv.reader(io.StringIO(text[len(header):]), delimiter="\t"))
    if "#deckle column:" in header:
        rows = [row[:-1] for row in rows]
    return sorted([line for line in header.split("\n") if not line.startswith("#deckle ")]
                  + ["\t".join(value.strip(" ") for value in row) for row in rows])


class Trip:
    def __init__(self, options, folder):
        self.python, self.deckle, self.folder = options.python, options.deckle, pathlib.Path(folder)
        self.differences = Differences()
        self.bad = 0

    def oracle(self, *arguments):
        return run(self.python, ORACLE, *arguments)

    def describe(self, path):
        code, out, error = self.oracle("describe", path)
        if code:
            raise RuntimeError(error[-400:])
        return json.loads(out)

    def findings(self, path):
        return {line for line in self.oracle("check", path)[1].splitlines() if line.startswith(" ")}

    def fail(self, name, text):
        self.bad += 1
        print(f"{name}: {text}")

    def program(self, home, *arguments):
        state = {name: str(home / "state") for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        return run(self.deckle, "--collection", home / "decks", *arguments, env=os.environ | state)

    def package(self, original):
        home = self.folder / original.name
        (home / "decks").mkdir(parents=True)
        code, _, error = self.program(home, "import", original)
        if code not in (0, 3):
            return self.fail(original.name, f"import: {error}")
        before, known = self.describe(original), self.findings(original)
        for layout, options in (("legacy2", []), ("latest", ["--latest"])):
            export = home / layout / original.name
            export.parent.mkdir()
            code, _, error = self.program(home, "export", export, *options)
            if code:
                if not self.differences.allow(original.name, "package"):
                    self.fail(original.name, f"export: {error}")
                continue
            found = []
            diff(before, self.describe(export), "", found)
            for path, what in found:
                if not self.differences.allow(original.name, path):
                    self.fail(f"{layout}/{original.name}", f"{path} {what}")
            for line in self.findings(export) - known:
                self.fail(f"{layout}/{original.name}", f"check:{line}")

    def text(self, fixture, package, options):
        home = self.folder / package
        export = home / fixture
        code, _, error = self.program(home, "export", export, *options)
        if code:
            return self.fail(fixture, error)
        theirs, ours = lines(FIXTURES / fixture), lines(export)
        for line in theirs:
            if line in ours:
                ours.remove(line)
            elif not self.differences.allow(fixture, f"lost/{line}".replace("\t", " ")):
                self.fail(fixture, f"lost: {line[:120]!r}")
        for line in ours:
            if not self.differences.allow(fixture, f"new/{line}".replace("\t", " ")):
                self.fail(fixture, f"new: {line[:120]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package anki")
    parser.add_argument("--deckle", default=str(ROOT / ".build/debug/deckle"))
    parser.add_argument("--keep", help="an empty folder for collections and exports")
    parser.add_argument("fixtures", nargs="*")
    options = parser.parse_args()
    if run(options.python, "-c", "import anki")[0]:
        sys.exit("The package anki is not installed: pip install anki, or name a Python with --python.")
    packages = sorted(path for path in FIXTURES.glob("*.*pkg")
                      if not options.fixtures or path.name in options.fixtures)
    with tempfile.TemporaryDirectory() as scratch:
        trip = Trip(options, options.keep or scratch)
        for path in packages:
            trip.package(path)
        for fixture, package, extra in TEXTS:
            if (trip.folder / package).exists():
                trip.text(fixture, package, extra)
        if not options.fixtures:
            for row in trip.differences.rows:
                if row not in trip.differences.used:
                    trip.fail(DIFFERENCES.name, f"needless: {row[0]} {row[1]}")
    print(f"{len(packages)} packages, {trip.bad} differences")
    return 1 if trip.bad else 0


if __name__ == "__main__":
    sys.exit(main())

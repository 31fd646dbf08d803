#!/usr/bin/env python3
"""Measures import and export of a package against the real engine, by turns, on one generated collection.

    bench_exchange.py --program PATH [--notes 100000] [--reviews 10] [--runs 5]

The reference is the Python package `anki`, imported by `python3` or the interpreter that DECKLE_ANKI_PYTHON names; exit 2
without it. Prints JSON: a row for each work with medians of wall time, CPU and peak memory of both and their
ratios; exit 1 over a must.
"""
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile, time

ENGINE = r'''
import json, os, random, sys, time
from anki.collection import (Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions,
                             ImportAnkiPackageRequest)

def export(collection, path):
    collection.export_anki_package(out_path=path, limit=None, options=ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, with_media=True, legacy=True))

def make(folder, package, notes, reviews):
    words = "lorem ipsum dolor sit amet consectetur adipiscing éclair Straße <br> &amp; &".split()
    random.seed(1)
    text = lambda: " ".join(random.choices(words, k=random.randint(5, 25)))
    collection = Collection(os.path.join(folder, "collection.anki2"))
    kind = collection.models.by_name("Basic (and reversed card)")
    deck = collection.decks.id("Big::Deck")
    now = int(time.time() * 1000)
    note = collection.new_note(kind)
    note.fields = ["first", "back"]
    collection.add_note(note, deck)
    database = collection.db
    rows = [(1_500_000_000_000 + n, f"bench{n}", kind["id"], now // 1000, -1, "", f"front {n} {text()}\x1f{text()}", "", 0, 0, "")
            for n in range(notes)]
    database.executemany("insert into notes values (?,?,?,?,?,?,?,?,?,?,?)", rows)
    cards, log, stamp = [], [], 1_600_000_000_000
    each = reviews // 2
    for n in range(notes):
        for face in range(2):
            card = 1_550_000_000_000 + 2 * n + face
            days = 1
            for k in range(each):
                stamp += 37
                days = 1 + 3 * k
                log.append((stamp, card, -1, 3, days, max(1, days - 3), 2500, random.randint(1000, 20000), 0 if k == 0 else 1))
            cards.append((card, 1_500_000_000_000 + n, deck, face, now // 1000, -1, 2, 2, 100 + n % 300, days, 2500, each, 0, 0, 0, 0, 0, ""))
        if len(log) > 100_000:
            database.executemany("insert into revlog values (?,?,?,?,?,?,?,?,?)", log)
            log = []
    database.executemany("insert into revlog values (?,?,?,?,?,?,?,?,?)", log)
    database.executemany("insert into cards values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", cards)
    export(collection, package)
    collection.close()

work, folder, package = sys.argv[1:4]
if work == "make":
    make(folder, package, int(sys.argv[4]), int(sys.argv[5]))
elif work == "import":
    collection = Collection(os.path.join(folder, "collection.anki2"))
    collection.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, merge_notetypes=True)))
    collection.close()
elif work == "export":
    collection = Collection(os.path.join(folder, "collection.anki2"))
    export(collection, package)
    collection.close()
'''


def reference():
    """The interpreter that has the engine; nil when there is none."""
    for python in filter(None, (os.environ.get("DECKLE_ANKI_PYTHON"), "python3")):
        found = shutil.which(python)
        if found and subprocess.run([found, "-c", "import anki.collection"], capture_output=True).returncode == 0:
            return found
    return None


class Exchange:
    def __init__(self, program, python, folder):
        self.program, self.python, self.folder = program, python, folder
        self.package = os.path.join(folder, "big.apkg")
        self.script = os.path.join(folder, "engine.py")
        with open(self.script, "w") as file:
            file.write(ENGINE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, arguments, environment=None):
        """Seconds from start to end, CPU seconds, peak megabytes."""
        began = time.monotonic()
        child = subprocess.Popen(arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        told = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise RuntimeError(f"{arguments}: {told.decode(errors='replace')}")
        return time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

    def fresh(self, name):
        shutil.rmtree(self.path(name), ignore_errors=True)
        os.makedirs(self.path(name))
        return self.path(name)

    def engine(self, work, *more):
        return self.run([self.python, self.script, work, *more])

    def deckle(self, folder, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC",
                       **{f"XDG_{name}_HOME": os.path.join(folder, name.lower()) for name in ("STATE", "CACHE", "CONFIG")}}
        return self.run([self.program, "--collection", os.path.join(folder, "flashcards"), *arguments], environment)

    def rows(self, runs):
        measured = {(work, who): [] for work in ("import", "export") for who in ("engine", "deckle")}
        for _ in range(runs):
            theirs, ours = self.fresh("engine"), self.fresh("deckle")
            os.makedirs(os.path.join(ours, "flashcards"))
            measured["import", "engine"].append(self.engine("import", theirs, self.package))
            measured["import", "deckle"].append(self.deckle(ours, "import", self.package))
            os.sync()
            for name in ("theirs.apkg", "ours.apkg"):
                if os.path.exists(self.path(name)):
                    os.unlink(self.path(name))
            measured["export", "engine"].append(self.engine("export", theirs, self.path("theirs.apkg")))
            measured["export", "deckle"].append(self.deckle(ours, "export", self.path("ours.apkg")))
            os.sync()
        for work in ("import", "export"):
            theirs, ours = ([statistics.median(run[n] for run in measured[work, who]) for n in range(3)]
                            for who in ("engine", "deckle"))
            row = {"work": f"{work} of a package", "unit": "s", "value": round(ours[0], 3), "engine": round(theirs[0], 3),
                   "cpu": round(ours[1], 3), "engine_cpu": round(theirs[1], 3), "ratio": round(theirs[0] / ours[0], 2),
                   "cpu_ratio": round(theirs[1] / ours[1], 2), "must_ratio": 3, "memory": round(ours[2]),
                   "must_memory": round(theirs[2]), "runs": runs}
            print(f"  {row['work']}: {row['value']} s, engine {row['engine']} s, {row['ratio']} times as fast; "
                  f"{row['memory']} MB, engine {row['must_memory']} MB", file=sys.stderr)
            yield row


def main():
    parser = argparse.ArgumentParser(description="Measures import and export against the real engine.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--reviews", type=int, default=10, help="of each note")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    python = reference()
    if python is None:
        print("The reference is missing: set DECKLE_ANKI_PYTHON to a Python with the package anki.", file=sys.stderr)
        sys.exit(2)
    with tempfile.TemporaryDirectory(prefix="deckle-exchange-") as folder:
        exchange = Exchange(os.path.abspath(options.program), python, folder)
        exchange.engine("make", exchange.fresh("made"), exchange.package, str(options.notes), str(options.reviews))
        shutil.rmtree(exchange.path("made"))
        rows = list(exchange.rows(options.runs))
    json.dump({"program": options.program, "processors": os.cpu_count(), "notes": options.notes, "rows": rows},
              sys.stdout, indent=1)
    print()
    over = [row for row in rows if row["ratio"] < row["must_ratio"] or row["memory"] > row["must_memory"]]
    for row in over:
        print(f"over the must: {row['work']}: {row['ratio']} times as fast as the engine, must {row['must_ratio']}; "
              f"{row['memory']} MB, must {row['must_memory']} MB", file=sys.stderr)
    sys.exit(bool(over))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Counts the same collection with deckle and with the real engine of Anki, and compares the numbers.

    Tools/anki_stats_check.py [--python PYTHON] [--deckle PROGRAM] [PACKAGE…]

Imports packages (of the fixtures, unless others are named) into a fresh collection of each, and compares
what the graphs of Anki and `deckle stats --json` say at the same moment. Numbers that are meant to differ
stand with their reason in DIFFERENT. Exit status 1 on any other difference.
"""
import argparse, collections, datetime, json, os, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/AnkiExchangeTests/Fixtures"
PACKAGES = ["09_states.apkg", "10_fsrs.apkg", "11_revlog.apkg", "04_full_legacy.colpkg"]

#: Numbers that are not the same here, each with its reason.
DIFFERENT = {
    "buttons": "Anki counts filtered decks as learning, deckle by the interval",
    "hours": "Anki leaves filtered decks out",
    "states.learning": "a card in steps without answers begins anew here",
    "states.new": "a card in steps without answers begins anew here",
    "states.relearning": "a card in relearning steps without answers is in review here",
    "states.young": "buried cards of another day and those of relearning steps are young here",
    "states.buried": "a bury of another day is over here",
}

#: Where the engine knows no memory at all: a collection of SM-2.
MEMORIES = ["stability", "difficulty", "retrievability"]

ENGINE = r'''
import json, os, sys
from anki.collection import Collection, ImportAnkiPackageRequest, ImportAnkiPackageOptions
from anki._backend import RustBackend
folder, out = sys.argv[1:3]
path = os.path.join(folder, "collection.anki2")
for package in sys.argv[3:]:
    if package.endswith(".colpkg"):
        Collection(path).close()
        RustBackend().import_collection_package(col_path=path, backup_path=package,
            media_folder=os.path.join(folder, "m"), media_db=os.path.join(folder, "m.db"))
col = Collection(path)
for package in sys.argv[3:]:
    if package.endswith(".apkg"):
        col.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions(
            with_scheduling=True, with_deck_configs=True)))
graphs = col._backend.graphs(search="", days=0)
def day(count): return [count.learn, count.relearn, count.young, count.mature, count.filtered]
def states(c): return dict(new=c.newCards, learning=c.learn, relearning=c.relearn, young=c.young, mature=c.mature,
                           suspended=c.suspended, buried=c.buried)
def buttons(b): return dict(learning=list(b.learning), young=list(b.young), mature=list(b.mature))
def kept(r): return [r.young_passed, r.young_failed, r.mature_passed, r.mature_failed]
r = graphs.true_retention
json.dump(dict(
    now=col._backend.sched_timing_today().now if hasattr(col._backend.sched_timing_today(), "now") else 0,
    reviews={str(k): day(v) for k, v in graphs.reviews.count.items()},
    time={str(k): sum(day(v)) for k, v in graphs.reviews.time.items()},
    due={str(k): v for k, v in graphs.future_due.future_due.items()},
    states=states(graphs.card_counts.excluding_inactive),
    retention=dict(today=kept(r.today), yesterday=kept(r.yesterday), week=kept(r.week), month=kept(r.month),
                   year=kept(r.year), all=kept(r.all_time)),
    intervals={str(k): v for k, v in graphs.intervals.intervals.items()},
    stability={str(k): v for k, v in graphs.stability.intervals.items()},
    difficulty={str(k): v for k, v in graphs.difficulty.eases.items()},
    retrievability={str(k): v for k, v in graphs.retrievability.retrievability.items()},
    buttons={name: buttons(getattr(graphs.buttons, name)) for name in ("one_month", "one_year", "all_time")},
    hours=[[h.total, h.correct] for h in graphs.hours.all_time],
    memories=sum(1 for c in col.find_cards("") if col.get_card(c).memory_state is not None),
    cards={str(c): [x.type, x.queue, x.ivl, x.memory_state.stability if x.memory_state else None]
           for c in col.find_cards("") for x in [col.get_card(c)]},
), open(out, "w"))
col.close()
'''

#: Moves a collection in time so that its last answer is of today, and writes it as a package.
MOVER = r'''
import json, os, sqlite3, sys, time
from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageRequest, ImportAnkiPackageOptions
package, folder, out = sys.argv[1:4]
path = os.path.join(folder, "collection.anki2")
col = Collection(path)
col.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions(
    with_scheduling=True, with_deck_configs=True)))
col.close()
db = sqlite3.connect(path)
last = db.execute("select max(id) from revlog").fetchone()[0] or 0
days = int((time.time() - last / 1000) // 86400)
db.execute("update revlog set id = id + ?", (days * 86400_000,))
db.execute("update cards set due = due + ? where due > 1000000000", (days * 86400,))
db.execute("update cards set due = due + ? where type > 0 and due < 1000000000", (days,))
for card, data in db.execute("select id, data from cards where data like '%lrt%'").fetchall():
    data = json.loads(data)
    data["lrt"] += days * 86400
    db.execute("update cards set data = ? where id = ?", (json.dumps(data), card))
db.commit()
db.close()
col = Collection(path)
col.export_anki_package(out_path=out, options=ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True,
                        with_media=False, legacy=False), limit=None)
col.close()
'''


class Check:
    def __init__(self, options, folder):
        self.options, self.folder, self.bad = options, pathlib.Path(folder), 0

    def program(self, *arguments):
        state = {name: str(self.folder / "state") for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([self.options.deckle, "--collection", str(self.folder / "decks"),
                               *map(str, arguments)],
                              capture_output=True, text=True, env=os.environ | state | {"TZ": self.options.zone})
        if done.returncode not in (0, 3):
            raise SystemExit(f"deckle {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def moved(self, package):
        """The package with its last answer on this day: the short periods hold something, too."""
        folder, out = self.folder / "moved", self.folder / "moved.apkg"
        folder.mkdir()
        done = subprocess.run([self.options.python, "-c", MOVER, package, folder, out], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        return str(out)

    def same(self, name, ours, theirs):
        if ours == theirs:
            return print(f"  {name}: the same")
        reason = DIFFERENT.get(name)
        if name in MEMORIES and not theirs:
            reason = "cards of SM-2 have a memory here, by Anki's own conversion"
        self.bad += reason is None
        print(f"{'  ' if reason else '! '}{name}: {self.brief(ours)} here, {self.brief(theirs)} there"
              + (f" ({reason})" if reason else ""))

    @staticmethod
    def brief(value):
        text = json.dumps(value, sort_keys=True)
        return text if len(text) < 300 else text[:300] + "…"

    def run(self, packages):
        if self.options.recent:
            packages = [self.moved(package) for package in packages]
        (self.folder / "decks").mkdir()
        for package in packages:
            self.program("import", package)
        (self.folder / "engine").mkdir()
        told = self.folder / "told.json"
        done = subprocess.run([self.options.python, "-c", ENGINE, self.folder / "engine", told, *packages],
                              capture_output=True, text=True, env=os.environ | {"TZ": self.options.zone})
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        theirs = json.loads(told.read_text())
        ours = {period: json.loads(self.program("stats", "--period", period, "--json"))
                for period in ("month", "year", "all")}
        every = ours["all"]
        today = datetime.date.fromisoformat(every["today"])

        def ago(iso):
            return str((datetime.date.fromisoformat(iso) - today).days)
        self.same("reviews by day and kind",
                  {ago(d["day"]): [d["learning"], d["relearning"], d["young"], d["mature"], d["ahead"] + d["practice"]]
                   for d in every["days"]}, theirs["reviews"])
        self.same("time by day, ms",
                  {ago(d["day"]): round((d["seconds"] + d["practice_seconds"]) * 1000) for d in every["days"]},
                  theirs["time"])
        for span, numbers in theirs["retention"].items():
            row = every["retention"][span]
            self.same(f"true retention, {span}",
                      [row["young_passed"], row["young_failed"], row["mature_passed"], row["mature_failed"]], numbers)
        late = sum(count for day, count in theirs["due"].items() if int(day) < 0)
        self.same("due, late", every["due"]["backlog"], late)
        self.same("due by day", {str(day): count for day, count in enumerate(every["due"]["days"]) if count},
                  {day: count for day, count in theirs["due"].items() if int(day) >= 0})
        for state, count in theirs["states"].items():
            self.same(f"states.{state}", every["cards"][state], count)
        self.same("intervals", every["intervals"]["cards"], theirs["intervals"])
        self.same("stability", every["stability"]["cards"], theirs["stability"])
        self.same("difficulty", every["difficulty"]["cards"], theirs["difficulty"])
        self.same("retrievability", every["retrievability"]["cards"], theirs["retrievability"])
        for name, period in (("one_month", "month"), ("one_year", "year"), ("all_time", "all")):
            self.same("buttons", {group: [counts[g] for g in ("again", "hard", "good", "easy")]
                                  for group, counts in ours[period]["buttons"].items()}, theirs["buttons"][name])
        self.same("hours", [[h["answers"], h["passed"]] for h in every["hours"]], theirs["hours"])
        print(f"{self.bad} differ without a reason")
        return 1 if self.bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package anki")
    parser.add_argument("--deckle", default=str(ROOT / ".build/debug/deckle"))
    parser.add_argument("--zone", default="UTC", help="Anki counts hours and days in the zone of now")
    parser.add_argument("--recent", action="store_true", help="move packages in time, so that they end today")
    parser.add_argument("packages", nargs="*", default=[], help="packages instead of those of the fixtures")
    options = parser.parse_args()
    status = 0
    groups = [options.packages] if options.packages else [[FIXTURES / name] for name in PACKAGES]
    if options.recent:
        # A package without answers has no end to move.
        groups = [group for group in groups if not any(str(name).endswith((".colpkg", "09_states.apkg"))
                                                       for name in group)]
    for packages in groups:
        print(", ".join(pathlib.Path(package).name for package in packages))
        with tempfile.TemporaryDirectory() as folder:
            status |= Check(options, folder).run([str(package) for package in packages])
    return status


if __name__ == "__main__":
    sys.exit(main())

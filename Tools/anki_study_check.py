#!/usr/bin/env python3
"""Studies in deckle, then in the real engine of Anki, and asks whether each goes on where the other stopped.

    Tools/anki_study_check.py [--python PYTHON] [--deckle PROGRAM] [--reviews 200]

Answers cards of several decks over weeks in a fresh collection, exports it whole, and compares for every
card what a Good would make of it on both sides: the memory exactly, the interval within Anki's fuzz. Then
the engine answers cards of the export, and its package is imported back, twice. Exit status 1 on any
difference.
"""
import argparse, datetime, json, os, pathlib, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRADES = ["good", "good", "again", "easy", "good", "hard", "good", "good", "again"]

ENGINE = r'''
import json, sys, os
from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageRequest
from anki.import_export_pb2 import ExportAnkiPackageOptions as Options
package, folder, out, back = sys.argv[1:5]
path = os.path.join(folder, "collection.anki2")
Collection(path).close()
from anki._backend import RustBackend
backend = RustBackend()
backend.import_collection_package(col_path=path, backup_path=package, media_folder=os.path.join(folder, "m"),
                                  media_db=os.path.join(folder, "m.db"))
col = Collection(path)
answers = {}
for cid in col.db.list("select id from cards where queue in (1, 2, 3) order by id"):
    state = col._backend.get_scheduling_states(cid).good.normal
    kind = state.WhichOneof("kind")
    inner = getattr(state, kind)
    memory = (inner.review if kind == "relearning" else inner).memory_state
    days = inner.review.scheduled_days if kind == "relearning" else getattr(inner, "scheduled_days", 0)
    answers[cid] = dict(kind=kind, days=days, stability=memory.stability, difficulty=memory.difficulty)
answered = []
for number, cid in enumerate(col.db.list("select id from cards where queue = 2 order by due, id limit 40")):
    card = col.get_card(cid)
    card.start_timer()
    states = col._backend.get_scheduling_states(cid)
    rating = [2, 2, 0, 3, 1][number % 5]
    col.sched.answer_card(col.sched.build_answer(card=card, states=states, rating=rating))
    answered.append(cid)
after = {cid: dict(zip(("due", "ivl", "reps", "lapses"), col.db.first("select due, ivl, reps, lapses from cards where id=?", cid)),
                   stability=col.get_card(cid).memory_state.stability, type=col.get_card(cid).type) for cid in answered}
col.export_anki_package(out_path=back, options=ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True,
                        with_media=False, legacy=True), limit=None)
json.dump(dict(answers=answers, after=after, created=col.crt), open(out, "w"))
col.close()
'''


def fuzz(days):
    """How far Anki may move an interval: a day, 15 % of its part up to 7 days, 10 % up to 20, 5 % beyond."""
    return 1 + 0.15 * max(0, min(days, 7) - 2.5) + 0.1 * max(0, min(days, 20) - 7) + 0.05 * max(0, days - 20)


class Check:
    def __init__(self, options, folder):
        self.options, self.folder, self.bad = options, pathlib.Path(folder), 0
        self.home = self.folder / "decks"

    def program(self, *arguments, home=None):
        state = {name: str(self.folder / "state") for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run([self.options.deckle, "--collection", str(home or self.home), *map(str, arguments)],
                              capture_output=True, text=True, env=os.environ | state)
        if done.returncode not in (0, 3):
            sys.exit(f"deckle {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def fail(self, text):
        self.bad += 1
        print(text)

    def cards(self, home=None):
        return json.loads(self.program("cards", "--json", home=home) or "[]")

    def study(self):
        for deck, count in (("One", 25), ("Two", 20), ("Deep/Three", 15)):
            path = self.home / f"{deck}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("---\nfuzz: false\n---\n\n" + "".join(f"Q: {deck} {n}\nA: answer {n}\n\n" for n in range(count)))
        now = datetime.datetime.now(datetime.timezone.utc)
        count, day = 0, 40
        while count < self.options.reviews and day > 0:
            moment = now - datetime.timedelta(days=day)
            for step in range(12):
                if count >= self.options.reviews:
                    break
                stamp = (moment + datetime.timedelta(minutes=step)).isoformat(timespec="seconds")
                due = [card for card in json.loads(self.program("--now", stamp, "cards", "is:due", "--json") or "[]")]
                new = [card for card in json.loads(self.program("--now", stamp, "cards", "is:new", "--json") or "[]")]
                pool = due or new
                if not pool:
                    break
                self.program("--now", stamp, "grade", pool[count * 7 % len(pool)]["id"], GRADES[count % len(GRADES)])
                count += 1
            day -= 2
        return count

    def run(self):
        count = self.study()
        package, out, back = self.folder / "whole.colpkg", self.folder / "out.json", self.folder / "back.apkg"
        self.program("export", package)
        engine = self.folder / "engine"
        engine.mkdir()
        done = subprocess.run([self.options.python, "-c", ENGINE, package, engine, out, back], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr[-2000:])
        told = json.loads(out.read_text())
        ids = {}
        for ledger in sorted((self.home / ".deckle/anki").glob("*.json")):
            for note in json.loads(ledger.read_text())["notes"]:
                ids.update({str(number): key for number, _, key in note["cards"]})
        self.compare_good(told, ids)
        first = json.loads(self.program("import", back, "--json"))[0]
        again = json.loads(self.program("import", back, "--json"))[0]
        if first["reviews"] != len(told["after"]) or first["new"] or first["updated"]:
            self.fail(f"came back: {first}")
        if again["reviews"] or again["new"] or again["updated"]:
            self.fail(f"came back twice: {again}")
        self.compare_states(told, ids)
        print(f"{count} answers here, {len(told['answers'])} cards compared, {len(told['after'])} answers there, "
              f"{self.bad} differences")
        return 1 if self.bad else 0

    def compare_good(self, told, ids):
        copy = self.folder / "copy"
        shutil.copytree(self.home, copy)
        worst, same, days = 0, 0, 0
        for number, theirs in told["answers"].items():
            self.program("grade", ids[number], "good", home=copy)
            ours = json.loads(self.program("show", ids[number], "--json", home=copy))
            stability = ours["stability"]
            worst = max(worst, abs(stability - theirs["stability"]) / stability)
            if theirs["kind"] == "review":
                days += 1
                mine = ours["interval_days"]
                same += mine == theirs["days"]
                # A fuzzed Hard pushes Good before it, so the fuzz of both counts.
                if abs(mine - theirs["days"]) > 2 * fuzz(mine):
                    self.fail(f"{number}: {mine} days here, {theirs['days']} there")
        print(f"stability after Good: at most {worst:.5%} apart; {same} of {days} intervals equal, the others within the fuzz")
        if worst > 0.002:
            self.fail("the memory is not the same")

    def compare_states(self, told, ids):
        for number, theirs in told["after"].items():
            ours = json.loads(self.program("show", ids[number], "--json"))
            if abs(ours["stability"] - theirs["stability"]) > theirs["stability"] * 0.002 or ours["reps"] != theirs["reps"] \
                    or ours["lapses"] != theirs["lapses"]:
                self.fail(f"{number}: {ours} here, {theirs} there")
            if theirs["type"] == 2 and ours["interval_days"] != theirs["ivl"]:
                self.fail(f"{number}: interval {ours['interval_days']} here, {theirs['ivl']} there")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package anki")
    parser.add_argument("--deckle", default=str(ROOT / ".build/debug/deckle"))
    parser.add_argument("--reviews", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return Check(options, folder).run()


if __name__ == "__main__":
    sys.exit(main())

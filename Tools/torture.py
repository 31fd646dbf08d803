#!/usr/bin/env python3
"""Kills, cuts, swaps and fills: looks from outside whether deckle ever loses a grade.

    torture.py --program PATH [--kills 1000] [--quick] [--only kills,cuts,git,devices,full] [--seed 1]

Every trial works in a temporary folder of its own, state, caches and settings too. Prints a table;
exit 1 when anything was lost. Needs git; the full disk needs root (for a small tmpfs).
"""
import argparse, collections, concurrent.futures, json, os, random, shutil, subprocess, sys, tempfile, time
# The reference model of the history lies with the tests that read its golden sets.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/HistoryTests/Fixtures"))
import make_collection, model
from session import Session

GRADE_KEYS = dict(zip("1234", model.GRADES))
WORDS = [a + b + c for a in ("BAKU", "LIMO", "TERZ", "WONG") for b in "PQRSTUVX" for c in ("ADEN", "IPSY", "OLTU")]
DECK = "---\nname: Torture\nnew_per_day: 9999\nreviews_per_day: 9999\nlearning_steps: [1m, 10m]\n---\n\n"


class Failure(Exception):
    pass


class Place:
    """A collection with folders of its own for all that the program keeps."""

    def __init__(self, program, folder, cards=90, collection=None):
        self.program, self.folder = program, folder
        self.collection = collection or os.path.join(folder, "flashcards")
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8",
                            "TZ": "UTC", "GIT_CONFIG_GLOBAL": "/dev/null",
                            **{f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER")
                               for what in ("NAME", "EMAIL")}}
        for name in ("STATE", "CACHE", "CONFIG"):
            self.environment[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        if not collection:
            os.makedirs(os.path.join(self.collection, ".deckle", "history"))
            with open(os.path.join(self.collection, ".deckle", "id"), "w") as file:
                file.write("torturetorture00\n")
            with open(os.path.join(self.collection, ".gitattributes"), "w") as file:
                file.write(".deckle/history/*.tsv -text merge=union\n")
            with open(self.deck, "w") as file:
                file.write(DECK + "\n".join(f"Q: {w}\nA: answer of {w.lower()}\n" for w in WORDS[:cards]))
        self.keys = {w: key_of(w, f"answer of {w.lower()}") for w in WORDS}

    @property
    def deck(self):
        return os.path.join(self.collection, "Torture.md")

    def run(self, *arguments, ok=(0,)):
        done = subprocess.run([self.program, "--collection", self.collection, *arguments], env=self.environment,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
        if done.returncode not in ok:
            raise Failure(f"deckle {' '.join(arguments)}: exit {done.returncode}: {done.stderr.strip()[:300]}")
        return done.stdout

    def git(self, *arguments, ok=(0,)):
        done = subprocess.run(["git", *arguments], cwd=self.collection, env=self.environment, capture_output=True,
                              text=True, timeout=60)
        if done.returncode not in ok:
            raise Failure(f"git {' '.join(arguments)}: {done.stderr.strip()[:300]}")
        return done.stdout

    def session(self, **environment):
        return Session([self.program, "--collection", self.collection], {**self.environment, **environment})

    def history(self):
        return json.loads(self.run("history", "--json"))

    def grades(self):
        """The grades of every card by its lowest key and every key of its set, oldest first."""
        state, found = self.history(), {}
        for card in [*state["cards"].values(), *state["orphans"].values()]:
            words = [word for entry in card["log"] for word in entry.split()[1:] if word in model.GRADES]
            for key in card["keys"]:
                found[key] = words
        return found

    def lines(self):
        folder, lines = os.path.join(self.collection, ".deckle", "history"), []
        for name in sorted(os.listdir(folder)):
            if name.endswith(".tsv"):
                with open(os.path.join(folder, name), "rb") as file:
                    lines += model.split(file.read())
        return lines


def key_of(front, back):
    return make_collection.Card("Torture", "basic", (front, back), (), front, back).key


def word_on(text):
    return next((w for w in WORDS if w in text), None)


class Study:
    """A session of study in the screens, and what it is known to have graded."""

    def __init__(self, place, known, **environment):
        self.place, self.known, self.pending = place, known, None
        self.session = place.session(**environment)

    def open_deck(self):
        if not self.session.until(lambda t: "Torture" in t and "quit" in t):
            raise Failure("no first screen:\n" + self.session.screen.text())
        self.session.send("\r")
        return self.front()

    def front(self, seconds=10):
        text = self.session.until(lambda t: "show answer" in t and word_on(t), seconds)
        return text and word_on(text)

    def show(self):
        self.session.send(" ")
        return self.session.until("1 Again", 5)

    def press(self, key):
        """Grades the card whose answer is on screen, without waiting."""
        self.pending = word_on(self.session.screen.text()), GRADE_KEYS[key]
        self.session.send(key)

    def settle_pending(self, seconds):
        """The grade counts as known once the next card is drawn."""
        if self.pending and self.session.until(
                lambda t: "show answer" in t and word_on(t) or "Answered" in t, seconds):
            word, grade = self.pending
            self.known[self.place.keys[word]].append(grade)
            self.pending = None
            return True
        return not self.pending

    def grade(self, key="4"):
        if not self.front(5) or not self.show():
            raise Failure("no card to grade:\n" + self.session.screen.text())
        self.press(key)
        if not self.settle_pending(5):
            raise Failure("no next card after a grade:\n" + self.session.screen.text())

    def kill(self):
        import signal
        os.kill(self.session.pid, signal.SIGKILL)
        self.settle_pending(1)             # what it had drawn when it died
        return self.session.wait()


def compare(place, known, pending=None):
    """Raises unless the history holds the known grades, and at most the one on its way beside them."""
    found = place.grades()
    for key, grades in known.items():
        have = found.get(key, [])
        if have == grades:
            continue
        if pending and place.keys[pending[0]] == key and have == grades + [pending[1]]:
            continue
        raise Failure(f"{key}: known {grades}, found {have}, on its way {pending}")
    for key, have in found.items():
        if have and not known.get(key) and not (pending and place.keys[pending[0]] == key and have == [pending[1]]):
            raise Failure(f"{key}: found {have} that nobody gave")
    if pending:
        key = place.keys[pending[0]]
        known[key] = found.get(key, [])
        return True
    return False


# ---------------------------------------------------------------- trials

def trial_kills(program, folder, options, report):
    """SIGKILL at any moment of a session."""
    r, place, known = random.Random(options.seed), None, None
    caught = total = 0
    for n in range(options.kills):
        if n % 60 == 0:
            total += sum(map(len, known.values())) if known else 0
            if place:
                shutil.rmtree(place.folder)
            place = Place(program, tempfile.mkdtemp(dir=folder))
            known = collections.defaultdict(list)
        study = Study(place, known)
        if r.random() < .08:               # while it starts
            time.sleep(r.uniform(0, .04))
        elif study.open_deck():
            for _ in range(r.choice((0, 0, 1, 1, 2))):
                study.grade(r.choice("1344"))
            if r.random() < .9 and study.front(5) and study.show():
                study.press(r.choice("1234"))
                time.sleep(r.choice((0, r.uniform(0, .002), r.uniform(0, .008), r.uniform(0, .06))))
        else:
            raise Failure("no card:\n" + study.session.screen.text())
        study.kill()
        caught += compare(place, known, study.pending)
    total += sum(map(len, known.values()))
    report("kills", f"{options.kills} kills, {total} grades known, {caught} kills between a key and its next card")


def trial_cuts(program, folder, options, report):
    """A history that ends at any byte."""
    place = Place(program, tempfile.mkdtemp(dir=folder))
    for word in WORDS[:30]:
        place.run("grade", place.keys[word], random.Random(word).choice(("again", "good", "easy")))
    history = os.path.join(place.collection, ".deckle", "history")
    [name] = [n for n in os.listdir(history) if n.endswith(".tsv")]
    with open(os.path.join(history, name), "rb") as file:
        data = file.read()

    def cut(length):
        with tempfile.TemporaryDirectory(dir=folder) as copy:
            target = os.path.join(copy, "flashcards")
            shutil.copytree(place.collection, target)
            with open(os.path.join(target, ".deckle", "history", name), "wb") as file:
                file.write(data[:length])
            state = Place(program, copy, collection=target).history()
        have = [e.split()[0] for part in ("cards", "orphans") for c in state[part].values() for e in c["log"]]
        want = [model.name(e) for line in model.split(data[:length])
                if not isinstance(e := model.parse(line), str) and e.kind == "review"]
        if sorted(have) != sorted(want):
            raise Failure(f"cut at byte {length}: {len(have)} events, should be {len(want)}")

    lengths = range(max(0, len(data) - 4096), len(data) + 1, 41 if options.quick else 1)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(cut, lengths))
    report("cuts", f"{len(lengths)} cuts of {len(data)} bytes")


def trial_git(program, folder, options, report):
    """git puts other files in place while a session runs."""
    place, known = Place(program, tempfile.mkdtemp(dir=folder)), collections.defaultdict(list)
    remote = os.path.join(place.folder, "remote.git")
    place.git("init", "-q", "-b", "main")
    place.git("add", "-A")
    place.git("commit", "-qm", "start")
    place.git("init", "-q", "--bare", "-b", "main", remote)
    place.git("remote", "add", "origin", remote)
    study = Study(place, known)
    study.open_deck()

    def grades(count, step):
        for _ in range(count):
            study.grade(random.Random(len(known)).choice("134"))
        try:
            compare(place, known)
        except Failure as failure:
            raise Failure(f"after {step}: {failure}") from None

    def commit(message):
        place.git("add", "-A")
        place.git("commit", "-qm", message)

    grades(3, "the first grades")
    commit("three")
    grades(3, "a commit")
    place.git("stash", "-q")
    grades(3, "git stash")
    commit("nine")
    place.git("checkout", "-q", "HEAD~1")
    grades(2, "a checkout of an older revision")
    place.git("stash", "-q")
    place.git("checkout", "-q", "main")
    grades(2, "a checkout of the newest revision")
    place.git("checkout", "-q", "HEAD~2", "--", ".deckle")
    grades(2, "a checkout of the first revision's .deckle")
    commit("all")
    place.git("push", "-q", "-u", "origin", "main")
    other = Place(program, os.path.join(place.folder, "other"), collection=os.path.join(place.folder, "other", "f"))
    place.git("clone", "-q", remote, other.collection)
    free = [w for w in WORDS[:90] if not known[place.keys[w]]]
    for word in free[-3:]:
        other.run("grade", other.keys[word], "easy")
        known[place.keys[word]].append("easy")
    other.git("add", "-A")
    other.git("commit", "-qm", "theirs")
    other.git("push", "-q")
    study.grade("4")
    place.git("pull", "-q", "--rebase", "--autostash")
    grades(3, "git pull --rebase --autostash")
    os.rename(os.path.join(place.collection, ".deckle", "history"), os.path.join(place.folder, "away"))
    os.mkdir(os.path.join(place.collection, ".deckle", "history"))
    for word in free[-3:]:
        known[place.keys[word]].pop()      # their lines went away with the folder
    grades(2, "the history's folder replaced by an empty one")
    study.session.quit()
    compare(place, known)
    report("git", f"{sum(map(len, known.values()))} grades through stash, checkouts, pull, a folder replaced")


def shared(card):
    """What the stand-in memory of the model and the real one have in common."""
    log = [[*entry.split()[:3]] for entry in card["log"]]
    return {**{k: card[k] for k in ("keys", "state", "reps", "lapses", "reviews", "cram", "suspended", "buried", "flag",
                                    "marked", "leech")}, "log": log}


def against_model(place):
    """The program's state against the reference model's, on the very files."""
    living = [c["id"] for c in json.loads(place.run("cards", "--json"))]
    have, want = place.history(), model.History(place.lines(), living).json()
    for part in ("cards", "orphans"):
        # A text without events may be left out.
        seen = {k: shared(c) for k, c in have[part].items() if c["log"]}
        due = {k: shared(c) for k, c in want[part].items() if c["log"]}
        if seen != due:
            key = next(k for k in sorted(seen.keys() | due.keys()) if seen.get(k) != due.get(k))
            raise Failure(f"{part} {key}: program {seen.get(key)}, model {due.get(key)}")
    for what in ("settings", "days"):
        if have[what] != want[what]:
            raise Failure(f"{what}: program {have[what]}, model {want[what]}")
    return sum(len(c["log"]) for part in ("cards", "orphans") for c in have[part].values())


def trial_devices(program, folder, options, report):
    """Edits in $EDITOR, undo, and two machines that meet; the states equal the model's."""
    checked = 0
    for seed in range(2 if options.quick else 8):
        r = random.Random(seed)
        place, known = Place(program, tempfile.mkdtemp(dir=folder), 30), collections.defaultdict(list)
        editor = os.path.join(place.folder, "editor")
        with open(editor, "w") as file:    # the card on screen is named in a file beside it
            file.write('#!/bin/sh\nfor deck; do :; done\nword=$(cat "$HOME/word")\n'
                       'sed -i "s/^Q: $word.*/& (edited)/; s/^A: answer of $(echo $word | tr A-Z a-z)/& too/" "$deck"\n')
        os.chmod(editor, 0o755)
        place.git("init", "-q", "-b", "main")
        place.git("add", "-A")
        place.git("commit", "-qm", "start")
        other = Place(program, os.path.join(place.folder, "other"), collection=os.path.join(place.folder, "other", "f"))
        place.git("clone", "-q", place.collection, other.collection)
        for turn in range(3):
            for device in (place, other):
                study = Study(device, collections.defaultdict(list), EDITOR=editor)
                word = study.open_deck()
                for _ in range(r.randrange(1, 4)):
                    if not word:
                        raise Failure("no card:\n" + study.session.screen.text())
                    edit = r.random() < .6
                    if edit:
                        with open(os.path.join(device.folder, "word"), "w") as file:
                            file.write(word)
                        before = study.session.screen.text().count("edited")
                        study.session.send("E")
                        if not study.session.until(lambda t: "show answer" in t and word in t
                                                   and t.count("(edited)") > before):
                            raise Failure(f"the edit of {word} is not on screen:\n" + study.session.screen.text())
                    study.session.send("*" if r.random() < .3 else "")
                    study.session.settle(.03)
                    study.grade(r.choice("134"))
                    word = study.front()
                study.kill()
                if r.random() < .5:
                    device.run("undo", ok=(0, 3))
                if r.random() < .3:
                    device.run("flag", str(r.randrange(1, 8)), r.choice(WORDS[:30]))
                if r.random() < .3:
                    device.run(r.choice(("suspend", "forget")), r.choice(WORDS[:30]), ok=(0, 3))
                try:
                    checked += against_model(device)
                except Failure as failure:
                    raise Failure(f"seed {seed}, turn {turn}: {failure}") from None
                device.git("add", "-A")
                device.git("commit", "-qm", "work", ok=(0, 1))
            # They meet: histories by union, decks as the first machine has them where both changed a line.
            other.git("pull", "-q", "--no-rebase", "-s", "recursive", "-X", "theirs", "origin", "main")
            place.git("pull", "-q", other.collection, "main")
            states = []
            for device in (place, other):
                try:
                    checked += against_model(device)
                except Failure as failure:
                    raise Failure(f"seed {seed}, turn {turn}, after the merge: {failure}") from None
                states.append(device.history()["cards"])
            if states[0] != states[1]:
                key = next(k for k in states[0] if states[0][k] != states[1].get(k))
                raise Failure(f"seed {seed}: two machines disagree on {key}: {states[0][key]} {states[1].get(key)}")
    report("devices", f"{checked} events compared with the model")


def trial_full(program, folder, options, report):
    """No room for the history, then a folder that cannot be written; the grades arrive once, later."""
    said = []
    for where in ("apart", "there too"):
        base = tempfile.mkdtemp(dir=folder)
        disk = os.path.join(base, "disk")
        os.mkdir(disk)
        if os.getuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk],
                                         capture_output=True).returncode:
            return report("full", "left out: needs root and mount")
        try:
            place = Place(program, base)
            shutil.copytree(place.collection, os.path.join(disk, "flashcards"))
            shutil.rmtree(place.collection)
            place.collection = os.path.join(disk, "flashcards")
            if where != "apart":
                place.environment["XDG_STATE_HOME"] = os.path.join(disk, "state")
            said += full_disk(place, disk, where)
        finally:
            subprocess.run(["umount", "-l", disk], capture_output=True)
    report("full", f"full disk with the state apart, read-only disk, full disk with the state there too; said {', '.join(said)}")


TROUBLE = ("no space", "disk", "read-only", "journal", "not be written", "cannot write", "could not")


def full_disk(place, disk, where):
    """Returns where the trouble was said."""
    known, said = collections.defaultdict(list), []
    study = Study(place, known)
    study.open_deck()
    study.grade("4")
    ballast = os.path.join(disk, "ballast")

    def fill():
        file = os.open(ballast, os.O_CREAT | os.O_WRONLY)
        try:
            while os.write(file, bytes(4096)):
                pass
        except OSError:
            os.close(file)

    def remount(how):
        subprocess.run(["mount", "-o", f"remount,{how}", disk], check=True, capture_output=True)

    def line_of_trouble():
        lines = study.session.settle(.1).split("\n")
        return next((l.strip() for l in lines if any(w in l.lower() for w in TROUBLE)), None)

    def trouble(cause, begin, end):
        begin()
        message = None
        for _ in range(20):                # the last page of a file has room left on a full disk
            if not study.front(5) or not study.show():
                raise Failure(f"{cause}: no card:\n{study.session.screen.text()}")
            study.press("4")
            went_on = study.settle_pending(1)
            message = line_of_trouble()
            if message or not went_on:
                break
        if not went_on and not message:
            raise Failure(f"{cause}, state {where}: neither a next card nor a message:\n{study.session.screen.text()}")
        if message:
            said.append("in the session")
        else:
            study.session.send("q")
            study.session.until("quit")
            if not line_of_trouble():
                raise Failure(f"{cause}, state {where}: said nowhere:\n{study.session.screen.text()}")
            said.append("on Home only")
            study.session.send("\r")
        end()
        if study.pending:                  # refused: the same card takes the grade once there is room
            if "1 Again" not in study.session.screen.text():
                study.show()
            study.press("4")
            if not study.settle_pending(5):
                raise Failure(f"{cause}: no next card once there is room:\n{study.session.screen.text()}")
        study.grade("4")
        events = [e for e in map(model.parse, set(place.lines())) if not isinstance(e, str)]
        written = sum(e.kind == "review" for e in events)
        if written != sum(map(len, known.values())):
            raise Failure(f"{cause}, state {where}: {sum(map(len, known.values()))} grades, {written} in the file "
                          f"once there is room")
        compare(place, known)

    trouble("full disk", fill, lambda: os.unlink(ballast))
    study.session.quit()
    compare(place, known)
    if where == "apart":                   # a disk that is written to cannot become read-only
        study = Study(place, known)
        study.open_deck()
        trouble("read-only disk", lambda: remount("ro"), lambda: remount("rw"))
        study.session.quit()
        compare(place, known)
    return said


TRIALS = {"kills": trial_kills, "cuts": trial_cuts, "git": trial_git, "devices": trial_devices, "full": trial_full}


def main():
    parser = argparse.ArgumentParser(description="Looks whether the program ever loses a grade.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--quick", action="store_true", help="fewer kills and cuts")
    parser.add_argument("--only", default=",".join(TRIALS), help="trials, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.kills = options.kills or (60 if options.quick else 1000)
    program, failed = os.path.abspath(options.program), False

    def report(trial, text, outcome="ok"):
        print(f"{trial:8} {outcome:6} {time.monotonic() - started:5.0f} s  {text}", flush=True)

    for trial in options.only.split(","):
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="deckle-torture-") as folder:
            try:
                TRIALS[trial](program, folder, options, report)
            except (Failure, subprocess.SubprocessError, OSError, ValueError) as failure:
                failed = True
                report(trial, f"{type(failure).__name__}: {failure}", "FAILED")
    sys.exit(failed)


if __name__ == "__main__":
    main()

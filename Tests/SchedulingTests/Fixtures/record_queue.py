#!/usr/bin/env python3
"""Records how the real Anki engine limits, mixes and orders the cards of a day.

    pip install anki
    python3 record_queue.py queue_golden.json

Each scenario builds a small collection, may answer some cards, then writes down the cards as they
are, the numbers of the deck list, the queue of one deck and, where asked, what the engine shows
answer by answer. Burying is switched on per deck: the one setting that differs from the defaults.
Times are seconds from the moment of recording; days are counted from today.
"""
import json
import os
import random
import shutil
import sys
import tempfile
import time

os.environ["TZ"] = "UTC"
time.tzset()

import anki.lang  # noqa: E402

anki.lang.set_lang("en")
from anki.buildinfo import version  # noqa: E402
from anki.collection import Collection  # noqa: E402

DAYS = 400
ALL = ("new", "reviews", "interday")
PARTS = {0: "new", 1: "learning", 2: "due"}
TYPES = ("new", "learning", "review", "relearning")
ORDERS = {
    "due": 0, "due_then_deck": 1, "deck_then_due": 2, "intervals_ascending": 3,
    "intervals_descending": 4, "difficulty_descending": 5, "difficulty_ascending": 6,
    "retrievability_ascending": 7, "random": 8, "added": 9, "reverse_added": 10,
    "retrievability_descending": 11, "relative_overdueness": 12,
}


class World:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="queue")
        col = Collection(os.path.join(self.folder, "c.anki2"))
        hour = time.gmtime().tm_hour
        col.set_config("creationOffset", 0)
        col.set_config("rollover", (hour + 12) % 24)
        start = int(time.time()) - DAYS * 86400
        col.db.execute("update col set crt=?", start - start % 86400 + ((hour + 12) % 24) * 3600)
        col.set_config("fsrs", True)
        self.col = col
        self.reopen()
        self.decks, self.done, self.extra, self.answered = {}, {}, {}, set()
        self.notes = 0
        self.notetypes = {}
        timing = self.col._backend.sched_timing_today()
        self.today, self.end = timing.days_elapsed, timing.next_day_at
        self.now = int(time.time())

    def reopen(self):
        path = self.col.path
        self.col.close()
        self.col = Collection(path)

    def close(self):
        self.col.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def deck(self, name, new=20, reviews=200, bury=ALL, mix="mix", order="due", retention=0.9):
        d = self.col.decks.get(self.col.decks.id(name))
        c = self.col.decks.add_config(name)
        c["new"]["perDay"], c["rev"]["perDay"] = new, reviews
        c["new"]["bury"], c["rev"]["bury"] = "new" in bury, "reviews" in bury
        c["buryInterdayLearning"] = "interday" in bury
        c["newMix"] = {"mix": 0, "after": 1, "before": 2}[mix]
        c["reviewOrder"] = ORDERS[order]
        c["desiredRetention"] = retention
        self.col.decks.update_config(c)
        self.col.decks.set_config_id_for_deck_dict(d, c["id"])
        self.decks[name] = {"name": name, "new": new, "reviews": reviews, "bury": list(bury),
                            "mix": mix, "order": order, "retention": retention}

    def notetype(self, faces):
        if faces not in self.notetypes:
            m = self.col.models
            nt = m.new(f"T{faces}")
            m.add_field(nt, m.new_field("A"))
            for i in range(faces):
                t = m.new_template(str(i))
                t["qfmt"], t["afmt"] = f"{{{{A}}}} {i}", "a"
                m.add_template(nt, t)
            m.add_dict(nt)
            self.notetypes[faces] = m.by_name(f"T{faces}")
        return self.notetypes[faces]

    def note(self, *faces):
        """Each face: (deck, state...), states ("new",), ("review", days, interval[, s, d, secs]),
        ("interday", days), ("step", seconds), then optionally "suspended" or "buried"."""
        n = self.col.new_note(self.notetype(len(faces)))
        n.fields[0] = f"note {self.notes}"
        self.notes += 1
        self.col.add_note(n, self.col.decks.id(faces[0][0]))
        for card, (deck, kind, *more) in zip(n.cards(), faces):
            flag = more.pop() if more and isinstance(more[-1], str) else None
            did = self.col.decks.id(deck)
            values = {"did": did}
            if kind == "review":
                due, interval = more[0], more[1]
                values.update(type=2, queue=2, due=self.today + due, ivl=interval, reps=5)
                if len(more) > 2:
                    s, d, secs = more[2:]
                    values["data"] = json.dumps(
                        {"s": s, "d": d, "dr": self.decks[deck]["retention"], "decay": 0.1542, "lrt": self.now - secs})
            elif kind == "interday":
                values.update(type=1, queue=3, due=self.today + more[0], left=1001, reps=1)
            elif kind == "step":
                values.update(type=1, queue=1, due=self.now + more[0], left=1001, reps=1)
            if flag:
                values["queue"] = {"suspended": -1, "buried": -3}[flag]
            sets = ", ".join(f"{k}=?" for k in values)
            self.col.db.execute(f"update cards set {sets} where id=?", *values.values(), card.id)

    def select(self, name):
        self.col.decks.set_current(self.col.decks.id(name))

    def queue(self, limit=1000):
        return self.col.sched.get_queued_cards(fetch_limit=limit)

    def add_extra(self, name, new=0, reviews=0):
        self.select(name)
        self.col.sched.extend_limits(new, reviews)
        e = self.extra.setdefault(name, [0, 0])
        e[0] += new
        e[1] += reviews

    def answer(self, grade):
        """Answers the first card; returns a record of it."""
        q = self.queue(1)
        if not q.cards:
            return None
        first = q.cards[0]
        card = self.col.get_card(first.card.id)
        card.start_timer()
        before = card.queue
        name = self.col.decks.name(card.did)
        record = {"card": card.id, "part": PARTS[first.queue], "grade": grade,
                  "counts": [q.new_count, q.learning_count, q.review_count],
                  "at": int(time.time()) - self.now}
        rating = {"again": 0, "hard": 1, "good": 2, "easy": 3}[grade]
        self.col.sched.answer_card(
            self.col.sched.build_answer(card=card, states=first.states, rating=rating))
        done = self.done.setdefault(name, [0, 0])
        if before == 0:
            done[0] += 1
        elif before in (2, 3):
            done[1] += 1
        self.answered.add(card.id)
        record["after"] = self.state(card.id)
        return record

    def state(self, cid):
        row = self.col.db.first(
            "select id, nid, did, ord, type, queue, due, ivl, data from cards where id=?", cid)
        cid, nid, did, face, kind, queue, due, interval, data = row
        data = json.loads(data or "{}")
        out = {"type": TYPES[kind]}
        if kind == 0:
            out["position"] = due
        elif due > 1_000_000_000:
            out["seconds"] = due - self.now
        else:
            out["day"] = due - self.today
        if interval:
            out["interval"] = interval
        if "s" in data:
            out["memory"] = [data["s"], data["d"]]
        if "lrt" in data:
            out["last_review"] = data["lrt"] - self.now
        if queue == -1:
            out["suspended"] = True
        if queue == -3:
            out["buried"] = True
        if cid in self.answered:
            out["answered_today"] = True
        return out

    def snapshot(self, name, root, play=()):
        """The record of one moment, and of the answers that follow it."""
        self.col.decks.set_current(1)
        self.reopen()
        self.select(root)
        deck_ids = {self.col.decks.id(n): n for n in self.decks}
        cards = []
        notes = {}
        for cid, nid, did, face in self.col.db.execute(
                "select id, nid, did, ord from cards order by id"):
            entry = {"card": cid, "note": notes.setdefault(nid, len(notes)), "face": face,
                     "deck": deck_ids[did]}
            entry.update(self.state(cid))
            entry.setdefault("position", entry["note"])
            cards.append(entry)
        tree, stack = {}, list(self.col.sched.deck_due_tree().children)
        while stack:
            node = stack.pop()
            full = self.col.decks.name(node.deck_id)
            if full in self.decks:
                tree[full] = [node.new_count, node.learn_count, node.review_count]
            stack.extend(node.children)
        decks = []
        for n in sorted(self.decks, key=lambda x: x.split("::")):
            d = dict(self.decks[n])
            d["done"], d["extra"] = self.done.get(n, [0, 0]), self.extra.get(n, [0, 0])
            decks.append(json.loads(json.dumps(d)))
        at = int(time.time()) - self.now
        q = self.queue()
        out = {"name": name, "root": root, "at": at, "decks": decks, "cards": cards, "tree": tree,
               "counts": [q.new_count, q.learning_count, q.review_count],
               "queue": [[c.card.id, PARTS[c.queue]] for c in q.cards]}
        if play:
            out["play"] = [r for r in (self.answer(g) for g in play) if r]
        return renumbered(out)


def renumbered(scenario):
    """Card ids are clock times; small numbers in the same order keep the file readable."""
    ids = {c["card"]: i for i, c in enumerate(scenario["cards"])}
    for c in scenario["cards"]:
        c["card"] = ids[c["card"]]
    scenario["queue"] = [[ids[i], part] for i, part in scenario["queue"]]
    for step in scenario.get("play", []):
        step["card"] = ids[step["card"]]
    return scenario


SCENARIOS = []


def scenario(build):
    SCENARIOS.append(build)
    return build


def three_levels(w, top=(20, 200), middle=(20, 200), low=(20, 200), other=(20, 200)):
    for name, (new, reviews) in (("A", top), ("A::B", middle), ("A::B::C", low), ("A::D", other)):
        w.deck(name, new, reviews)


def fill(w, deck, new=0, reviews=0, interday=0, first=0):
    """Cards without siblings; all due days differ, so that the order is certain."""
    for i in range(new):
        w.note((deck, "new"))
    for i in range(reviews):
        w.note((deck, "review", -(first + 4 * i), 30))
    for i in range(interday):
        w.note((deck, "interday", -(first + 4 * i)))


@scenario
def limits_by_level(w):
    cases = {
        "top binds": ((5, 9), (20, 200), (20, 200), (20, 200)),
        "middle binds": ((20, 200), (3, 6), (20, 200), (20, 200)),
        "low binds": ((20, 200), (20, 200), (2, 3), (20, 200)),
        "each a little": ((7, 14), (5, 9), (3, 4), (2, 5)),
        "no new above": ((0, 14), (5, 9), (3, 4), (2, 5)),
        "no reviews above": ((7, 0), (5, 9), (3, 4), (2, 5)),
        "no reviews below": ((7, 14), (5, 9), (3, 0), (2, 5)),
        "new limit above review limit": ((50, 8), (50, 200), (50, 200), (50, 200)),
    }
    for name, levels in cases.items():
        with_world(lambda v, n=name, l=levels: limits_case(v, n, l))


def limits_case(w, name, levels):
    three_levels(w, *levels)
    for offset, deck in enumerate(("A", "A::B", "A::B::C", "A::D")):
        fill(w, deck, new=4, reviews=4, interday=1, first=offset)
    for root in ("A", "A::B", "A::B::C"):
        yield w.snapshot(f"limits: {name}, {root} opened", root)


@scenario
def reviews_against_new(w):
    for reviews in (0, 3, 7, 10, 12):
        with_world(lambda v, r=reviews: shares_case(v, r))


def shares_case(w, reviews):
    w.deck("A", new=6, reviews=10)
    fill(w, "A", new=8, reviews=reviews)
    yield w.snapshot(f"shares: {reviews} reviews of at most 10 leave room for new cards", "A")


@scenario
def interday(w):
    w.deck("A", new=5, reviews=6)
    w.deck("A::B", new=5, reviews=3)
    fill(w, "A", new=3, reviews=5, interday=2)
    fill(w, "A::B", new=3, reviews=5, interday=2, first=2)
    yield w.snapshot("interday learning counts against reviews", "A")
    w.deck("A", new=5, reviews=1)
    yield w.snapshot("interday learning comes before reviews at the limit", "A")


@scenario
def siblings_of_each_kind(w):
    for bury in ((), ("new",), ("reviews",), ("interday",), ("reviews", "interday"), ALL):
        with_world(lambda v, b=bury: siblings_case(v, b))


def siblings_case(w, bury):
    w.deck("A", bury=bury)
    w.note(("A", "new"), ("A", "new"), ("A", "new"))
    w.note(("A", "review", -1, 9), ("A", "new"), ("A", "review", -5, 9))
    w.note(("A", "interday", -2), ("A", "review", -3, 9), ("A", "new"))
    w.note(("A", "interday", -4), ("A", "interday", -6), ("A", "new"))
    w.note(("A", "step", -60), ("A", "interday", -7), ("A", "review", -8, 9), ("A", "new"))
    w.note(("A", "step", 3000), ("A", "new"), ("A", "review", -9, 9))
    w.note(("A", "review", 3, 9), ("A", "new"), ("A", "new", "suspended"))
    w.note(("A", "review", -10, 9, "buried"), ("A", "new"))
    name = "+".join(bury) or "none"
    yield w.snapshot(f"siblings: bury {name}", "A", play=["good"] * 6)
    yield w.snapshot(f"siblings: bury {name}, opened again after six answers", "A")


@scenario
def siblings_across_decks(w):
    w.deck("A", bury=())
    w.deck("A::B", bury=ALL)
    w.deck("A::C", bury=("new",))
    w.note(("A", "review", -9, 9), ("A::B", "review", -3, 9), ("A::C", "new"))
    w.note(("A::B", "review", -8, 9), ("A", "review", -4, 9), ("A::C", "new"))
    w.note(("A::C", "review", -7, 9), ("A::C", "review", -5, 9), ("A", "new"))
    w.note(("A", "new"), ("A::B", "new"), ("A::C", "new"))
    w.note(("A::B", "new"), ("A", "new"), ("A::C", "new"))
    yield w.snapshot("siblings in decks that bury differently", "A", play=["good"] * 4)
    yield w.snapshot("siblings in decks that bury differently, opened again", "A")


@scenario
def learn_ahead(w):
    w.deck("A", new=2)
    for seconds in (-7200, -30, 300, 900, 1190, 1300, 5000):
        w.note(("A", "step", seconds))
    fill(w, "A", new=2, reviews=2)
    yield w.snapshot("learn-ahead: steps before, within and after twenty minutes", "A",
                     play=["good", "again", "easy", "easy", "easy", "easy", "good", "again",
                           "again", "hard", "easy", "easy", "easy", "easy", "easy"])


@scenario
def only_learning(w):
    w.deck("A")
    fill(w, "A", new=2)
    yield w.snapshot("two new cards and their steps", "A",
                     play=["again", "again", "again", "again", "good", "good", "hard", "good",
                           "good", "good", "good", "good"])


@scenario
def half_used(w):
    three_levels(w, (9, 16), (6, 9), (4, 5), (3, 6))
    for offset, deck in enumerate(("A", "A::B", "A::B::C", "A::D")):
        fill(w, deck, new=5, reviews=5, interday=1, first=offset)
    w.select("A::B::C")
    for _ in range(3):
        w.answer("easy")
    w.select("A::B")
    for _ in range(3):
        w.answer("easy")
    for root in ("A", "A::B", "A::B::C"):
        yield w.snapshot(f"limits half used, {root} opened", root)
    w.select("A")
    for _ in range(30):
        w.answer("easy")
    yield w.snapshot("limits used up", "A")
    w.add_extra("A::B", new=2)
    yield w.snapshot("two more new cards for a middle deck, top opened", "A")
    yield w.snapshot("two more new cards for a middle deck, that deck opened", "A::B")
    w.add_extra("A", new=1, reviews=3)
    for root in ("A", "A::B", "A::D"):
        yield w.snapshot(f"more for the top deck as well, {root} opened", root)
    w.add_extra("A::B::C", new=3, reviews=2)
    for root in ("A", "A::B", "A::B::C"):
        yield w.snapshot(f"more for the lowest deck as well, {root} opened", root)


@scenario
def mixing(w):
    for mix in ("mix", "before", "after"):
        for new, reviews, interday in ((3, 9, 0), (9, 3, 0), (4, 4, 2), (2, 7, 3), (1, 1, 1),
                                       (0, 6, 4), (5, 0, 2), (20, 20, 5)):
            with_world(lambda v, m=mix, c=(new, reviews, interday): mixing_case(v, m, c))


def mixing_case(w, mix, counts):
    new, reviews, interday = counts
    w.deck("A", mix=mix)
    fill(w, "A", new=new, reviews=reviews)
    for i in range(interday):
        w.note(("A", "interday", -(3 * i + 1)))
    yield w.snapshot(f"mixing: {mix}, {new} new, {reviews} reviews, {interday} interday", "A")


@scenario
def gathering_by_deck(w):
    w.deck("Z", new=9)
    for name in ("Z::b", "Z::a", "Z::a::x", "Z::c"):
        w.deck(name, new=3)
    for _ in range(2):
        for deck in ("Z::c", "Z::b", "Z", "Z::a::x", "Z::a"):
            w.note((deck, "new"), (deck, "new"))
            w.note((deck, "new"))
    yield w.snapshot("new cards are gathered deck by deck", "Z")
    for name in ("Z", "Z::a", "Z::a::x", "Z::b", "Z::c"):
        w.deck(name, new=9 if name == "Z" else 3, bury=())
    yield w.snapshot("without burying the first faces come first", "Z")


@scenario
def review_orders(w):
    for order in ORDERS:
        if order != "random":
            with_world(lambda v, o=order: order_case(v, o))


def order_case(w, order):
    w.deck("A", order=order)
    w.deck("A::B", order=order, retention=0.8)
    r = random.Random(7)
    for i in range(24):
        stability = round(1.7 ** (i % 12) * (1 + r.random()), 4)
        difficulty = round(1.5 + 8 * ((i * 7) % 24) / 24, 3)
        overdue = 3 * i + (i % 2)
        interval = 2 + 5 * ((i * 5) % 24)
        w.note(("A" if i % 2 else "A::B", "review", -overdue, interval, stability, difficulty,
                86400 * (interval + overdue) + 977 * i))
    yield w.snapshot(f"review order: {order}", "A")


def with_world(case):
    world = World()
    try:
        for record in case(world):
            RECORDS.append(record)
    finally:
        world.close()


RECORDS = []


def main():
    for build in SCENARIOS:
        world = World()
        try:
            made = build(world)
            if made is not None:
                RECORDS.extend(made)
        finally:
            world.close()
    with open(sys.argv[1], "w") as out:
        out.write('{"engine": "anki %s", "scenarios": [\n' % version)
        out.write(",\n".join(json.dumps(r, separators=(",", ":")) for r in RECORDS))
        out.write("\n]}\n")
    print(len(RECORDS), "scenarios")


if __name__ == "__main__":
    main()

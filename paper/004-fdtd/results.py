"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import math
import os

from account import read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-004-{kind}.json" for kind in ("threads", "sizes")}
PAPER = read(os.path.join(HERE, "paper.json"))
FIELDS, MEDIA = ("E", "H"), {"arrays": "in every cell", "uniform": "one medium"}
MAPPINGS = {"xyz": "xyz", "xy": "xy", "xy-16": "xy, 16 planes", "xyz-wide": "xyz, 16 bytes"}


def seconds(row):
    return row["seconds"]["median"]


def by_threads(machine, mapping, field):
    """{threads per block: row} of one kernel, in the best shape of so many threads."""
    best = {}
    for row in machine.rows("threads"):
        count = row["threads_per_block"]
        if (row["mapping"], row["stage"]) == (mapping, field) and (count not in best or seconds(row) < seconds(best[count])):
            best[count] = row
    return dict(sorted(best.items()))


def by_block(rows, mapping):
    """{(threads along x, threads per block): seconds of E and H together} where both were timed."""
    both = {}
    for row in rows:
        if row["mapping"] == mapping:
            both.setdefault((row["lanes"], row["threads_per_block"]), {})[row["stage"]] = seconds(row)
    return {block: sum(times.values()) for block, times in both.items() if times.keys() == set(FIELDS)}


def behind(machine, mapping):
    """The block of whole steps, and by what part the half steps take longer in it than in the best one of them."""
    times = by_block(machine.rows("threads"), mapping)
    for row in machine.rows("sizes"):
        block = row["lanes"], row["threads_per_block"]
        if row["mapping"] == mapping and block in times:
            return block, times[block] / min(times.values()) - 1
    return None, 0


def by_size(machine, mapping, media):
    """{cells a side: row}"""
    return {row["cells"]: row for row in machine.rows("sizes") if (row["mapping"], row["media"]) == (mapping, media) and row["verified"]}


def ahead(rows, others):
    """Sizes from which on `rows` are the faster ones at all where both were measured; None where they are not."""
    found = None
    for size in sorted(rows.keys() & others.keys(), reverse=True):
        if speed(rows[size]) <= speed(others[size]):
            break
        found = size
    return found


def half_steps(machine, mapping):
    """[(cells a side, cells a second)] of Figure 6's two fastest half steps; none where one is missing."""
    best = [min(by_threads(machine, mapping, field).values(), key=seconds, default=None) for field in FIELDS]
    return [(max(best[0]["grid"]), best[0]["cells"] / sum(map(seconds, best)))] if all(best) else []


def of_one_commit(machine):
    """Whether both figures are of the same code: else whole steps and half steps are not to be compared."""
    return len(machine.commits("threads", "sizes")) == 1


def speed(row):
    """Cells a second, counted as the paper does."""
    return math.prod(row["grid"]) / row["seconds"]

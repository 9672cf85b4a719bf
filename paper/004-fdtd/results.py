"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import math
import os

from account import read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-004-{kind}.json" for kind in ("threads", "sizes")}
PAPER = read(os.path.join(HERE, "paper.json"))
MAPPINGS, FIELDS, MEDIA = ("xyz", "xy"), ("E", "H"), ("arrays", "uniform")


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


def by_size(machine, mapping, media):
    """{cells a side: row} in the fastest blocks; a single sample may be luck."""
    best = {}
    for row in machine.rows("sizes"):
        if (row["mapping"], row["media"]) == (mapping, media) and row["verified"] and len(row["samples"]) >= 3:
            cells = row["cells"]
            if cells not in best or row["seconds"] < best[cells]["seconds"]:
                best[cells] = row
    return dict(sorted(best.items()))


def speed(row):
    """Cells a second, counted as the paper does."""
    return math.prod(row["grid"]) / row["seconds"]

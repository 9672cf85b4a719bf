"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import os

import account
from account import read

HERE = os.path.dirname(os.path.abspath(__file__))
ORDERS = (1, 2, 3)
FILES = {kind: f"paper-001-{kind}.json" for kind in ("kernels", "blocks", "stages", "systems", "large", "tune-advection", "tune-acoustics")}
FILES["table1"] = "table1.json"
PAPER = read(os.path.join(HERE, "paper.json"))


def machines(folder):
    return account.machines(folder, FILES, PAPER)


# --- rows of `hermite roofline` ------------------------------------------------------------------


def pick(rows, pipeline, stage, **wanted):
    """Rows of one of a pipeline's stages, that to the dual grid: the way back is the same work."""
    return [row for row in rows if row["pipeline"] == pipeline and row["stage"] == stage
            and all(row.get(key) == value for key, value in wanted.items())]


def interpolations(rows, **wanted):
    return pick(rows, "two-kernel", "reconstruct to dual", **wanted)


def evolutions(rows, **wanted):
    return pick(rows, "two-kernel", "evolve to dual", **wanted)


def seconds(row):
    return row["seconds"]["median"]


def cell_rate(row):
    return row["cells"] / seconds(row)


def flop_rate(row):
    return row["model"]["flops"] / seconds(row)


def compulsory_rate(row):
    return (row["model"]["read_bytes"] + row["model"]["written_bytes"]) / seconds(row)


def throughput(row):
    """Bytes that the kernel asks of global memory, over time."""
    return row["model"]["requested_bytes"] / seconds(row)


def is_counted(rows):
    return bool(rows) and all(row["counters"] and row["counters"]["memory_bytes"] for row in rows)


def bandwidth(row):
    """Bytes that the memory delivers, over time: the hardware's count; where there is none, the compulsory bytes."""
    return row["counters"]["memory_bytes"] / seconds(row) if is_counted([row]) else compulsory_rate(row)


def by_cells(machine, find, order):
    """{cells per block: row} of the optimised kernel."""
    rows = find(machine.rows("blocks"), order=order, variant="march")
    return {row["cells_per_block"]: row for row in sorted(rows, key=lambda row: row["cells_per_block"])}


def naive(machine, order):
    """The interpolation that takes each cell by itself."""
    return next(iter(interpolations(machine.rows("kernels"), order=order, variant="literal")), None)


# --- groups of `hermite tune` --------------------------------------------------------------------


def tuned_groups(machine, system):
    content = machine[f"tune-{system}"]
    return sorted(content["groups"], key=lambda group: group["order"]) if content else []


def timed(group):
    return [row for row in group["rows"] if row.get("seconds") and row["verified"]]


def best_of(group, **wanted):
    """The fastest configuration, of those with given values; None where none was timed."""
    rows = [row for row in timed(group) if all(row["configuration"].get(key) == value for key, value in wanted.items())]
    return min(rows, key=lambda row: (len(row["samples"]) < 3, row["seconds"]), default=None)  # one sample may be luck

"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import os

import account
from account import percent, read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-001-{kind}.json" for kind in ("kernels", "blocks", "stages", "systems", "steps", "waves", "large", "tune-advection", "tune-acoustics")}
FILES["table1"] = "table1.json"
PAPER = read(os.path.join(HERE, "paper.json"))


def machines(folder):
    return account.machines(folder, FILES, PAPER)


def fastest_first(found):
    """Machines with a GPU first, and then by the bandwidth of a copy."""
    def copy(machine):
        return machine.ceilings().get("copy", 0)
    return sorted(found, key=lambda machine: (not machine.has_gpu(), -copy(machine)))


# A row's traffic at each level and its operations: the ceiling, what the model counts, what the hardware counts. Global
# memory is asked for through the first-level cache, which is also a block's working memory.
LEVELS = {
    "memory": ("copy", ("read_bytes", "written_bytes"), ("memory_bytes",)),
    "L2": ("cache_read", ("block_bytes",), ("cache_bytes",)),
    "L1": ("scratch", ("requested_bytes", "scratch_bytes"), ("global_bytes", "scratch_bytes")),
    "single": ("fma_single", ("flops",), ("flops_single",)),
    "double": ("fma_double", (), ("flops_double",)),
}
# The kernels, as the paper calls those that it has: pipeline and stage.
KERNELS = {"interpolation": ("two-kernel", "reconstruct to dual"), "evolution": ("two-kernel", "evolve to dual"),
           "monolithic": ("monolithic", "to dual"), "half-step shift": ("shift", "to dual"), "full-step shift": ("full-step", "full step")}
VARIANTS = ("literal", "march", "registers")


# --- rows of `hermite roofline` ------------------------------------------------------------------


def pick(rows, pipeline, stage, **wanted):
    """Rows of one of a pipeline's stages."""
    return [row for row in rows if row["pipeline"] == pipeline and row["stage"] == stage
            and all(row.get(key) == value for key, value in wanted.items())]


def interpolations(rows, **wanted):
    return pick(rows, "two-kernel", "reconstruct to dual", **wanted)


def evolutions(rows, **wanted):
    return pick(rows, "two-kernel", "evolve to dual", **wanted)


def seconds(row):
    return row["seconds"]["median"]


def clock(row):
    """Hz of the multiprocessors while it was timed; None in files of before it was read, and on the host."""
    return row["seconds"].get("clock")


def other_half(rows, row):
    """The row of the other half step, from the dual grid to the primal one; None of what is no half step."""
    kept = {key: row[key] for key in ("variant", "order", "precision", "grid")}
    other = pick(rows, row["pipeline"], row["stage"].replace("to dual", "to primal"), **kept) if "to dual" in row["stage"] else []
    return other[0] if len(other) == 1 else None


UNSETTLED = 0.1  # spread above which the reports say so


def is_unsettled(row):
    return row["seconds"]["spread"] > UNSETTLED


def cell_rate(row):
    return row["cells"] / seconds(row)


def modelled(row, level):
    return sum(row["model"][key] for key in LEVELS[level][1])


def counted(row, level):
    """By the hardware; None where it was not."""
    parts = [(row["counters"] or {}).get(key) for key in LEVELS[level][2]]
    return None if None in parts else sum(parts)


def flop_rate(row):
    return modelled(row, "single") / seconds(row)


def compulsory_rate(row):
    return modelled(row, "memory") / seconds(row)


def throughput(row):
    """Bytes that the kernel asks of global memory, over time."""
    return row["model"]["requested_bytes"] / seconds(row)


def is_counted(rows):
    return bool(rows) and all(row["counters"] and row["counters"]["memory_bytes"] for row in rows)


def bandwidth(row):
    """Bytes that the memory delivers, over time: the hardware's count; where there is none, the compulsory bytes."""
    return counted(row, "memory") / seconds(row) if is_counted([row]) else compulsory_rate(row)


def sectors(row):
    """Bytes of global memory that the hardware moves for those that the kernel asks for: it moves whole sectors."""
    return row["counters"]["global_bytes"] / row["model"]["requested_bytes"] if is_counted([row]) else None


PARTS = {"issue_busy": "issue", "single_busy": "single", "double_busy": "double", "matrix_busy": "matrices", "scratch_busy": "first-level cache",
         "cache_busy": "L2", "link_busy": "link in L2", "memory_busy": "memory"}


def parts_counted(rows):
    """{key of the counters: name} of the parts of a GPU of which all rows have how busy they were; none where one has no issue of instructions."""
    said = {part: name for part, name in PARTS.items() if all((row["counters"] or {}).get(part) is not None for row in rows)}
    return said if rows and "issue_busy" in said else {}


BUSIEST = ("`busiest part` is what the hardware counted: of the parts of the GPU the one that was at work for most of the time, or nearest to what it can "
           "do, in one run under Nsight Compute; one near 100 % binds. `issue` is that of instructions, `link in L2` that between the halves of the second-level cache.")


def busiest(row):
    """Which of these parts was busiest, and how much of the time; None where that was not counted."""
    parts = parts_counted([row])
    if not parts:
        return None
    most = max(parts, key=row["counters"].get)
    return f"{parts[most]} {percent(row['counters'][most])}"


def busiest_of(rows):
    """Of each row, as a column for a table: nothing at all where none was counted."""
    found = [busiest(row) for row in rows]
    return [[part or "-"] for part in found] if any(found) else [[] for _ in rows]


def cache_bytes(machine):
    """Of the last cache before the memory, as the ceilings have it; None where no file does."""
    found = ((content.get("ceilings") or {}).get("cache_bytes") for content in machine.files.values())
    return next(filter(None, found), None)


def peaks(machine, kind=None):
    """{level: what the device can do}, as measured with results of that kind or with any."""
    ceilings = machine.ceilings(kind)
    return {level: ceilings[name] for level, (name, *_) in LEVELS.items()} | {
        "memory": max(ceilings["copy"], ceilings.get("copy_streaming", 0))}


def shares(machine, row):
    """{level: share of its peak}, by what was counted; where nothing was, by the model."""
    amounts = {level: modelled(row, level) if counted(row, level) is None else counted(row, level) for level in LEVELS}
    return {level: amounts[level] / seconds(row) / peak for level, peak in (peaks(machine) | {"memory": mixed_rate(row)}).items()}


def mixed_rate(row):
    """Of the memory, at the row's mix of reading and writing: `memory_seconds` in roofline/roof.cpp."""
    return modelled(row, "memory") / row["roof"]["seconds"]["memory"]


def efficiency(machine, row):
    """The paper's: the rate over min(operations per byte x bandwidth, peak), with the bytes of the memory."""
    return max(shares(machine, row)["memory"], flop_rate(row) / peaks(machine)["single"])


def all_kernels(machine):
    """(kernel, row), each once: variants may share a kernel."""
    found = {}
    for name, (pipeline, stage) in KERNELS.items():
        for row in pick(machine.rows("kernels"), pipeline, stage):
            found.setdefault((row["order"], row["kernels"][0]["name"], str(row["kernels"][0]["cells"])), (name, row))
    return [found[key] for key in sorted(found, key=lambda key: key[0])]


def by_cells(machine, find, order):
    """{cells per block: row} of the optimised kernel."""
    rows = find(machine.rows("blocks"), order=order, variant="march")
    return {row["cells_per_block"]: row for row in sorted(rows, key=lambda row: row["cells_per_block"])}


def fastest_cells(line):
    """The number of cells per block whose row is the fastest; None of none."""
    return min(line, key=lambda cells: seconds(line[cells]), default=None)


def naive(machine, order):
    """The interpolation that takes each cell by itself."""
    return next(iter(interpolations(machine.rows("kernels"), order=order, variant="literal")), None)


def in_registers(machine, order=None):
    """The interpolation in registers, of an order or of any; None where it is not."""
    wanted = {} if order is None else {"order": order}
    return next(iter(interpolations(machine.rows("kernels"), variant="registers", **wanted)), None)


def block(row):
    """Cells of its first kernel's block, without the directions of one cell at the end."""
    cells = list(row["kernels"][0]["cells"])
    while len(cells) > 1 and cells[-1] == 1:
        cells.pop()
    return "x".join(map(str, cells))


def systems_left_out(machine):
    """(what, why) of each that `systems` has not."""
    found = []
    for entry in machine["systems"]["left_out"]:
        name, is_notice, why = entry["reason"].partition(" is left out: ")  # else it is of a call that gave no rows
        if not is_notice:
            name, why = f"all kernels/N{entry['order']}", name
        name = name.replace("/N", ", N = ").replace("/single", ", single").replace("/double", ", double")
        found.append((f"{entry['system']} {name}", why.partition("; else take")[0]))
    return found


# --- groups of `hermite tune` --------------------------------------------------------------------


def tuned_groups(machine, system):
    content = machine[f"tune-{system}"]
    return sorted(content["groups"], key=lambda group: group["order"]) if content else []


def timed(group):
    return [row for row in group["rows"] if row.get("seconds") and row["verified"]]


def mark(group):
    """Of a group whose search was cut off."""
    return "" if group["complete"] else " *"


def untimed(group):
    """{variant: why} of those of which no blocks were timed."""
    found = {}
    for name in dict.fromkeys(row["configuration"]["variant"] for row in group["rows"]):
        rows = [row for row in group["rows"] if row["configuration"]["variant"] == name]
        if not any(row in rows for row in timed(group)):
            skipped = [row["reason"] for row in rows if row["status"] == "skipped"]
            found[name] = ("the time of the search was over" if any(row["status"] == "not reached" for row in rows)
                           else skipped[0] if skipped else "wrong results")
    return found


SURE = 3  # samples: one may be luck


def by_seconds(row):
    """Sorts rows of a tune: the fastest first, after them those of few samples."""
    return len(row["samples"]) < SURE, row["seconds"]


def best_of(group, **wanted):
    """The fastest configuration, of those with given values; None where none was timed."""
    rows = [row for row in timed(group) if all(row["configuration"].get(key) == value for key, value in wanted.items())]
    return min(rows, key=by_seconds, default=None)

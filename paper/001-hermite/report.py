#!/usr/bin/env python3
"""Makes report.md and figures/ from data/results alone: our answer to each figure and table of the paper.

  report.py              writes both
  report.py --check      exit code 1 if report.md is not what data/results gives, or a figure is missing
  report.py --results FOLDER --out FOLDER      from other results, as a trial leaves them
"""
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import account  # noqa: E402
import results  # noqa: E402
from account import MISSING, compose, giga, left_out, number, percent, table  # noqa: E402
from results import HERE, ORDERS, PAPER  # noqa: E402
from tables import cells_per_block, hardware, large, systems, table1, variants  # noqa: E402

# The kind of results without which there is no such figure.
FIGURES = {1: "blocks", 2: "blocks", 3: "stages", 4: "stages", 5: "kernels"}


def figure(machine, n, caption):
    if not machine[FIGURES[n]]:
        return MISSING
    return f"![Figure {n}: {caption}](figures/{machine.name}-figure{n}.png)\n"


def how(rows, blocks=""):
    """Grid and samples of the rows of a figure."""
    cells, samples = max(rows[0]["grid"]), min(len(row["seconds"]["samples"]) for row in rows)
    return f"\nOn {cells} cells a side, median of {samples} samples or more of each kernel{blocks}.\n"


def figure1(machine):
    rows, paper = [], PAPER["cells_per_block"]["interpolate"]["cells"]
    for order in ORDERS:
        line, naive = results.by_cells(machine, results.interpolations, order), results.naive(machine, order)
        if not line or not naive:
            continue
        fastest = min(line, key=lambda cells: results.seconds(line[cells]))
        theirs = paper[str(order)]
        for name, row in ((f"naive, {naive['kernels'][0]['cells'][0]}", naive), (f"{theirs} (the paper's)", line.get(theirs)),
                          (f"{fastest} (the fastest)", line[fastest])):
            rates = (results.cell_rate, results.flop_rate, results.throughput, results.bandwidth)
            rows.append([order, name, *([giga(rate(row)) for rate in rates] if row else ["not measured", "", "", ""])])
    if not rows:
        return MISSING
    return figure(machine, 1, "interpolation, naive and optimised") + "\nSamples and grids are those of Figures 2 and 5.\n\n" + table(
        ["N", "cells per block", "1e9 cells/s", "GFLOP/s", "throughput, GB/s", "bandwidth, GB/s"], rows)


def figure2(machine):
    text = figure(machine, 2, "bandwidth against throughput of the interpolation")
    for order in ORDERS:
        line = results.by_cells(machine, results.interpolations, order)
        if len(line) > 1:
            few, many = line[min(line)], line[max(line)]
            text += (f"\nN = {order}, from {min(line)} to {max(line)} cells per block: "
                     f"throughput {giga(results.throughput(few))} to {giga(results.throughput(many))} GB/s, "
                     f"bandwidth {giga(results.bandwidth(few))} to {giga(results.bandwidth(many))} GB/s, "
                     f"cells a second {giga(results.cell_rate(few))}e9 to {giga(results.cell_rate(many))}e9.\n")
    return text + (how(machine.rows("blocks")) + "\n" + left_out(machine, "blocks") if machine["blocks"] else "")


def by_stages(machine, n, caption, find):
    """The figure, and its ends in words."""
    text = figure(machine, n, caption)
    for order in ORDERS:
        rows = find(order)
        if rows:
            few, many = min(rows, key=lambda row: row["stages"]), max(rows, key=lambda row: row["stages"])
            text += (f"\nN = {order}, every coefficient in every stage, q = {few['stages']} to {many['stages']}: "
                     f"{giga(results.flop_rate(few))} to {giga(results.flop_rate(many))} GFLOP/s, "
                     f"{giga(results.compulsory_rate(few))} to {giga(results.compulsory_rate(many))} GB/s.\n")
    return text + (how(machine.rows("stages")) if machine["stages"] else "")


def figure3(machine):
    return by_stages(machine, 3, "evolution against q", lambda order: results.evolutions(
        machine.rows("stages"), order=order, truncate=False)) + ("\n" + left_out(machine, "stages") if machine["stages"] else "")


def figure4(machine):
    return by_stages(machine, 4, "the monolithic kernel against q", lambda order: results.pick(
        machine.rows("stages"), "monolithic", "to dual", order=order, truncate=False, variant="literal"))


def figure5(machine):
    rows = [row for row in machine.rows("kernels") if not row["stage"].endswith("to primal")]
    if not rows:
        return MISSING
    listed = ([row["order"], f"{row['pipeline']}/{row['variant']}", row["stage"],
               number(row["model"]["flops"] / (row["model"]["read_bytes"] + row["model"]["written_bytes"])),
               giga(results.flop_rate(row)), giga(results.bandwidth(row)), row["roof"]["bound"],
               percent(row["roof"]["share"]), percent(row["roof"]["floor_share"])] for order in ORDERS for row in rows if row["order"] == order)
    return (figure(machine, 5, "all kernels under the roofs")
            + how(rows, ", in the blocks that the code chooses by itself") + f"\nHardware counters: {machine['kernels']['counters']}.\n\n"
            + left_out(machine, "kernels")
            + table(["N", "kernel", "stage", "flop per byte", "GFLOP/s", "GB/s", "bound by", "of that roof", "of the floor"], listed))


# --- the report ----------------------------------------------------------------------------------


SECTIONS = (
    ("Hardware", hardware),
    ("Table 1: time to solution", table1),
    ("Every pipeline and variant, advection and acoustics", variants),
    ("Figure 1: interpolation, naive and optimised", figure1),
    ("Figure 2: bandwidth against throughput", figure2),
    ("Figure 3: evolution against q", figure3),
    ("Figure 4: the monolithic kernel against q", figure4),
    ("Figure 5: roofline", figure5),
    ("Cells per block", cells_per_block),
    ("Acoustics and Maxwell's equations: share of the floor", systems),
    ("The same kernels on larger grids", large),
)

HEAD = """# Hermite methods on GPUs: the paper's figures and Table 1, on our kernels
{citation}, [doi:{doi}](https://doi.org/{doi}).

Written by `paper/001-hermite/report.py` from `data/results`; not edited by hand. The paper's own numbers are in `paper.json`.

**How to read it.** `faster` is the paper's time over ours. The two columns after it divide that by what the hardware alone
gives, by quoted figures on both sides: by the ratio of arithmetic, which is fair to a kernel that computes, and by the ratio of
bandwidth, which is fair to one that moves data. What remains is what algorithm and code gained.

**Steps.** The paper does not say whether one of its time steps is a half step or two. Ours is two, so each gain would be twice as
large if its steps were half steps.

**Words.** Throughput is the bytes that a kernel asks of global memory, repeated reads included, over time. Bandwidth is the
bytes that the memory delivers, counted by the hardware, over time; where nothing could be counted it is the compulsory bytes (each
input read once, each output written once), and the axis says so. *Naive* reconstructs each cell by itself; *optimised*
marches along x3 and keeps what the next plane of cells shares. q is the number of Taylor stages of a half step, at most 3(2N+1).
The `floor` is the least time of the pipeline's algorithm whatever the schedule. More in `roofline/README.md`.
"""


def report(found):
    return compose(HEAD.format(**PAPER), found, SECTIONS)


def pictures(found):
    return [f"{machine.name}-figure{n}.png" for machine in found for n, kind in FIGURES.items() if machine[kind]]


def draw(found, folder):
    import figures
    for machine in found:
        figures.draw(machine, folder)


if __name__ == "__main__":
    account.main(HERE, __doc__, results.FILES, PAPER, report, pictures, draw)

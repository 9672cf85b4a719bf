#!/usr/bin/env python3
"""Makes report.md and figures/ from data/results alone: our answer to each figure and table of the paper.

  report.py              writes both
  report.py --check      exit code 1 if report.md or a figure is not made of today's data/results, or figures/ has others than it shows
  report.py --results FOLDER --out FOLDER      from other results, as a trial leaves them
"""
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import account  # noqa: E402
import results  # noqa: E402
import roofs  # noqa: E402
import slabs  # noqa: E402
from account import MISSING, change, compose, giga, left_out, number, percent, span, table  # noqa: E402
from beyond import large, systems, waves  # noqa: E402
from cells import cells_per_block  # noqa: E402
from results import HERE, PAPER  # noqa: E402
from setting import ORDERS  # noqa: E402
from tables import SWEEPS, by_commits, hardware, of_orders, summary, table1, takes_as_long, variants  # noqa: E402
from whole_steps import whole_steps  # noqa: E402

# The kind of results without which there is no such figure.
FIGURES = {1: "blocks", 2: "blocks", 3: "stages", 4: "stages", 5: "kernels"}


def figure(machine, n, caption):
    if not machine[FIGURES[n]]:
        return MISSING
    return f"![Figure {n}: {caption}](figures/{machine.name}-figure{n}.png)\n"


CHOSEN = ", in the blocks that the code chooses by itself"


def how(rows, blocks=""):
    """Grid and samples of the rows of a figure."""
    cells, samples = max(rows[0]["grid"]), min(len(row["seconds"]["samples"]) for row in rows)
    return f"\nOn {cells} cells a side, median of {samples} samples or more of each kernel{blocks}.\n"


def figure1(machine):
    rows, faster, paper = [], {}, PAPER["cells_per_block"]["interpolate"]["cells"]
    for order in ORDERS:
        line, naive = results.by_cells(machine, results.interpolations, order), results.naive(machine, order)
        if not line or not naive:
            continue
        fastest, theirs, registers = results.fastest_cells(line), paper[str(order)], results.in_registers(machine, order)
        kernels = [(f"naive, {results.block(naive)}", naive), (f"march, {theirs} (the paper's)", line.get(theirs)),
                   (f"march, {fastest} (its fastest)", line[fastest])]
        if registers:
            kernels.append((f"registers, {results.block(registers)}", registers))
        for name, row in kernels:
            rates = (results.cell_rate, results.flop_rate, results.throughput, results.bandwidth)
            rows.append([order, name, *([giga(rate(row)) for rate in rates] if row else ["not measured", "", "", ""])])
        more = [number(results.cell_rate(row) / results.cell_rate(naive)) if row else "-" for row in (line[fastest], line.get(theirs), registers)]
        operations = [results.modelled(row, "single") / row["cells"] for row in (naive, line[fastest])]
        faster[order] = [*more, number(operations[0] / operations[1])]
    if not rows:
        return MISSING
    ours, theirs, registers, operations = (of_orders(lambda order: faster[order][i] if order in faster else None) for i in range(4))
    has_registers = any(entry[2] != "-" for entry in faster.values())
    return (figure(machine, 1, "interpolation, naive and optimised") + "\n`march` is the kernel that does as the paper's optimised one. "
            "Samples and grids are those of Figure 2 (`march`) and of Figure 5 (the others).\n\n"
            + table(["N", "variant, cells per block", "1e9 cells/s", "GFLOP/s", "throughput, GB/s", "bandwidth, GB/s"], rows)
            + on_one_grid(machine)
            + f"\nOf these rows, for N = {of_orders(str)}, `march` reconstructs {ours} times as many cells a second as the naive kernel, which "
            f"spends {operations} times the operations on a cell and so shows more GFLOP/s. With the paper's cells per block it is {theirs} "
            "times as many; Figure 2 says why."
            + (f" `registers`, which the paper has not, reconstructs {registers} times as many as the naive kernel." if has_registers else "") + "\n")


def on_one_grid(machine):
    """The same ratio where both were timed on the grid of the naive kernel, if Figure 1 has two grids."""
    grids = [max(machine.rows(kind)[0]["grid"]) for kind in ("kernels", "blocks")]
    commits = machine.commits("kernels", "blocks")
    found = {row["order"]: results.cell_rate(row) / results.cell_rate(naive) for row in results.interpolations(machine.rows("kernels"), variant="march")
             if (naive := results.naive(machine, row["order"]))}
    if grids[0] == grids[1]:
        return ""
    return ("\n" + (f"On {grids[0]} cells a side in one measurement, in the blocks that the code chooses, `march` is for N = {of_orders(str)} "
                    f"{of_orders(lambda order: number(found[order]) if order in found else None)} times as fast as the naive kernel. " if found else "")
            + f"The rows compare two grids{' at two commits' if len(commits) > 1 else ''}: the naive kernel {'and `registers` ' if results.in_registers(machine) else ''}ran on {grids[0]} cells a side, `march` on "
            f"{grids[1]}.\n")


def whole_sectors(row):
    """Whether a block's rows of cells begin and end with a sector of memory, 32 bytes, where x1 is innermost."""
    return row["layout"] == "x1-innermost" and row["cells_per_block"] % (32 // (4 if row["precision"] == "single" else 8)) == 0


def figure2(machine):
    if not machine["blocks"]:
        return MISSING
    paper, listed, text, lines = PAPER["cells_per_block"]["interpolate"]["cells"], [], "", {}
    for order in ORDERS:
        line = lines[order] = results.by_cells(machine, results.interpolations, order)
        fastest = results.fastest_cells(line)
        for cells, row in line.items():
            marks = [name for name, best in (("the paper's", paper[str(order)]), ("our fastest", fastest)) if best == cells]
            moved = [results.bandwidth(row) / results.compulsory_rate(row), results.sectors(row)] if results.is_counted([row]) else []
            rates = (results.cell_rate, results.throughput, results.bandwidth)
            listed.append([order, f"{cells} ({', '.join(marks)})" if marks else cells, *(giga(rate(row)) for rate in rates),
                           *(map(number, moved) if moved else "--")])
        for which, some in (("", list(line.values())), (", whole sectors alone", [row for row in line.values() if whole_sectors(row)])):
            if len(some) > 1:
                few, many = some[0], some[-1]
                text += (f"- N = {order}, {few['cells_per_block']} to {many['cells_per_block']} cells per block{which}: throughput "
                         f"{change(results.throughput(few), results.throughput(many))} GB/s, bandwidth "
                         f"{change(results.bandwidth(few), results.bandwidth(many))} GB/s.\n")
    rows = [row for line in lines.values() for row in line.values()]
    most, differ = max(map(results.bandwidth, rows)), by_commits(machine, "blocks", "kernels")
    naive = next(filter(None, (results.naive(machine, order) for order in ORDERS)), None)
    parts, why = [[row for row in rows if whole_sectors(row) == whole] for whole in (False, True)], ""
    if all(parts) and results.is_counted(rows):
        parts = [[results.sectors(row) for row in part] for part in parts]
        why = (f"\nA cause is that memory moves whole sectors of 32 bytes: blocks that do not fill them move {span(parts[0])} times the bytes of "
               f"global memory that they ask for, those that do {span(parts[1])} times. Here x1 is innermost, so that this is a matter of cells "
               "per block; where all values of a node lie together, as in the paper, sectors are full with 10 or 4 cells too.\n")
    return (figure(machine, 2, "bandwidth against throughput of the interpolation") + how(rows) + "\n"
            + table(["N", "cells per block", "1e9 cells/s", "throughput, GB/s", "bandwidth, GB/s", "memory's bytes over compulsory",
                     "global bytes moved over requested"], listed)
            + "\nThe paper: more cells per block lower the throughput for N = 1 and 2, and raise the bandwidth. Here:\n\n" + text + why
            + f"\nThe highest bandwidth is {percent(most / results.peaks(machine, 'blocks')['memory'])} of the copy's that was measured with it."
            + (f" The crosses, of the naive kernel, are of {max(naive['grid'])} cells a side." if naive else "") + (f" {differ}" if differ else "") + "\n\n"
            + left_out(machine, "blocks"))


def other_commits(machine):
    """A sentence where Figures 3 and 4 are of another commit than Figure 5."""
    differ = by_commits(machine, "stages", "kernels")
    return f"\n{differ}\n" if differ else ""


def by_stages(machine, n, caption, find):
    """The figure, and its ends in words."""
    text = figure(machine, n, caption)
    for order in ORDERS:
        rows = find(order)
        if rows:
            few, many = min(rows, key=lambda row: row["stages"]), max(rows, key=lambda row: row["stages"])
            text += (f"\nN = {order}, every coefficient in every stage, q = {few['stages']} to {many['stages']}: "
                     f"{giga(results.flop_rate(few))} to {giga(results.flop_rate(many))} GFLOP/s, "
                     f"{giga(results.compulsory_rate(few))} to {giga(results.compulsory_rate(many))} GB/s, "
                     f"{number(results.flop_rate(few) / results.compulsory_rate(few))} to "
                     f"{number(results.flop_rate(many) / results.compulsory_rate(many))} flop per byte.\n")
    return text + (how(machine.rows("stages"), CHOSEN) if machine["stages"] else "") + other_commits(machine)


def figure3(machine):
    if not machine["stages"]:
        return MISSING
    return by_stages(machine, 3, "evolution against q", lambda order: results.evolutions(
        machine.rows("stages"), order=order, truncate=False)) + (
        "\nAs in the paper, operations per byte grow with q; the kernel is the one that works on a cell's coefficients in shared memory, as the "
        "paper's does. Those in registers are in Figure 5.\n\n") + left_out(machine, "stages")


def figure4(machine):
    if not machine["stages"]:
        return MISSING

    def times(order):
        """How much longer the most stages take than the fewest, in registers."""
        rows = results.pick(machine.rows("stages"), "monolithic", "to dual", order=order, truncate=True, variant="registers")
        few, many = (pick(rows, key=lambda row: row["stages"], default=None) for pick in (min, max))
        return results.seconds(many) / results.seconds(few) if few else None
    text = by_stages(machine, 4, "the monolithic kernel against q", lambda order: results.pick(
        machine.rows("stages"), "monolithic", "to dual", order=order, truncate=False, variant="literal"))
    found = {order: ratio for order in ORDERS if (ratio := times(order))}
    if found:
        ratios = of_orders(lambda order: number(found[order]) if order in found else None)
        text += (f"\nIn registers, with little beyond the needed coefficients, the most stages take {ratios} times as long as the fewest for N = "
                 f"{of_orders(str)}.")
        if takes_as_long(found.values()):
            text += f" {SWEEPS}. That GFLOP/s grow with q there is bookkeeping: the work is the same, and more of it counts as own operations."
        text += "\n"
    return text


def figure5(machine):
    if not machine.rows("kernels"):
        return MISSING
    return (figure(machine, 5, "all kernels under the roofs") + how(machine.rows("kernels"), CHOSEN) + other_commits(machine)
            + roofs.section(machine))


# --- the report ----------------------------------------------------------------------------------


SECTIONS = (
    ("Hardware", hardware),
    ("Table 1: time to solution", table1),
    ("Every pipeline and variant, advection and acoustics", variants),
    ("Two kernels in slabs, by the tune of advection", slabs.section),
    ("Figure 1: interpolation, naive and optimised", figure1),
    ("Figure 2: bandwidth against throughput", figure2),
    ("Figure 3: evolution against q", figure3),
    ("Figure 4: the monolithic kernel against q", figure4),
    ("Figure 5: roofline", figure5),
    ("Cells per block", cells_per_block),
    ("Acoustics and Maxwell's equations: share of the floor", systems),
    ("Acoustics and Maxwell's equations: whole steps", whole_steps),
    ("Acoustics by leapfrog and conservative", waves),
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
input read once, each output written once), and the axis says so. *Naive* reconstructs each cell by itself; *optimised*, the
variant `march`, marches along x3 and keeps what the next plane of cells shares, as the paper's does. q is the number of Taylor
stages of a half step, at most 3(2N+1). *Literal* takes a cell by itself and leaves out coefficients that nobody reads,
*registers* is our fastest, made for GPUs. *As published* computes all coefficients; of its two kernels the interpolation marches.
The `floor` is the least time of the pipeline's algorithm whatever the schedule. More in `roofline/README.md`.
"""


def report(found):
    ordered = results.fastest_first(found)
    return compose(HEAD.format(**PAPER) + summary(ordered), ordered, SECTIONS)


def pictures(found):
    return {f"{machine.name}-figure{n}.png": machine.digest() for machine in found for n, kind in FIGURES.items() if machine[kind]}


def draw(found, folder):
    import figures
    for machine in found:
        figures.draw(machine, folder)


if __name__ == "__main__":
    account.main(HERE, __doc__, results.FILES, PAPER, report, pictures, draw)

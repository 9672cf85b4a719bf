#!/usr/bin/env python3
"""Makes report.md and figures/ from data/results alone: our answer to Figures 6 and 7 of the paper.

  report.py              writes both
  report.py --check      exit code 1 if report.md or a figure is not made of today's data/results, or figures/ has others than it shows
  report.py --results FOLDER --out FOLDER      from other results, as a trial leaves them
"""
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import account  # noqa: E402
import results  # noqa: E402
from account import MISSING, compose, giga, left_out, number, percent, span, table  # noqa: E402
from results import FIELDS, HERE, MAPPINGS, MEDIA, PAPER  # noqa: E402

FIGURES = {6: "threads", 7: "sizes"}  # and the results without which there is no such figure


def picture(machine, n, caption):
    return f"![Figure {n}: {caption}](figures/{machine.name}-figure{n}.png)\n"


def microseconds(row):
    return number(results.seconds(row) * 1e6)


def figure6(machine):
    if not machine["threads"]:
        return MISSING
    kernels = [(mapping, field, results.by_threads(machine, mapping, field)) for mapping in MAPPINGS for field in FIELDS]
    counts = sorted({count for _, _, rows in kernels for count in rows})
    text = picture(machine, 6, "time against threads per block")
    grid = " x ".join(map(str, machine.rows("threads")[0]["grid"]))
    text += f"\nMicroseconds of a half step on {grid} cells, in single precision, with coefficients in every cell, in the best shape of so many threads.\n\n"
    text += table(["threads per block", *(f"{MAPPINGS[mapping]}: {field}" for mapping, field, _ in kernels)],
                  ([count, *(microseconds(rows[count]) if count in rows else "-" for _, _, rows in kernels)] for count in counts))
    text += "\n" + table(["kernel", "fastest with, threads", "the paper's fastest with", "shape, threads along x and y", "us",
                          "cells of this kernel a second, 1e9", "spread of the samples"],
                         ([f"{MAPPINGS[mapping]}: {field}", count, PAPER["figure6"]["best_threads"].get(mapping, {}).get(field),
                           f"{row['lanes']} x {count // row['lanes']}", microseconds(row), giga(row["cells"] / results.seconds(row)),
                           percent(row["seconds"]["spread"])]
                          for mapping, field, rows in kernels if rows
                          for count, row in [min(rows.items(), key=lambda item: results.seconds(item[1]))]))
    return text + of_half_steps(kernels, grid) + "\n" + left_out(machine, "threads")


def of_half_steps(kernels, grid):
    """Which of the paper's mappings is ahead, kernel by kernel."""
    least = {(mapping, field): min(map(results.seconds, rows.values())) for mapping, field, rows in kernels if rows}
    told = []
    for field in FIELDS:
        if ("xy", field) in least and ("xyz", field) in least:
            part = 1 - least["xy", field] / least["xyz", field]
            told.append(f"for {field} {percent(abs(part))} {'less' if part > 0 else 'more'} time")
    return f"\nThe paper's kernels are faster by xy. On these {grid} cells ours take by xy, at their best, {' and '.join(told)} than by xyz; Figure 7 has other sizes.\n" if told else ""


def of_blocks(machine):
    """In which blocks whole steps were timed: Figure 6 may be the newer one, and know better."""
    others = [(mapping, *results.behind(machine, mapping)) for mapping in MAPPINGS]
    told = [f"{MAPPINGS[mapping]} has {block[0]} x {block[1] // block[0]} threads, with which its half steps take {percent(part)} longer"
            for mapping, block, part in others if part > 0]
    return "the blocks that Figure 6 found best" + (", or found when they were timed: " + "; ".join(told) if told else "")


def figure7(machine):
    if not machine["sizes"]:
        return MISSING
    lines = [(mapping, media, results.by_size(machine, mapping, media)) for media in MEDIA for mapping in MAPPINGS]
    sizes = sorted({size for _, _, rows in lines for size in rows})
    text = picture(machine, 7, "speed against size") + f"\nMcells/s, in {of_blocks(machine)}.\n\n"
    text += table(["cells a side", *(f"{MAPPINGS[mapping]}: {MEDIA[media]}" for mapping, media, _ in lines)],
                  ([size, *(number(results.speed(rows[size]) * 1e-6) if size in rows else "-" for _, _, rows in lines)]
                   for size in sizes))
    theirs, ours = PAPER["quoted"][PAPER["device"]]["GB/s"], machine.quoted()
    best = []
    for mapping, media, rows in lines:
        if rows:
            size, row = max(rows.items(), key=lambda item: results.speed(item[1]))
            paper = PAPER["figure7"]["cells_per_second"][mapping.split("-")[0]]
            faster = results.speed(row) / paper
            ends_early = size == max(rows) < max(sizes)
            best.append([f"{MAPPINGS[mapping]}: {MEDIA[media]}", f"{size} *" if ends_early else size, row["blocks"], number(results.speed(row) * 1e-6), number(paper * 1e-6),
                         number(faster), number(faster * theirs / ours["GB/s"]) if ours else "", percent(row["spread"])])
    return text + "\n" + table(["", "fastest at, cells a side", "blocks", "Mcells/s", "the paper's", "faster", "by bandwidth",
                                "spread of the samples"], best) + (
        "\n`*`: the largest that was measured, as the time was over before others' largest: the speed may rise further, and so may what is made of it.\n"
        if any("*" in str(row[1]) for row in best) else "") + in_words(machine, lines, sizes) + "\n" + left_out(machine, "sizes")


def in_words(machine, lines, sizes):
    """Which of the paper's mappings is ahead, what both gained, and whether Figure 6 says the same."""
    by_name, text = {(mapping, media): rows for mapping, media, rows in lines}, ""
    paper = PAPER["figure7"]["cells_per_second"]
    for media, called in MEDIA.items():
        xy, xyz = by_name["xy", media], by_name["xyz", media]
        if not xy or not xyz:
            continue
        first = results.ahead(xy, xyz)
        text += (f"\nCoefficients {called}: " if media == "arrays" else f"\nWith {called}: ") + (
            f"of the sizes measured xy is faster from {first} cells a side on" if first else "xyz is the faster one up to the largest cube of both")
        both = xy.keys() & xyz.keys()
        at, least = max(both), min(both)
        share = results.speed(xy[least]) / results.speed(xyz[least])
        text += (f", by a factor of {number(results.speed(xy[at]) / results.speed(xyz[at]))} at {at}; on the paper's {PAPER['device']} by "
                 f"{number(paper['xy'] / paper['xyz'])} on average. " + ("A thread for each column is few threads for this GPU on small cubes: at"
                                                                    if share < 1 else "At")
                 + f" {least} cells a side xy has {percent(share)} of the speed of xyz.\n")
    shares = [results.speed(by_name[mapping, "arrays"][cells]) / speed for mapping in MAPPINGS for cells, speed in results.half_steps(machine, mapping)
              if cells in by_name[mapping, "arrays"]]
    if shares and results.of_one_commit(machine):
        text += (f"\nWhere both were measured, with coefficients in every cell, whole steps have {span(shares, percent)} of the speed that the two "
                 "half steps of Figure 6 would have: the source and what lies between kernels take the rest.\n")
    some = [str(size) for size in sizes if any(size not in rows for _, _, rows in lines)]
    return text + (f"\nAt {', '.join(some)} cells a side not all lines were measured.\n" if some else "")


HEAD = """# FDTD on GPUs, two mappings of threads to cells: the paper's Figures 6 and 7, on our kernels
{citation}.

Written by `paper/004-fdtd/report.py` from `data/results`; not edited by hand. The paper's own numbers, of an {device}, are in `paper.json`.

**Mappings.** The paper's two: *xyz*, a thread for each cell, our variant `literal` with one plane a block; *xy*, a thread for each column
of cells, which marches along z and keeps what the next plane needs, our variant `march` with all planes in a block. And two more:
*xy, 16 planes*, columns in pieces, as many more threads; *xyz, 16 bytes*, `march` with one plane, what the code chooses by itself. On
a GPU the threads of `march` hold 16 bytes, four cells along x, so threads per block are a block's cells over four.

**Media.** *In every cell*: the factors of each component are read at every cell, as in the paper (`kernel.coefficients` "arrays"). *One
medium*: the same kernels where none has to be read.

**How it is measured.** Figure 6: each kernel by itself, in device time. Figure 7: whole steps, time loop and a source included, in
interleaved rounds, medians; every configuration is first compared with the reference. A cavity of conducting walls, without absorbing
layers. `by bandwidth` is `faster` over the ratio of the devices' quoted bandwidths: what remains is what the code gained and,
in one medium, what it need not read.
"""

SECTIONS = (("Figure 6: time against threads per block", figure6), ("Figure 7: speed against size", figure7))


def report(found):
    return compose(HEAD.format(**PAPER), found, SECTIONS)


def pictures(found):
    return {f"{machine.name}-figure{n}.png": machine.digest() for machine in found for n, kind in FIGURES.items() if machine[kind]}


def draw(found, folder):
    if found:
        import figures
        for machine in found:
            figures.draw(machine, folder)


if __name__ == "__main__":
    account.main(HERE, __doc__, results.FILES, PAPER, report, pictures, draw)

#!/usr/bin/env python3
"""Makes report.md and figures/ from data/results alone: our answer to the paper's Table 2 and Figures 5 to 9.

  report.py              writes both
  report.py --check      exit code 1 if report.md or a figure is not made of today's data/results, or figures/ has others than it shows
  report.py --results FOLDER --out FOLDER      from other results, as a trial leaves them
"""
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import account  # noqa: E402
import beyond  # noqa: E402
import results  # noqa: E402
import tables  # noqa: E402
from account import MISSING, compose, giga, left_out, number, percent, table  # noqa: E402
from results import COMPONENTS, HERE, PAPER, WAYS  # noqa: E402


def picture(machine, name, caption):
    return f"![{caption}](figures/{machine.name}-{name}.png)\n"


def figure5(machine):
    device, host, whole = (results.trace(machine, where) for where in ("device", "host", "whole"))
    if not device or not host:
        return MISSING
    much = PAPER["model"]["residual_times"]
    text = picture(machine, "figure5", f"Figure 5: device and host, and their difference {much} times")
    different, most = results.residual(host)
    text += (f"\nThe host's differ from the device's by {number(different)} m/s at most, {number(different / most)} of the largest value; "
             f"{much} times that is {number(much * different / most)} of it.\n")
    if whole:
        different, most = results.residual(whole)
        text += (f"\nBoth are on {' x '.join(map(str, device['points']))} points, which hold source and receiver. On the paper's "
                 f"{' x '.join(map(str, whole['points']))} points, layers farther off, values differ by {percent(different / most)} "
                 "of the largest at most.\n")
    return text + "\n" + left_out(machine, "seismograms")


def refinement(machine):
    ways = [(way, results.refined(machine, way)) for way in WAYS]
    if not any(len(rows) > 1 for _, rows in ways):
        return MISSING
    text = picture(machine, "figure5_refined", "the seismograms on finer grids")
    text += ("\nWhat differs from the finest grid, and from the next finer one: the root of its squares over that of theirs. The shortest "
             "wave is an S wave in the upper layer, where 1 % of the source's largest spectrum is left.\n\n")
    lines = []
    for way, rows in ways:
        for n, row in enumerate(rows):
            finest = rows[-1]
            finer = rows[n + 1] if n + 1 < len(rows) else None
            lines.append([WAYS[way], number(row["h"]), " x ".join(map(str, row["points"])), row["steps"],
                          number(results.points_of_wave(row), 2),
                          *([percent(results.misfit(row, finest, (c,))) for c in COMPONENTS] + [percent(results.misfit(row, finest))]
                            if finer else ["-"] * 4), percent(results.misfit(row, finer)) if finer else "-"])
    text += table(["way", "h, m", "points", "steps", "points of the shortest S wave", *COMPONENTS, "all three", "from the next finer"], lines)
    return text + between_ways(*(rows for _, rows in ways))


def between_ways(paper, ours):
    """How the two ways differ, and what is left of that at h = 0."""
    if not paper or [row["h"] for row in paper] != [row["h"] for row in ours]:
        return ""
    differ = [results.misfit(*both) for both in zip(paper, ours)]
    text = (f"\nThe two ways differ by {', '.join(map(percent, differ))} at {', '.join(number(row['h']) for row in ours)} m")
    if len(ours) > 1 and ours[-2]["h"] == 2 * ours[-1]["h"]:
        limits = [results.to_zero(rows[-1], rows[-2]) for rows in (paper, ours)]
        text += (f", by {number(differ[-2] / differ[-1])} times less on the finest grid than on the one before, where 2 is first order. Carried on to h = 0 "
                 f"at that order from these two grids, {percent(results.misfit(*limits))} are left: both tend to the same seismograms. From grid to grid the paper's way changes "
                 f"by {percent(results.misfit(paper[-2], paper[-1]))} last, ours by {percent(results.misfit(ours[-2], ours[-1]))}")
        if len(ours) > 2 and ours[-3]["h"] == 2 * ours[-2]["h"]:
            falls = [results.misfit(rows[-3], rows[-1]) / results.misfit(rows[-2], rows[-1]) for rows in (paper, ours)]
            text += (f". What differs from the finest grid falls {number(falls[0])} times from the coarsest grid to the next the paper's way, {number(falls[1])} times "
                     "ours: 3 is first order, 5 is second")
            left = [results.misfit(limits[0], results.to_zero(ours[-1], ours[-2], order)) for order in (1, 2)]
            if falls[1] > 4 and left[1] > left[0]:
                text += (f". Ours falls so from a grid of {number(results.points_of_wave(ours[-3]), 2)} points of the shortest wave. On the finest ones first order is "
                         f"nearer: with ours carried on at second, {percent(left[1])} would be left")
    return text + ".\n"


def figure6(machine):
    found = results.steps(machine, "depth", "along_z")
    if not found:
        return MISSING
    copy = machine.ceilings().get("copy")
    rows = [[z, " x ".join(map(str, points)), number(seconds * 1e3), number(seconds / z * 1e6), giga(results.speed(points, seconds)),
             giga(moved / seconds), percent(moved / seconds / copy) if copy else "-", percent(spread)]
            for z, (points, seconds, spread, moved) in found.items()]
    slope, at_none = results.straight(found)
    off = max(abs(seconds / (at_none + slope * z) - 1) for z, (_, seconds, *_) in found.items())
    return (picture(machine, "figure6", "Figure 6: time against points along z") + "\n"
            + table(["points along z", "points", "a step, ms", "of a plane, us", "1e9 points/s", "compulsory GB/s", "of the measured copy",
                     "spread of the samples"], rows)
            + f"\nA straight line of {number(slope * 1e6)} us a plane, and {number(at_none * 1e6)} us without any, is off by {percent(off)} at most: "
            "as in the paper time is almost linear, and what deeper grids gain is that constant.\n\n" + left_out(machine, "depth"))


def figure7(machine):
    found = results.steps(machine, "blocks", "blocks")
    if not found:
        return MISSING
    across, along = sorted({x for x, _ in found}), sorted({y for _, y in found})
    each = {at: seconds / (at[0] * at[1]) * 1e9 for at, (_, seconds, *_) in found.items()}
    text = picture(machine, "figure7", "Figure 7: time of a column of blocks")
    text += (f"\nNanoseconds of a step over the blocks of {' x '.join(map(str, results.block_of(machine)[:2]))} points "
             "along x and y, with all their planes. Of as much work each, they would take as long.\n\n")
    text += table(["blocks along x", *(f"{y} along y" for y in along)],
                  ([x, *(number(each[x, y]) if (x, y) in each else "-" for y in along)] for x in across))
    ends = [found[at] for at in (min(found), max(found))]
    many, few = (tuple(number(value) for value in (results.speed(points, seconds) * 1e-9,
                                                   100 * results.in_layers(points, PAPER["figure7"]["thickness"])))
                 for points, seconds, *_ in reversed(ends))
    return text + (f"\nThe slowest takes {number(max(each.values()) / min(each.values()))} times as long as the fastest. From the fewest blocks to the "
                   f"most speed goes from {few[0]} to {many[0]} 1e9 points/s, as in the paper, where a block takes less time among more of them. "
                   f"Work is not quite the same, as of the smallest grid {few[1]} % of the points lie in layers, of the largest {many[1]} %; they have {ends[0][0][2]} planes. Along x "
                   + ("time falls all the way" if results.falls(each) else "time falls with exceptions")
                   + ", where the paper's was irregular.\n\n") + left_out(machine, "blocks")


HEAD = """# Elastic waves by finite differences on GPUs: the paper's Table 2 and Figures 5 to 9, on our kernels
{citation}.

Written by `paper/003-elastic/report.py` from `data/results`; not edited by hand. The paper's own numbers are in `paper.json`.

**The model.** Two layers, slip on a vertical fault below the softer one, a receiver on the free surface, absorbing layers of 10 points at
the five other faces: `data/cases/two-layers-540x484x189.json`, in single precision, with the paper's steps. z points down here. Sizes are
in points, as the paper's, one more than cells.

**Ways.** *As the paper's*: images of the stresses at the free surface and velocities at second order, arithmetic means of moduli. *As
ours*: one-sided differences of fourth order, harmonic means (`free_surface.operators`, `layers.averages`).

**How it is measured.** Table 2, the larger grid, media and kernels: time loops of `hermite run`, source and receiver included, medians;
hosts take fewer steps, and times are given for as many as the paper's. Figures 6 and 7, in layers of 16 points, and what layers cost: both
half steps by themselves, in device time. `by bandwidth` is `faster` over the ratio of the devices' quoted bandwidths: what remains is what
the code gained.
"""

SECTIONS = (
    ("Figure 5: seismograms on the device and on the host", figure5),
    ("Figure 5 on finer grids", refinement),
    ("Table 2: time by thickness of the layers", tables.layers),
    ("The grid that filled the larger GPU", tables.large),
    ("Beside other codes", beyond.peers),
    ("The same on the host by two compilers", tables.compilers),
    ("On a processor alone", tables.processor),
    ("Reads per point", tables.reads),
    ("Figure 6: time against points along z", figure6),
    ("Figure 7: time of a block against their number", figure7),
    ("Figures 8 and 9: several GPUs", tables.scaling),
    ("The largest grid that a memory holds", tables.memory),
    ("LOH.1 against an independent code", tables.loh1),
    ("Media with values of their own at every point", beyond.media),
    ("What layers cost by their thickness", beyond.thickness),
    ("The kernels, from the literal one on", beyond.ladder),
)


def report(found):
    return compose(HEAD.format(**PAPER), found, SECTIONS)


def pictures(found):
    return {f"{machine.name}-{name}.png": machine.digest() for machine in found for name, there in (
        ("figure5", results.trace(machine, "device") and results.trace(machine, "host")), ("figure5_refined", any(results.refined(machine, way) for way in WAYS)),
        ("figure6", results.steps(machine, "depth", "along_z")), ("figure7", results.steps(machine, "blocks", "blocks")),
        ("figure8", results.shared(machine, "weak")), ("figure9", results.shared(machine, "strong")),
        ("thickness", 0 in results.by_layer(machine)[0])) if there}


def draw(found, folder):
    if found:
        import figures
        for machine in found:
            figures.draw(machine, folder)


if __name__ == "__main__":
    account.main(HERE, __doc__, results.FILES, PAPER, report, pictures, draw)

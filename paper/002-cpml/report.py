#!/usr/bin/env python3
"""Makes report.md and figures/ from data/results alone: our answer to Figures 7 to 11 of the paper.

  report.py              writes both; pictures need python3-numpy and python3-matplotlib
  report.py --check      exit code 1 if report.md or a figure is not made of today's data/results, or figures/ has others than it shows
  report.py --results FOLDER --out FOLDER      from other results, as a trial leaves them
"""
import os
import statistics
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import account  # noqa: E402
import results  # noqa: E402
import tables  # noqa: E402
from account import MISSING, compose, giga, left_out, number, percent, span, table  # noqa: E402
from results import APPROACHES, CHOSEN, HERE, MODELS, PAPER, TILES  # noqa: E402

FIGURES = {7: "sizes", 9: "coil", 10: "surface", 11: "car"}  # and the results without which there is no such figure


def picture(machine, n, caption):
    return f"![Figure {n}: {caption}](figures/{machine.name}-figure{n}.png)\n"


def speeds(lines, over, counted):
    """A table of both ways to count, "without / with" the layers' cells, and the samples of each column in turn; spreads in words."""
    at = sorted({x for _, rows in lines for x in rows})
    rows = [row for _, line in lines for row in line.values()]
    text = table([over, *(name for name, _ in lines), "samples of each"],
                 ([x, *(f"{giga(results.effective(line[x]))} / {giga(results.whole(line[x]))}" if x in line else "-" for _, line in lines),
                   " / ".join(str(len(line[x]["samples"])) if x in line else "-" for _, line in lines)] for x in at))
    return (f"\n1e9 cells/s, {counted}: without the layers' cells, as the paper counts, / with them.\n\n" + text
            + "\nMedians of so many samples, from left to right, in interleaved rounds: what falls behind early has few. "
            f"Where there are some, they spread by {percent(max(row['spread'] for row in rows if len(row['samples']) > 1))} at most"
            + ("; of one sample nothing tells how far it may be off" if any(len(row["samples"]) == 1 for row in rows) else "") + ".\n")


def figure7(machine):
    if not machine["sizes"]:
        return MISSING
    lines = {(name, tile): results.approach(machine, "sizes", tile, name, "cells") for tile in TILES for name in APPROACHES}
    best = results.fastest(machine, "sizes", "cells")
    text = picture(machine, 7, "speed against size") + speeds(
        [*((f"{name}, {tile}", line) for (name, tile), line in lines.items()), ("our fastest", best)], "cells a side, without layers", "the cube")
    small, large, (chosen, *others) = lines["A1", TILES[0]], lines["A1", TILES[1]], [lines[name, CHOSEN] for name in APPROACHES]

    def over(a, b):
        """{size: times as fast}"""
        return {cells: results.effective(a[cells]) / results.effective(b[cells]) for cells in sorted(a.keys() & b.keys())}
    if gain := over(large, small):
        ahead = [cells for cells in chosen if all(over(chosen, line).get(cells, 0) > 1 for line in others)]
        better = [str(cells) for cells in gain if gain[cells] > 1 + max(small[cells]["spread"], large[cells]["spread"])]
        text += (f"\nA1, which the paper recommends, is the fastest of the three in the tile {CHOSEN} at {len(ahead)} of {len(chosen)} sizes. The "
                 f"paper's larger tile is clearly ahead from {PAPER['tiles']['larger_ahead_from']} cells a side on; here, with A1, it is ahead by more than "
                 f"samples spread at {', '.join(better) or 'no size'}, by {percent(max(gain.values()) - 1)} at most.\n")
    if best:
        row = max(best.values(), key=results.whole)
        text += f"\nOur fastest: {row['variant']}, {row['blocks']}, on {' x '.join(map(str, row['grid']))} cells with layers"
        if faster := over(best, chosen).values():
            text += f"; {span(faster)} times as fast as A1 in the tile {CHOSEN} over all sizes"
        text += ".\n"
    return text + "\n" + left_out(machine, "sizes")


def by_thickness(machine, kind, n):
    paper, text = PAPER[MODELS[kind]], picture(machine, n, "speed against thickness")
    if not machine[kind]:
        return MISSING
    lines = [(f"{name}, {CHOSEN}", results.approach(machine, kind, CHOSEN, name, "thickness")) for name in APPROACHES]
    lines.append(("our fastest", results.fastest(machine, kind, "thickness")))
    inner = next(row["inner"] for row in machine.rows(kind))
    text += speeds(lines, "cells of a layer", f"{' x '.join(map(str, inner))} cells without layers")
    theirs = paper["mur_cells_per_second"]
    rows = [[called, giga(results.whole(row)), giga(theirs), number(results.whole(row) / theirs), len(row["samples"]), percent(row["spread"])]
            for called, way in ((f"tile {CHOSEN}", CHOSEN), ("our fastest", "fastest")) if (row := results.mur(machine, kind, way))]
    text += of_costs(lines)
    if rows:
        text += "\n" + table(["Mur's walls", "1e9 cells/s", f"the paper's {PAPER['device']}", "faster", "samples", "spread of the samples"], rows)
        text += of_mur(machine, kind)
    return text + "\n" + left_out(machine, kind)


def of_costs(lines):
    """What a cell of layers costs beside another."""
    found = [(name, results.costs(rows)) for name, rows in lines if len(rows) > 1]
    if not found:
        return ""
    return ("\nA straight line through the times of a step, by the number of the layers' cells, gives what each of these costs:\n\n"
            + table(["", "ps per cell within", "ps per cell of layers", "the latter over the former", "the line is off by at most"],
                    ([name, number(1e12 * inner), number(1e12 * layer), number(layer / inner), percent(off)] for name, (inner, layer, off) in found))
            + "\nThe paper asks of an implementation that its cost goes with the number of the layers' cells: within "
            f"{percent(max(off for _, (*_, off) in found))} it does.\n")


def of_mur(machine, kind):
    """What layers take from the speed with Mur's walls; and whether A1 is ahead."""
    lines, text = {name: results.approach(machine, kind, CHOSEN, name, "thickness") for name in APPROACHES}, ""
    first, *others = lines.values()
    ahead = [at for at in first if all(at not in line or first[at]["seconds"] <= line[at]["seconds"] for line in others)]
    if first:
        text += f"\nA1 is the fastest of the three at {len(ahead)} of {len(first)} thicknesses; the paper finds A3 slightly slower, in most cases.\n"
    for called, way, rows in ((f"A1 in the tile {CHOSEN}", CHOSEN, first), ("our fastest", "fastest", results.fastest(machine, kind, "thickness"))):
        if (walls := results.mur(machine, kind, way)) and rows:
            shares = [results.effective(row) / results.whole(walls) for row in rows.values()]
            text += (f"\nWith layers of {min(rows)} to {max(rows)} cells {called} has {span(shares, percent)} of the speed with Mur's walls"
                     + ("; above 100 % layers cost less than the walls" if max(shares) > 1 else "") + ".\n")
    return text


def figure9(machine):
    return by_thickness(machine, "coil", 9)


def figure11(machine):
    return by_thickness(machine, "car", 11)


def figure10(machine):
    if not machine["surface"]:
        return MISSING
    content = machine["surface"]
    rows = []
    for view in machine.rows("surface"):
        seen = sorted(value / 100 for row in view["percent"] for value in row if value >= 0)
        values = statistics.median(seen), seen[int(0.99 * len(seen))], seen[-1]
        rows.append([view["view"], *map(number, values), f"{view['side'] * 100:g} cm"])
    return (picture(machine, 10, "|H| on the car")
            + f"\n|H| in the cell before the surface, a running Fourier transform at {content['frequency'] / 1e6:g} MHz, on "
            f"{' x '.join(map(str, content['grid']))} cells, over that of the incident wave, which goes along x:\n\n"
            + table(["view", "median", "99 % are below", "largest", "drawn every"], rows)
            + "\nOf plane conductors, one across the wave would have 2 (compare the front), one that lies flat below it 1 (the top). The largest "
            "values stand at edges. The paper draws the same without numbers, of another car.\n")


HEAD = """# Convolutional PML for FDTD on GPUs: the paper's Figures 7 to 11, on our kernels
{citation}.

Written by `paper/002-cpml/report.py` from `data/results`; not edited by hand. The paper's own numbers, of an {device}, are in `paper.json`.

**Approaches.** *A1*: layers in the kernels of the fields (`cpml.kernels` "fused"). *A2*: in one kernel over all their regions ("regions").
*A3*: in one kernel for each face ("faces"). All three with the paper's schedule, our variant `tile`, whose 16x16 or 32x16 threads count
those of the halo. A3 has two forms across the fastest axis, x: the paper's first, slow one ("faces-naive"), and one whose blocks are as
wide as the layer, which is what A3 is elsewhere here: without the paper's shared memory, as there is nothing to share. *Our fastest* is `march`, with the fastest of the three.

**Layers are added outside** the domain, so that a thicker one costs and takes nothing away; the body, where it reaches the domain's end,
goes on through them.

**How it is measured.** Whole steps, sources and the incident wave included, in interleaved rounds, medians; every configuration is first
compared with the reference; one that falls behind early is not sampled again. The speed-up is over our own solver on the processor of
the same machine, with as many threads as it says.

## Figure 8: the models
Stand-ins, made by `drivers/make_mri_coil.py` and `drivers/make_car.py` at the sizes of the paper's grids:
{coil} and {car} cells. The constants of the tissues are made up. Orange are the coil's wires, black dots its gaps; of the car
grey is metal, light blue glass, black rubber.

![Figure 8: the models](figures/figure8.png)
"""

SECTIONS = (
    ("Figure 7: speed against size", figure7),
    ("Section 3.3: A3's faces across the fastest axis", tables.faces),
    ("What layers cost", tables.layers),
    ("Media", tables.media),
    ("Figure 9: the coil, speed against thickness", figure9),
    ("Figure 10: |H| on the car's surface", figure10),
    ("Figure 11: the car, speed against thickness", figure11),
    ("The plane wave of the car", tables.wave),
    ("Speed-up over the host", tables.speedup),
    ("Two steps in one sweep", tables.sweeps),
    ("Rows of memory", tables.rows_of_memory),
    ("On a processor", tables.processor),
)


def report(found):
    sizes = {kind: " x ".join(map(str, PAPER[model]["cells"])) for kind, model in MODELS.items()}
    return compose(HEAD.format(**PAPER | sizes), found, SECTIONS)


def pictures(found):
    return {"figure8.png": results.digest_of_models(),
            **{f"{machine.name}-figure{n}.png": machine.digest() for machine in found for n, kind in FIGURES.items() if machine[kind]}}


def draw(found, folder):
    import figures
    import pictures_of_models
    pictures_of_models.draw(folder)
    for machine in found:
        figures.draw(machine, folder)


if __name__ == "__main__":
    account.main(HERE, __doc__, results.FILES, PAPER, report, pictures, draw)

"""The sections that are tables alone, one function each: a machine -> Markdown."""
import results
from account import MISSING, giga, left_out, number, of_processors, percent, run_speed, span, table
from results import APPROACHES, MODELS, PAPER


def faces(machine):
    found = list(results.faces(machine))
    if not found:
        return MISSING
    sizes, rows = sorted({cells for cells, *_ in found}), []
    thicker = {cells: results.thicker_across_x(machine, cells) for cells in sizes}
    for cells, way, (naive, ours) in found:
        others = (ours["y"] + ours["z"]) / 2 * thicker[cells]  # by cell
        rows.append([cells, way, *(1e6 * seconds for seconds in (naive["x"], ours["x"], ours["y"], ours["z"])), naive["x"] / others,
                     ours["x"] / others, naive["step"] / ours["step"]])

    def by_size(*columns):
        return "; ".join(span([row[column] for row in rows if row[0] == cells for column in columns]) for cells in sizes)
    blocks = [" or ".join(results.blocks_across_x(machine, form)) for form in ("faces-naive", "faces")]
    spreads = (max(kernel["seconds"]["spread"] for kernel in results.face_kernels(machine, cells=cells)) for cells in sizes)
    return ("Microseconds of a face, E and H together, each kernel by itself; naive: the paper's first kernel, with its threads in a plane "
            f"along the face, blocks of {blocks[0]} cells; ours across x has blocks of {blocks[1]}.\n\n"
            + table(["cells a side, without layers", "schedule", "naive across x, us", "across x, us", "across y, us", "across z, us",
                     "naive across x over y and z, by cell", "across x over y and z, by cell", "all kernels, naive over not"],
                    ([*row[:2], *map(number, row[2:])] for row in rows))
            + f"\nLayers across x are whole packs of a thread's cells, so that a face there has {span(thicker.values())} times the cells of "
            f"another. By cell the naive kernel takes {by_size(6)} times as long as those across y and z, at {'; '.join(map(str, sizes))} cells a side; on the "
            f"paper's {PAPER['device']} it took {PAPER['faces']['naive_times_slower']} times as long. Ours takes {by_size(7)} times as long as "
            f"they do, and all kernels with the naive one {by_size(8)} times as long as with ours: the paper calls that effect devastating.\n"
            f"\nE and H across y or z take {by_size(4, 5)} us, two launches of an empty kernel {number(2e6 * machine.ceilings()['launch'])} us: on "
            "a small cube launches hide what scattered accesses cost. Samples of a kernel spread by "
            f"{'; '.join(map(percent, spreads))} at most.\n\n" + left_out(machine, "faces"))


def layers(machine):
    """Of A1 about one cube, against as many cells without layers; and about cubes near to it."""
    found = results.layers(machine)
    if not found:
        return MISSING
    cells = next(iter(found))[0]

    def line(side, thickness):
        (bare, least), (seconds, moved) = (found[side, thickness][layered] for layered in (False, True))
        return [thickness, percent(seconds / bare - 1), percent(moved / least - 1), f"{100 * (seconds / bare - moved / least):+.1f}"]
    text = (f"The kernels of E and H by themselves, {cells}^3 cells within layers on all six faces (A1 in our `march`): what layers add to the time of "
            "as many cells in all without layers, to the bytes that must be moved (fields and psi, each once), and the time less the bytes, "
            "in points.\n\n"
            + table(["cells of a layer", "time", "bytes", "points"], (line(*key) for key in sorted(found) if key[0] == cells)))
    usual = next((thickness for side, thickness in found if side != cells), None)
    rates = {side: both[True][1] / both[True][0] for (side, thickness), both in found.items() if thickness == usual}
    if len(rates) > 1:
        text += (f"\nOn cubes of {', '.join(map(str, sorted(rates)))} cells within layers of {usual}, which fit blocks or not, the kernels move "
                 f"{span([rate * 1e-12 for rate in rates.values()])} TB/s of these bytes.\n")
    return text + "\n" + left_out(machine, "layers")


def media(machine):
    rows = [row for row in machine.rows("media") if row["verified"]]
    if not rows:
        return MISSING
    alone = next((row["seconds"] for row in rows if row["way"] == "one medium"), None)

    def line(row):
        pieces = {0: "", 1: ", cell by cell"}.get(row["side"], f", in cubes of {row['side']} cells")
        place = {"constant": "constant memory"}.get(row.get("coefficients"), "global memory") if row["side"] else "-"
        return [f"{row['way']}{pieces}", place, row["thickness"] or "none", giga(results.whole(row)), number(row["seconds"] / alone) if alone else "-",
                len(row["samples"]), percent(row["spread"])]
    side = max(rows[0]["grid"])
    return ("The paper's models have tens of media. A cube of vacuum, and filled at random with media that differ in permittivity, for which "
            f"each component of E then has the number of its factors, a byte. {rows[0]['variant']}, {side} cells a side, layers included.\n\n"
            + table(["medium", "table of factors", "layers", "1e9 cells/s, all cells", "time (one medium within layers: 1)", "samples", "spread"], map(line, rows))
            + "\n" + left_out(machine, "media"))


def wave(machine):
    rows = {row["wave"]: row for row in machine.rows("wave") if row["verified"]}
    if "none" not in rows:
        return MISSING
    dark = rows["none"]["seconds"]
    names = {"none": "no wave", "surface": "as a surface", "edges": "value by value"}
    return ("The paper's car is slowed by a plane wave of separately updated edges. Ours corrects the values beside the faces of its box so, each by an "
            "entry of its own, or as a surface, whose places and factors are computed (`incident.kernels`). The car within layers of "
            f"{rows['none']['thickness']} cells, {' x '.join(map(str, rows['none']['grid']))} cells with them; whole steps.\n\n"
            + table(["the wave", "us a step", "more than without", "1e9 cells/s, all cells", "samples", "spread"],
                    ([names[name], number(1e6 * row["seconds"]), percent(row["seconds"] / dark - 1), giga(results.whole(row)), len(row["samples"]),
                      percent(row["spread"])] for name, row in rows.items()))
            + "\n" + left_out(machine, "wave"))


def speedup(machine):
    if not machine["host"]:
        return MISSING
    names, rows, text = [*APPROACHES, "fastest"], [], ""
    on = f"our own solver on {results.threads(machine)}"
    for kind, model in MODELS.items():
        found = list(results.speedups(machine, kind))
        for thickness, host, faster in found:
            rows.append([model, thickness, number(results.whole(host) * 1e-6), len(host["samples"]), percent(host["spread"]),
                         *(number(faster[name]) if name in faster else "-" for name in names)])
        published = [faster[name] for _, _, faster in found for name in APPROACHES if name in faster]
        paper = "the paper's were {} to {} times as fast as theirs on {}".format(*PAPER[model]["speedup"], PAPER["host"])
        if published:
            text += f"\n{model}: A1 to A3 are {span(published)} times as fast as {on}; {paper}.\n"
        elif found:
            speed = span([results.whole(host) * 1e-6 for _, host, _ in found])
            text += f"\n{model}: {on} steps {speed} Mcells/s; no GPU was timed, so there is no speed-up; {paper}.\n"
    commits = machine.commits(*MODELS, "host")
    if len(commits) > 1:
        text += "\nThese are of several commits: " + "; ".join(f"{' and '.join(kinds)} at {commit}" for commit, kinds in commits.items()) + ".\n"
    return table(["model", "cells of a layer", "host, 1e6 cells/s with layers", "its samples", "their spread",
                  *(f"{name}, times faster" for name in names)], rows) + text + "\n" + left_out(machine, "host")


def sweeps(machine):
    rows = machine.rows("sweeps")
    if not rows:
        return MISSING

    lines, gains = [], {}
    for row in rows:
        if row["steps_per_sweep"] == 1:
            two = next((other for other in rows if other["steps_per_sweep"] == 2 and (other["way"], other["cells"]) == (row["way"], row["cells"])), None)
            if two:
                gain = row["seconds"] / two["seconds"]
                gains.setdefault(row["way"], []).append(gain)
                lines.append([row["way"], " x ".join(map(str, row["points"])), giga(run_speed(row)), giga(run_speed(two)), number(gain),
                              len(row["samples"]), percent(max(row["spread"] or 0, two["spread"] or 0))])
    return ("Beyond the paper: two steps while each field passes through memory once, outside the layers (`kernel.steps_per_sweep` 2; kernels/fdtd). "
            "Each field is held twice then, and nobody looks at the fields between two steps. Whole runs, single precision, the source included.\n\n"
            + table(["cube", "cells, with layers", "1e9 cells/s, a step a sweep", "two steps a sweep", "times as fast", "runs", "spread"], lines)
            + "\nTwo steps a sweep are " + ", ".join(f"{span(gain)} times as fast with {way}" for way, gain in gains.items()) + ".\n\n"
            + left_out(machine, "sweeps"))


def rows_of_memory(machine):
    found = {(row["cells"], row["rows"]): row for row in machine.rows("rows")}
    sizes = sorted({cells for cells, _ in found if all((cells, kind) in found for kind in ("lines", "tight"))})
    if not sizes:
        return MISSING

    def line(cells):
        lines, tight = (found[cells, kind] for kind in ("lines", "tight"))
        return [lines["points"][0], percent(results.over_values(lines)), percent(results.over_values(tight)), giga(run_speed(lines)), giga(run_speed(tight)),
                f"{100 * (tight['seconds'] / lines['seconds'] - 1):+.1f} %", percent(max(lines["spread"] or 0, tight["spread"] or 0))]
    return ("Rows of nodes may start at multiples of 128 bytes, a GPU's line, or of 32 (`kernel.rows` \"lines\" and \"tight\"; all else here has the former). "
            "Cubes within layers on all six faces, whole runs in single precision: what memory takes over fields and layers, and what "
            "tight rows take of the speed, in blocks that suit them. By itself the code takes lines where they are within 5 %.\n\n"
            + table(["cells a side, with layers", "memory, lines", "tight", "1e9 cells/s, lines", "tight", "time, tight over lines", "spread"], map(line, sizes))
            + "\n" + left_out(machine, "rows"))


def processor(machine):
    rows = machine.rows("processor")
    if not rows:
        return MISSING
    return ("The same steps on processors alone, whole runs in single precision, the source included; cells with those of the layers.\n\n"
            + of_processors(rows, "cell") + "\n" + left_out(machine, "processor"))

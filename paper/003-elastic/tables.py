"""The sections that are tables alone, one function each: a machine -> Markdown."""
import math

import results
from account import MISSING, left_out, number, percent, table
from results import PAPER, WHERE


def of_loops(machine, kind, paper):
    """Seconds of as many steps as the paper's, and what is faster than what."""
    if not machine[kind]:
        return MISSING
    steps, text = PAPER["model"]["steps"], ""
    device = results.loops(machine, kind, "device")
    rows = [[WHERE[where], thickness, " x ".join(map(str, row["points"])), number(results.step(row) * steps),
             number(results.speed(row["points"], results.step(row)) * 1e-6), row["steps"], len(row["samples"]),
             percent(row["spread"]) if row["spread"] is not None else "-",
             f"{row['processor']}, {row['threads']} threads, {row['compiler']}" if row["device"] == "host" else machine.device(),
             number(results.step(row) / results.step(device[thickness])) if thickness in device else ""]
            for where in WHERE for thickness, row in results.loops(machine, kind, where).items()]
    text += table(["where", "points of a layer", "points", f"{steps} steps, s", "1e6 points/s", "steps taken", "samples", "spread",
                   "on", "times the device's"], rows)
    hosts = paper["host_seconds"]  # by compiler
    ratio = (machine.quoted() or {}).get("GB/s", 0) / PAPER["quoted"][paper["device"]]["GB/s"]
    rows = []
    for thickness, seconds in paper["device_seconds"].items():
        row = device.get(int(thickness))
        # A trial's grids are smaller: what compares is points a second.
        theirs = results.speed(paper["points"], seconds / steps)
        faster = results.speed(row["points"], results.step(row)) / theirs if row else None
        rows.append([thickness, seconds, number(theirs * 1e-6), *(number(each[thickness] / seconds) for each in hosts.values()),
                     number(faster) if faster else "-", number(faster / ratio) if faster and ratio else ""])
    text += f"\nThe paper's, of an {paper['device']} and {paper['host']} ({paper['where']}), beside our device:\n\n"
    text += table(["points of a layer", f"{steps} steps, s", "1e6 points/s", *(f"times faster than its host, {name}" for name in hosts),
                   "ours is faster", "by bandwidth"], rows)
    return text + "\n" + left_out(machine, kind)


def layers(machine):
    return of_loops(machine, "layers", PAPER["table2"])


def large(machine):
    return of_loops(machine, "large", PAPER["large"])


def reads(machine):
    if not machine["reads"]:
        return MISSING
    theirs = PAPER["reads"]
    rows = []
    for row in machine.rows("reads"):
        asked, kept = results.reads(row)
        rows.append([row["block"], row["variant"], row["stage"], number(asked), number(kept), theirs["blocks"].get(row["block"], "")])
    return ("Per point, of each field that a half step differentiates. *Asked for*: loads that the accessor counted, caches or not, "
            "with the tables of layers. *Of a block*: what a block reads that keeps each value, as the paper counts, from the reach that a "
            f"stage declares. Without either the paper has {theirs['unoptimised']}, for a field that is differentiated along all axes; "
            "stresses are along one or two.\n\n"
            + table(["block, points", "variant", "half step", "asked for", "of a block", "the paper's"], rows)
            + "\n" + left_out(machine, "reads"))


def scaling(machine):
    if not machine["scaling"]:
        return MISSING
    text = ("Time loops of `hermite run`, one rank for each GPU; Hermite's points are cells. *Efficiency*: the speed of each GPU over that of "
            "one alone. *Waiting*: the part of the time in which the GPU that waited most had nothing else to do. The paper's figures are "
            f"pictures; it found at most {percent(PAPER['figure8']['waiting'])} of waiting, without layers.\n")
    for figure, kind, title in ((8, "weak", "as much work for each GPU"), (9, "strong", "the same work for all")):
        text += f"\nFigure {figure}, {title}:\n\n"
        there = results.scaling(machine, kind)
        if not there:
            text += MISSING
            continue
        rows = [[results.SYSTEMS[system], thickness, " x ".join(map(str, row["points"])), ranks, number(results.step(row) * 1e3),
                 number(results.speed(row["points"], results.step(row)) * 1e-9), percent(results.efficiency(each, ranks)),
                 percent(row["waiting"]) if ranks > 1 else "-", row.get("messages", "-"), percent(row["spread"]) if row["spread"] is not None else "-"]
                for (system, thickness), each in there.items() for ranks, row in each.items()]
        text += f"![Figure {figure}: {kind} scaling](figures/{machine.name}-figure{figure}.png)\n\n" + table(
            ["what", "points of a layer", "points", "GPUs", "a step, ms", "1e9 points/s", "efficiency", "waiting", "messages by", "spread"], rows)
    return text + "\n" + left_out(machine, "scaling")


def memory(machine):
    if not machine["memory"]:
        return MISSING
    thicknesses = sorted({row["thickness"] for row in machine.rows("memory")})
    rows = []
    for grid in ("table2", "large"):
        for row in (row for row in machine.rows("memory") if row["grid"] == grid):
            rows.append([" x ".join(map(str, row["points"])), row["thickness"], number(row["bytes"] * 1e-6),
                         number(row["bytes"] / math.prod(row["points"])), PAPER[grid]["megabytes"].get(str(row["thickness"]), "-")])
    text = "What `hermite check` prints.\n\n" + table(["points", "points of a layer", "MB", "bytes a point", "the paper's MB"], rows)
    text += "\nThe largest cube, points a side, from what check prints of smaller ones, a n^3 + b n^2 bytes.\n\n"
    fits = {thickness: results.of_cubes(machine, thickness) for thickness in thicknesses}
    text += table(["memory", *(f"layers of {thickness}" for thickness in thicknesses)],
                  [["a, bytes", *(number(fits[t][0]) for t in thicknesses)], ["b, bytes", *(number(fits[t][1]) for t in thicknesses)],
                   *([name, *(results.largest_cube(machine, t, size * 1e9) for t in thicknesses)] for name, size in PAPER["memories"].items())])
    return text + "\n" + left_out(machine, "memory")

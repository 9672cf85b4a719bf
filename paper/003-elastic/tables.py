"""The sections that are tables alone, one function each: a machine -> Markdown."""
import math

import results
from account import MISSING, left_out, number, of_processors, percent, run_speed, span, spread, table, threads
from loh1 import WIDTH
from results import COMPONENTS, LOH1_WAYS, PAPER, WHERE
from setting import LOH1_LAYER

RESOLVED = 6  # points of the shortest wave that one-sided differences at the surface need


def of_loops(machine, kind, paper):
    """Seconds of as many steps as the paper's, and what is faster than what."""
    if not machine[kind]:
        return MISSING
    steps, text = PAPER["model"]["steps"], ""
    device = results.loops(machine, kind, "device")
    rows = [[WHERE[where], thickness, " x ".join(map(str, row["points"])), number(results.step(row) * steps),
             number(run_speed(row) * 1e-6), row["steps"], len(row["samples"]),
             spread(row),
             f"{row['processor']}, {threads(row['threads'])}, {row['compiler']}" if row["device"] == "host" else machine.device(),
             number(results.step(row) / results.step(device[thickness])) if thickness in device else ""]
            for where in WHERE for thickness, row in results.loops(machine, kind, where).items()]
    text += table(["where", "points of a layer", "points", f"{steps} steps, s", "1e6 points/s", "steps taken", "samples", "spread",
                   "on", "times the device's"], rows)
    text += of_hosts(machine, kind)
    hosts = paper["host_seconds"]  # by compiler
    ratio = (machine.quoted() or {}).get("GB/s", 0) / PAPER["quoted"][paper["device"]]["GB/s"]
    rows = []
    for thickness, seconds in paper["device_seconds"].items():
        row = device.get(int(thickness))
        # A trial's grids are smaller: what compares is points a second.
        theirs = results.speed(paper["points"], seconds / steps)
        faster = run_speed(row) / theirs if row else None
        price = results.price_of_layers
        rows.append([thickness, seconds, number(theirs * 1e-6), *(number(each[thickness] / seconds) for each in hosts.values()),
                     number(faster) if faster else "-", number(faster / ratio) if faster and ratio else "",
                     *((percent(results.in_layers(row["points"], row["thickness"])),
                        number(price(paper["points"], int(thickness), seconds, paper["device_seconds"]["0"])),
                        number(price(row["points"], row["thickness"], results.step(row), results.step(device[0]))))
                       if row and row["thickness"] and 0 in device else "---")])
    text += f"\nThe paper's, of an {paper['device']} and {paper['host']} ({paper['where']}), beside our device:\n\n"
    text += table(["points of a layer", f"{steps} steps, s", "1e6 points/s", *(f"times faster than its host, {name}" for name in hosts),
                   "ours is faster", "by bandwidth", "points in layers", "a point of these over another, the paper's", "the same, ours"], rows)
    return text + of_layers(device, paper) + "\n" + left_out(machine, kind)


def of_hosts(machine, kind):
    """The device over each host in words, and how far to trust hosts that ran once."""
    device, text = results.loops(machine, kind, "device"), ""
    for where in list(WHERE)[1:]:
        rows = results.loops(machine, kind, where)
        times = [results.step(rows[t]) / results.step(device[t]) for t in rows if t in device]
        if not times:
            continue
        row = next(iter(rows.values()))
        text += (f"\nThe device is {span(times)} times as fast as our own solver on {threads(row['threads'])} "
                 f"of the {row['processor']}, compiled by {row['compiler']}.")
        cheap = max((results.step(rows[0]) / results.step(row) - 1 for t, row in rows.items() if 0 in rows), default=0)
        if cheap > 0 and len(row["samples"]) == 1:
            text += f" These ran once: with layers they came out up to {percent(cheap)} faster than without, so much such a run may be off."
    return text + "\n"


def of_layers(device, paper):
    """What layers cost, ours and the paper's."""
    costs = {thickness: (results.step(row) / results.step(device[0]) - 1, paper["device_seconds"][thickness] / paper["device_seconds"]["0"] - 1)
             for thickness in paper["device_seconds"] if 0 in device and (row := device.get(int(thickness))) and row["thickness"]}
    if not costs:
        return ""
    text = "\nA step takes longer by " + ", by ".join(f"{percent(ours)} (the paper's {percent(theirs)}) with layers of {t} points"
                                                     for t, (ours, theirs) in costs.items()) + "."
    if len(costs) > 1:
        thin, thick = (costs[t] for t in list(costs)[:2])
        text += (" On the paper's device the thicker ones are the cheaper ones; here they are too." if thick[0] < thin[0] else
                 " That thicker layers are the cheaper ones, as on the paper's device, no longer holds.")
    return text + "\n"


def layers(machine):
    return of_loops(machine, "layers", PAPER["table2"])


def large(machine):
    return of_loops(machine, "large", PAPER["large"])


def compilers(machine):
    if not machine["compilers"]:
        return MISSING
    steps, ours = PAPER["model"]["steps"], results.loops(machine, "compilers", "host")
    rows = [[row["compiler"], thickness, f"{row['processor']}, {threads(row['threads'])}", number(results.step(row) * steps),
             number(run_speed(row) * 1e-6), row["steps"], len(row["samples"]),
             number(results.step(ours[thickness]) / results.step(row)) if thickness in ours else "-"]
            for where in ("host", "other compiler") for thickness, row in results.loops(machine, "compilers", where).items()]
    return table(["compiler", "points of a layer", "on", f"{steps} steps, s", "1e6 points/s", "steps taken", "samples", "times as fast as the first"],
                 rows) + of_same_runs(machine, ours) + "\n" + left_out(machine, "compilers")


def of_same_runs(machine, ours):
    """How far these are from the same runs in the table of the larger grid."""
    same = ("points", "steps", "threads", "processor", "compiler", "block")
    others = {t: row for t, row in results.loops(machine, "large", "host").items() if t in ours and all(row[key] == ours[t][key] for key in same)}
    if not others:
        return ""
    steps, commits = PAPER["model"]["steps"], machine.commits("compilers", "large")
    off = [abs(results.step(ours[t]) / results.step(row) - 1) for t, row in others.items()]
    return (f"\nThe same runs by {next(iter(others.values()))['compiler']} in the table of the larger grid{', of another commit,' if len(commits) > 1 else ''} took "
            f"{', '.join(f'{number(results.step(row) * steps)} s ' + (f'with layers of {t} points' if t else 'without layers') for t, row in others.items())}: "
            f"{', '.join(map(percent, off))} off. So far may such runs be from each other.\n")


def processor(machine):
    rows = machine.rows("processor")
    return of_processors(rows, "point") + "\n" + left_out(machine, "processor") if rows else MISSING


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


def between_nodes(machine):
    """What it is worth to lay the interface of LOH.1 midway between two planes of nodes."""
    text = ""
    for width in dict.fromkeys(row["source_width"] for row in machine.rows("loh1")):
        found = results.loh1(machine, width, "between")
        on = results.loh1(machine, width, "ours")
        if not found or not on:
            continue
        pairs = [(row, min(on, key=lambda other: abs(other["h"] - row["h"]))) for row in found]
        text += (f"\nWith the interface midway between two planes of nodes, {number(width)} s, all three together differ by "
                 + ", ".join(f"{percent(row['all'])} at {number(row['h'])} m, on nodes by {percent(other['all'])} at {number(other['h'])} m"
                             for row, other in pairs) + ". On the finest grid what is left may be of other errors, the reference's among them.\n")
    return text


def loh1(machine):
    if not machine["loh1"]:
        return MISSING
    rows, falls, lasts = [], "", []
    for width, way in dict.fromkeys((row["source_width"], row["way"]) for row in machine.rows("loh1")):
        found = results.loh1(machine, width, way)
        rows += [[number(width), LOH1_WAYS[way], number(row["h"]), number(results.points_of_loh1(machine, row), 2), " x ".join(map(str, row["points"])), row["steps"], number(row["seconds"]),
                  *(percent(row["l2"][c]) for c in COMPONENTS), percent(row["all"]),
                  *(f"{1e3 * row['late'][c]:.1f}" for c in COMPONENTS), *(f"{row['peak'][c]:.3f}" for c in COMPONENTS)] for row in found]
        if len(found) > 1:
            falls += (f"\n{LOH1_WAYS[way].capitalize()}, {number(width)} s: from each grid to the next all three together differ "
                      f"{', '.join(number(coarse['all'] / fine['all'], 2) for coarse, fine in zip(found, found[1:]))} times less.\n")
            if found[-2]["h"] == 2 * found[-1]["h"] and results.points_of_loh1(machine, found[-2]) > RESOLVED:
                lasts.append(found[-2]["all"] / found[-1]["all"])
    if lasts and max(abs(last - 2) for last in lasts) < 0.3:
        falls += ("\nTwo times less on half the spacing is first order, as where an interface lies on a plane of nodes. The scheme's own orders, 4 in space and 2 in time, "
                  "show in uniform media (`tests/kernels/elastic/exact.cpp`).\n")
    falls += between_nodes(machine)
    return ("The benchmark LOH.1, `data/cases/loh1.json`: a layer of 1 km over a half-space, a slip below it, a receiver on the surface 10 km away; "
            "beside `data/reference/loh1.csv`, of an independent code that integrates over wavenumbers. The moment rate is a Gaussian; *source*: its standard deviation. "
            f"That of the reference is {number(WIDTH)} s, and for longer ones it is smoothed to match. The shortest wave is an S wave in the layer, where 1 % of the source's "
            f"largest spectrum is left. Absorbing layers have as many points as in that case, on finer grids as many as {LOH1_LAYER} m take. *Differ*: the root of the squares of what differs over that of the reference's. *Late*: the shift that "
            "fits best. *Peak*: the largest value over the reference's. The reference itself is off by up to 0.2 % of its peak.\n\n"
            + table(["source, s", "way", "h, m", "points of the shortest S wave", "points", "steps", "time loop, s", *(f"{c} differ" for c in COMPONENTS), "all three",
                     *(f"{c} late, ms" for c in COMPONENTS), *(f"{c} peak" for c in COMPONENTS)], rows)
            + falls + "\n" + left_out(machine, "loh1"))


def scaling(machine):
    if not machine["scaling"]:
        return MISSING
    text = ("Time loops of `hermite run`, one rank for each GPU; Hermite's points are cells. *Efficiency*: the speed of each GPU over that of "
            "one alone. *Waiting*: the part of the time in which the GPU that waited most had nothing else to do. The paper's figures are "
            f"pictures, of 4 to 25 GPUs of many hosts; it found at most {percent(PAPER['figure8']['waiting'])} of waiting, without layers{of_waiting(machine)}. *Lost*: "
            "what a step takes longer than if each GPU were as fast as one alone. Layers flatter Figure 8: of a grid twice as long a smaller part "
            "lies in them.\n")
    for figure, kind, title in ((8, "weak", "as much work for each GPU"), (9, "strong", "the same work for all")):
        text += f"\nFigure {figure}, {title}:\n\n"
        there = results.scaling(machine, kind)
        if not there:
            text += MISSING
            continue
        rows = [[results.SYSTEMS[system], thickness, " x ".join(map(str, row["points"])), ranks, number(results.step(row) * 1e3),
                 number(run_speed(row) * 1e-9), percent(results.efficiency(each, ranks)),
                 number(results.lost(each, ranks) * 1e6) if ranks > 1 else "-",
                 *([percent(row["waiting"]), number(row["waiting"] * results.step(row) * 1e6)] if ranks > 1 else "--"),
                 row.get("messages", "-"), spread(row)]
                for (system, thickness), each in there.items() for ranks, row in each.items()]
        text += f"![Figure {figure}: {kind} scaling](figures/{machine.name}-figure{figure}.png)\n\n" + table(
            ["what", "points of a layer", "points", "GPUs", "a step, ms", "1e9 points/s", "efficiency", "lost, us", "waiting", "waiting, us",
             "messages by", "spread"], rows) + of_scaling(there)
    return text + of_hermite(machine) + "\n" + left_out(machine, "scaling")


def of_waiting(machine):
    """Ours of elastic waves, beside the paper's."""
    most = {}
    for row in machine.rows("scaling"):
        if row["system"] == "elastic" and row["ranks"] > 1:
            most[row["thickness"]] = max(row["waiting"], most.get(row["thickness"], 0))
    each = [f"{percent(waiting)} {f'with layers of {t} points' if t else 'without'}" for t, waiting in most.items()]
    return ", ours is at most " + ", ".join(each) if each else ""


def of_scaling(there):
    """The schemes of finite differences in words: what is lost, and how much of that is waiting."""
    text = ""
    once = all(len(row["samples"]) == 1 for rows in there.values() for row in rows.values())
    for name in ("elastic", "maxwell"):
        many = [(rows, ranks) for (system, _), rows in there.items() if system == name for ranks in rows if ranks > 1]
        if not many:
            continue
        called = results.SYSTEMS[name]
        waited = [rows[ranks]["waiting"] * results.step(rows[ranks]) for rows, ranks in many]
        missed = [results.lost(*each) for each in many]
        # Where less is lost than waited, the times themselves are off by as much.
        shares = [mine / all_of_it for mine, all_of_it in zip(waited, missed) if all_of_it > mine]
        some = "" if len(shares) == len(waited) else " where it is the smaller one"
        part, rest = f", {span(shares, percent)} of it{some}" if shares else "", ""
        if not once and shares and max(shares) < 0.5:
            rest = (": most of the loss is not for messages. Where the rest goes, kernels cut into inner and outer parts or what runs beside "
                    "them, this does not tell")
        elif not once and shares and min(shares) > 0.5:
            rest = ": messages take most of the loss"
        text += (f"\n{called[0].upper() + called[1:]}: {span([results.efficiency(*each) for each in many], percent)} of the speed remain. Of the "
                 f"{span([1e6 * each for each in missed])} us that a step loses, {span([1e6 * each for each in waited])} us are waiting{part}{rest}.\n")
    return text + ("\nAll ran once: nothing tells how far such a run may be off.\n" if once and there else "")


def of_hermite(machine):
    """What acoustics ran, whose efficiency says little where its kernel is slow; and why on smaller grids."""
    rows = [row for row in machine.rows("scaling") if row["solver"] == "hermite"]
    if not rows:
        return ""
    alone = [row for row in rows if row["ranks"] == 1]
    ran = sorted({"the pipeline {} (kernel {})".format(*row["block"].split()[1:3]).replace(":", "") for row in rows})
    return (f"\nAcoustics ran {' and '.join(ran)}, in blocks that nobody tuned: {span([1e9 * results.step(row) / math.prod(row['points']) for row in alone])} ns a cell and step on one of them. The slower a "
            "kernel, the better it hides messages: the [report of 001](../001-hermite/report.md) has the times of all." + of_values(machine, alone) + "\n")


def of_values(machine, alone):
    """Why Hermite's grids are the smaller ones."""
    others = [row for row in machine.rows("scaling") if row["system"] == "elastic" and row["ranks"] == 1]
    if not others:
        return ""
    most, least = max(others, key=results.values), min(alone, key=results.values)
    return (f" Its grids have fewer nodes, as a node of N = {results.ORDER} has {(results.ORDER + 1) ** 3} values of each field, where a point of the others has one: "
            f"{' x '.join(map(str, least['points']))} cells are {number(results.values(least) * 1e-6)} million values, {' x '.join(map(str, most['points']))} "
            f"points of elastic waves {number(results.values(most) * 1e-6)} million.")


def memory(machine):
    if not machine["memory"]:
        return MISSING
    thicknesses = sorted({row["thickness"] for row in machine.rows("memory")})
    rows = []
    for grid in ("table2", "large"):
        for row in (row for row in machine.rows("memory") if row["grid"] == grid):
            rows.append([" x ".join(map(str, row["points"])), row["thickness"], row["bytes"] * 1e-6,
                         row["bytes"] / math.prod(row["points"]), PAPER[grid]["megabytes"].get(str(row["thickness"]), "-")])
    shares = [row[2] / row[4] for row in rows if row[4] != "-"]
    text = ("What `hermite check` prints.\n\n" + table(["points", "points of a layer", "MB", "bytes a point", "the paper's MB"],
                                                       ([*row[:2], *map(number, row[2:4]), row[4]] for row in rows))
            + (f"\nOurs are {span(shares)} of the paper's, which stores speeds and density at each point; here a point has indices into "
               "a table of media.\n" if shares else ""))
    text += "\nThe largest cube, points a side, from what check prints of smaller ones, a n^3 + b n^2 bytes.\n\n"
    fits = {thickness: results.of_cubes(machine, thickness) for thickness in thicknesses}
    text += table(["memory", *(f"layers of {thickness}" for thickness in thicknesses)],
                  [["a, bytes", *(number(fits[t][0]) for t in thicknesses)], ["b, bytes", *(number(fits[t][1]) for t in thicknesses)],
                   *([name, *(results.largest_cube(machine, t, size * 1e9) for t in thicknesses)] for name, size in PAPER["memories"].items())])
    return text + "\n" + left_out(machine, "memory")

"""The sections of the report that go beyond the paper: machine -> Markdown."""
import math

import results
from account import MISSING, giga, left_out, number, percent, run_speed, span, spread, table
from results import LADDER, MEDIA, PAPER
from voxels import SLOWER


def media(machine):
    rows = machine.rows("media")
    if not rows:
        return MISSING
    listed = [[" x ".join(map(str, row["points"])), MEDIA[row["media"]], row["thickness"], number(row["bytes"] * 1e-6),
               number(row["bytes"] / math.prod(row["points"])), row["steps"], number(results.step(row) * 1e3), giga(run_speed(row)), len(row["samples"]),
               spread(row)] for row in rows]
    of = {(*row["points"], row["thickness"], row["media"]): row for row in rows}
    longer = [results.step(row) / results.step(of[(*at, "layers")]) for (*at, kind), row in of.items() if kind == "points" and (*at, "layers") in of]
    return ("Time loops of `hermite run`; a free surface, absorbing layers at the five other faces, means of moduli harmonic. *Two layers* are the paper's model: a "
            "point has a byte for each of its factors, which numbers a table's. In the other each point has a density and speeds of its own, those "
            f"of its layer less up to {100 * SLOWER:g} %, drawn at random: hardly two points are alike. *MB* is what a run holds in all.\n\n"
            + table(["points", "media", "points of a layer", "MB", "bytes a point", "steps", "a step, ms", "1e9 points/s", "samples", "spread"], listed)
            + (f"\nWith values of its own at each point a step takes {span(longer)} times as long.\n" if longer else "") + "\n" + left_out(machine, "media"))


def thickness(machine):
    swept, found = results.by_layer(machine)
    if 0 not in swept:
        return MISSING
    points, dearer = swept[0][0], results.dearer(swept)
    rows = [[t, percent(results.in_layers(points, t)), number(seconds * 1e3), giga(results.speed(points, seconds)), number(moved / math.prod(points)),
             *(map(percent, dearer[t]) if t else "--"), percent(apart)] for t, (_, seconds, apart, moved) in swept.items()]
    text = ("![time by thickness of the layers](figures/{}-thickness.png)\n\n".format(machine.name)
            + f"Both half steps by themselves, in device time, on one grid of {' x '.join(map(str, points))} points, layers included: thicker ones take "
            "more of it. *By bytes*: how much longer a step would take if it were as much longer as the bytes that it has to move are more, each "
            "value read once and written once, by the program's own count (`roofline kernels`). Across x layers are whole packs of points, in thin ones too.\n\n"
            + table(["points of a layer", "points in layers", "a step, ms", "1e9 points/s", "bytes a point", "longer than without", "by bytes", "spread"], rows))
    return text + of_lengths(found) + "\n" + left_out(machine, "thickness")


def of_lengths(found):
    """Rows of other lengths: whether time jumps where packs, warps and blocks of threads end."""
    layers = sorted(set.intersection(*map(set, found.values())))
    if len(found) < 2 or not layers:
        return ""
    each = {x: [(results.speed(of[t][0], of[t][1]), of[t][2]) for t in layers] for x, of in found.items()}
    text = ("\nGrids of other lengths along x, multiples of a pack, a warp or a block of threads or not; 1e9 points/s:\n\n"
            + table(["points along x", *(f"{f'layers of {t}' if t else 'without layers'}" for t in layers), "largest spread"],
                    ([x, *(giga(speed) for speed, _ in speeds), percent(max(spread for _, spread in speeds))] for x, speeds in sorted(each.items()))))
    slowest = [min(of) / max(of) for of in zip(*([speed for speed, _ in speeds] for speeds in each.values()))]
    return text + (f"\nThe slowest length is {', '.join(f'{percent(1 - part)} slower than the fastest ' + (f'with layers of {t}' if t else 'without layers') for t, part in zip(layers, slowest))}.\n")


def ladder(machine):
    rows = machine.rows("ladder")
    if not rows:
        return MISSING
    march = {row["thickness"]: results.step(row) for row in rows if row["variant"] == "march"}
    return ("Time loops of `hermite run` by each kernel, `kernel.variant`; blocks are those that the code chooses.\n\n"
            + table(["variant", "what it is", "points of a layer", "points", "a step, ms", "1e9 points/s", "times march's", "steps", "samples", "spread", "block"],
                    ([row["variant"], LADDER[row["variant"]], row["thickness"], " x ".join(map(str, row["points"])), number(results.step(row) * 1e3),
                      giga(run_speed(row)), number(results.step(row) / march[row["thickness"]]) if row["thickness"] in march else "-", row["steps"],
                      len(row["samples"]), spread(row), row["block"].partition(f"{row['variant']} ")[2]] for row in rows))
            + "\n" + left_out(machine, "ladder"))


def peers(machine):
    """Other codes, as they were quoted or measured without a script of this folder, beside ours."""
    device = results.loops(machine, "large", "device")
    if not device or machine.quoted() is None:
        return MISSING

    def speeds(each):
        return [each.get(t, "-") for t in ("0", "10")]
    large = PAPER["large"]
    points = " x ".join(map(str, large["points"]))
    ours = {str(t): run_speed(row) for t, row in device.items()}
    theirs = {t: giga(results.speed(large["points"], seconds / PAPER["model"]["steps"])) for t, seconds in large["device_seconds"].items()}
    of_points = [row for row in machine.rows("media") if row["media"] == "points" and row["points"] == large["points"]]
    own = {str(row["thickness"]): giga(run_speed(row)) for row in of_points}
    rows = [["ours", machine.device(), points, *speeds({t: giga(speed) for t, speed in ours.items()}), "the table above"],
            *([["ours, values of its own at each point", machine.device(), points, *speeds(own), "the table of media"]] if own else []),
            ["the paper's", large["device"], points, *speeds(theirs), f"{large['where']} of the paper"],
            *([peer["code"], peer["device"], " x ".join(map(str, peer["points"])) if peer["points"] else "-", *speeds(peer["speeds"]), peer["where"]] for peer in PAPER["peers"])]
    return ("1e9 points/s in single precision where nothing else is said. Other codes' have no file in `data/results`: they were measured once, "
            "by hand, or stand in the paper, and no script of this folder makes them again.\n\n"
            + table(["code", "device", "points", "without layers", "layers of 10 points", "where from"], rows)
            + of_peers(machine, {"layers": ours, "points": {str(row["thickness"]): run_speed(row) for row in of_points}}))


def of_peers(machine, ours):
    """Those on the same device in words, each beside ours with such media."""
    same = [ours[peer["media"]][t] / (1e9 * speed) for peer in PAPER["peers"] if peer["device"] == machine.device()
            for t, speed in peer["speeds"].items() if t in ours[peer["media"]]]
    return f"\nOn the same device ours is {span(same)} times as fast as these numbers say of the others, with media of the same kind.\n" if same else ""

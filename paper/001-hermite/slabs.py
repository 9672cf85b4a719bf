"""Two kernels in slabs: planes, coefficients and the cache, device memory, floors: machine -> Markdown."""
import math
import re

import results
from account import MISSING, number, percent, table
from results import PAPER
from setting import ORDERS

UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
NAMES = "two kernels, whole grid", "two kernels, in slabs"  # rows of Table 1


def of_text(memory):
    """Bytes of the coefficients in what a run prints of its memory; None where it has none."""
    found = re.search(r"coefficients ([\d.]+) (\w+)", memory)
    return float(found[1]) * UNITS[found[2]] if found else None


def planes_of(row):
    """Of a slab of a row of Table 1; 0 of none."""
    return row["kernel"].get("slab", 0)


def called(row):
    """A row of Table 1, with the planes of its slabs."""
    return row["name"] + (f" of {counted(planes_of(row))}" if planes_of(row) else "")


def pairs(machine):
    """{order: (whole grid, in slabs)}, rows of Table 1."""
    found = {(row["name"], row["order"]): row for row in machine.rows("table1")}
    return {order: tuple(found[name, order] for name in NAMES) for order in ORDERS if all((name, order) in found for name in NAMES)}


def side_by_side(machine):
    """How many slabs have their coefficients in memory at the same time, by the runs of Table 1; None where there are none."""
    counts = []
    for whole, slabs in pairs(machine).values():
        plane = of_text(whole["memory"]) / whole["cells"]
        counts.append(math.ceil(of_text(slabs["memory"]) / plane / planes_of(slabs) - 0.05))  # printed are three digits
    return max(counts, default=None)


def in_memory(machine, slab, cells):
    """Planes whose coefficients are in memory; None where that is not known."""
    beside = side_by_side(machine)
    return cells if slab == 0 else min(cells, beside * slab) if beside else None


def group_of(machine, system, pipeline, order):
    return next((group for group in results.tuned_groups(machine, system) if (group["pipeline"], group["order"]) == (pipeline, order)), None)


def slab_of(group):
    """Of the blocks that the bytes of a group are of: its fastest."""
    best = min((row for row in group["rows"] if row["best"]), key=lambda row: row["seconds"], default=None)
    return best and best["configuration"]["slab"]


def coefficients(machine, group, slab):
    """Their bytes for such a slab, from what two kernels need beyond the monolithic pipeline; None where that is not known."""
    other, found = group_of(machine, group["system"], "monolithic", group["order"]), slab_of(group)
    if other is None or found is None:
        return None
    cells = group["cells"][-1]
    has, wants = (in_memory(machine, planes, cells) for planes in (found, slab))
    return (group["bytes"] - other["bytes"]) * wants / has if has and wants else None


def memory(machine, group, row):
    """Bytes of a row's arrays, which depend on the pipeline and the slab alone; None where they are not known."""
    slab = row["configuration"]["slab"]
    if slab == slab_of(group):
        return group["bytes"]
    more = [coefficients(machine, group, planes) for planes in (slab, slab_of(group))]
    return group["bytes"] + more[0] - more[1] if None not in more else None


def of_memory(machine, shown):
    """How the memory of rows is known, and why that of some is not; shown: (group, row)."""
    others = [(group, row) for group, row in shown if row["configuration"]["slab"] != slab_of(group)]
    if not others:
        return ""
    text = "; the tune leaves it of the fastest slab, and that of others is reckoned from the coefficients of a plane"
    if any(memory(machine, group, row) is None for group, row in others):
        text += " (`-`: it is not known, where Table 1 or the tune of the monolithic pipeline is missing)"
    return text


def fits(machine, size):
    """Whether so many bytes stay in the cache; None where that is not known."""
    cache = results.cache_bytes(machine)
    return size <= cache if size and cache else None


# --- floors --------------------------------------------------------------------------------------


def floor(machine, group, row):
    """Seconds of a step that a row is held against; None where none is known."""
    slab = row["configuration"]["slab"]
    if group["pipeline"] != "two-kernel":
        return group["floor_seconds"]
    if slab == 0:
        return floor_of_kernels(machine, group) if has_floor_of_slabs(group) else group["floor_seconds"]
    if not fits(machine, coefficients(machine, group, slab)):
        return None
    other = group_of(machine, group["system"], "monolithic", group["order"])  # the same bytes and operations
    return other["floor_seconds"] if other else None


def has_floor_of_slabs(group):
    """Whether the floor of a group is that of a slab: it is the least of its best blocks of each variant."""
    return any(row["best"] and row["configuration"]["slab"] for row in group["rows"])


def floor_of_kernels(machine, group):
    """Of a step on the whole grid, by the two kernels of Figure 5 in both half steps."""
    key = group["system"], group["pipeline"], group["order"], group["precision"], group["cells"]
    rows = [row for row in machine.rows("kernels") if (row["system"], row["pipeline"], row["order"], row["precision"], row["grid"]) == key]
    floors = {row["stage"]: row["roof"]["floor"] for row in rows}
    return sum(floors.values()) if len(floors) == 4 else None


def share(machine, group, row):
    """Of its floor, in words."""
    least = floor(machine, group, row)
    return percent(least / row["seconds"]) if least else "-"


def of_floors(machine, shown):
    """What `of the floor` is of rows in slabs, and why some have none; shown: (group, row)."""
    two = [(group, row) for group, row in shown if group["pipeline"] == "two-kernel"]
    if not any(group["floor_seconds"] for group, _ in shown):
        return "No ceilings were known, so that no row has a floor.\n\n"
    if not any(row["configuration"]["slab"] or has_floor_of_slabs(group) for group, row in two):
        return ""
    text = ("`of the floor` of `two-kernel` on the whole grid counts its coefficients as bytes of the memory; in slabs whose coefficients fit the cache "
            "it does not, and is that of the monolithic pipeline.")
    if any(row["configuration"]["slab"] == 0 and has_floor_of_slabs(group) and floor_of_kernels(machine, group) for group, row in two):
        text += (" Where a variant's best blocks are in slabs the tune has the floor of slabs only, and that of the whole grid is then of the "
                 "kernels of Figure 5.")
    if any(row["configuration"]["slab"] and floor(machine, group, row) is None for group, row in two):
        text += " `-`, in slabs: their coefficients do not fit the cache, as far as these results tell, and how much of them stays in it is not known."
    if any(row["configuration"]["slab"] == 0 and has_floor_of_slabs(group) and floor(machine, group, row) is None for group, row in two):
        text += (" `-`, on the whole grid: the tune has the floor of slabs only, as a variant's best blocks are in slabs, and Figure 5 has no such "
                 "kernels.")
    return text + "\n\n"


# --- sentences and the section -------------------------------------------------------------------


def cache_in_words(machine):
    cache = results.cache_bytes(machine)
    return f"the {'second-level ' if machine.has_gpu() else ''}cache" + (f" of {in_units(cache)}" if cache else "")


def in_units(size):
    unit = next(unit for unit, of in reversed(UNITS.items()) if size >= of)
    return f"{number(size / UNITS[unit])} {unit}"


def orders(found):
    return f"N = {' / '.join(map(str, found))}"


def of_table1(machine):
    """Planes of Table 1's slabs, what they keep in memory against the cache, and what they cost."""
    found, beside = pairs(machine), side_by_side(machine)
    if not found:
        return ""
    slabs = [row for _, row in found.values()]
    sizes, cache = [of_text(row["memory"]) for row in slabs], results.cache_bytes(machine)
    text = (f"`{NAMES[1]}` has slabs of {' / '.join(str(planes_of(row)) for row in slabs)} planes for {orders(found)}"
            + (f", {beside} of them side by side" if beside > 1 else "") + f", and {' / '.join(map(in_units, sizes))} of coefficients in memory at a time")
    if cache:
        inside = [str(row["order"]) for row, size in zip(slabs, sizes) if size <= cache]
        fit = "none of them fits" if not inside else "all of them fit" if len(inside) == len(sizes) else f"those of N = {' and '.join(inside)} alone fit"
        text += f". That is {' / '.join(number(size / cache) for size in sizes)} times {cache_in_words(machine)}: {fit}"
    return text + f".{beside_others(machine, found)}\n\n"


def beside_others(machine, found):
    """Table 1's slabs over its other pipelines."""
    mono = {row["order"]: row["seconds"] for row in machine.rows("table1") if row["name"] == "monolithic"}
    over = [number(slabs["seconds"] / whole["seconds"]) for whole, slabs in found.values()]
    text = f" In slabs two kernels take {' / '.join(over)} times as long as on the whole grid"
    if mono:
        ratios = [number(slabs["seconds"] / mono[order]) if order in mono else "-" for order, (_, slabs) in found.items()]
        text += f", and {' / '.join(ratios)} times as long as the monolithic pipeline"
    return text + "."


def timed_slabs(group):
    """The timed rows in slabs by planes, and before those of a variant its fastest on the whole grid."""
    rows = []
    for variant in dict.fromkeys(row["configuration"]["variant"] for row in results.timed(group)):
        of = [row for row in results.timed(group) if row["configuration"]["variant"] == variant]
        slabs = sorted((row for row in of if row["configuration"]["slab"]), key=lambda row: (row["configuration"]["slab"], row["seconds"]))
        rows += [row for row in (results.best_of(group, variant=variant, slab=0),) if row and slabs] + slabs
    return rows


def counted(planes):
    return f"{planes} plane{'s' if planes > 1 else ''}"


def small_slabs(machine, groups):
    """What slabs gain whose coefficients fit the cache, of the fastest variant."""
    cache = results.cache_bytes(machine)
    if not cache:
        return "\nHow large the cache is these results do not say.\n"
    text = ""
    for group in groups:
        plane, fastest = coefficients(machine, group, 1), results.best_of(group)
        if plane is None or fastest is None:
            continue
        variant = fastest["configuration"]["variant"]
        inside = [row for row in results.timed(group) if row["configuration"]["slab"] and row["configuration"]["variant"] == variant
                  and fits(machine, coefficients(machine, group, row["configuration"]["slab"]))]
        text += f"- N = {group['order']}: " + (
            of_the_best(machine, group, min(inside, key=lambda row: row["seconds"])) if inside else
            f"of such slabs none was timed in `{variant}`" if fits(machine, plane) else
            f"none, as those of slabs of one plane are {in_units(plane)}") + ".\n"
    return f"\nSlabs whose coefficients fit {cache_in_words(machine)}, in the fastest variant:\n\n{text}" if text else ""


def of_the_best(machine, group, best):
    """A slab's time over that of its variant on the whole grid, and over the monolithic pipeline's."""
    whole = results.best_of(group, slab=0, variant=best["configuration"]["variant"])
    mono = results.best_of(group_of(machine, group["system"], "monolithic", group["order"]))
    over = [f"{number(best['seconds'] / other['seconds'])} times as long as {name}"
            for other, name in ((whole, "on the whole grid"), (mono, "the monolithic pipeline")) if other]
    return f"the fastest that was timed has {counted(best['configuration']['slab'])}" + (f", and takes {' and '.join(over)}" if over else "")


def section(machine):
    groups = [group for group in results.tuned_groups(machine, "advection") if group["pipeline"] == "two-kernel"]
    cache, listed = results.cache_bytes(machine), []
    for group in groups:
        for row in timed_slabs(group):
            slab = row["configuration"]["slab"]
            size = coefficients(machine, group, slab)
            listed.append([group["order"], row["configuration"]["variant"] + results.mark(group), row["blocks"], slab or "whole grid", number(size * 1e-6) if size else "-",
                           number(size / cache) if size and cache else "-", number(PAPER["table1"]["steps"] * row["seconds"]), len(row["samples"])])
    if not listed:
        return MISSING
    beside = side_by_side(machine) or 1
    return (f"Advection: all slabs that its tune timed, {PAPER['table1']['steps']} steps at the median rate of their samples, after the fastest blocks of "
            "the variant on the whole grid. Few samples are of slabs that the tune gave up as slow, or of a search that was cut off (`*`). Coefficients are those in memory at a time"
            + (f", of {beside} slabs side by side" if beside > 1 else "") + ".\n\n"
            + table(["N", "variant", "blocks", "planes of a slab", "coefficients, MB", "over the cache", "seconds", "samples"], listed)
            + small_slabs(machine, groups))

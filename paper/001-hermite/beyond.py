"""The sections of the report that go beyond the paper: machine -> Markdown."""
import results
from account import MISSING, giga, left_out, number, percent, span, table
from setting import ORDERS, SYSTEMS
from tables import CALLED, TUNES, by_commits, by_reasons

LOW = 0.4  # share of the floor below which the report says why


def to_dual(rows):
    """One row for each kernel. Full steps have one way only."""
    return [row for row in rows if not row["stage"].endswith("to primal")]


MEASURED = ("ps per cell", "spread", "GFLOP/s", "compulsory GB/s", "bound by", "of the floor")


def measured(row):
    return (number(1e12 * results.seconds(row) / row["cells"]), percent(row["seconds"]["spread"]), giga(results.flop_rate(row)),
            giga(results.compulsory_rate(row)), row["roof"]["bound"], percent(row["roof"]["floor_share"]))


def systems(machine):
    rows = to_dual(machine.rows("systems"))
    if not rows:
        return MISSING
    listed, shown = [], []
    for system in SYSTEMS:
        for precision in ("single", "double"):
            for order in ORDERS:
                of = [row for row in rows if (row["system"], row["precision"], row["order"]) == (system, precision, order)]
                for place, row in enumerate(sorted(of, key=results.seconds)):
                    shown.append(row)
                    listed.append([system, precision, order, f"{row['pipeline']}/{row['variant']}" + (" (fastest)" if place == 0 else ""), *measured(row)])
    differ = by_commits(machine, "systems", *TUNES)
    return (f"Half steps from the primal grid to the dual one with full q on {max(rows[0]['grid'])} cells a side, of each kernel by itself, in blocks that the code chooses. "
            "`of the floor` is the least time of the pipeline's algorithm over the measured one. "
            + peak_of_matrix(rows) + " GFLOP/s of `parity` are of its own operations, which in all its variants but `registers` include those with the rows of 0 that "
            "fill tiles of 8 rows; the floor has none of these.\n\n" + bounds(shown) + (differ + "\n\n" if differ else "") + by_reasons(results.systems_left_out(machine))
            + with_busiest(["system", "precision", "N", "kernel", *MEASURED], listed, shown) + far_from_floor(rows))


def bounds(rows):
    """What the column `bound by` is, and that of the busiest part, if any."""
    text = "`bound by` is the term that binds in a model where each byte of the memory is read or written once; it is not measured. "
    if any(map(results.busiest, rows)):
        return text + results.BUSIEST + "\n\n"
    return text + "Which part of the hardware was the busiest these results do not tell: nothing was counted.\n\n"


def with_busiest(head, listed, rows):
    """A table of these rows, with the busiest part of the GPU where it was counted."""
    busiest = results.busiest_of(rows)
    return table([*head, *(["busiest part"] if any(busiest) else [])], [line + part for line, part in zip(listed, busiest)])


def peak_of_matrix(rows):
    """Of which units the floor of the variant `matrix` takes the peak."""
    if all("matrix_units" in row["model"] for row in rows):
        return "That of the variant `matrix` takes the peak of the FP64 matrix units, which it uses, others that of the vector units."
    return ("It takes the peak of the vector units, that of the variant `matrix` too, which uses the FP64 matrix units: shares of that variant "
            "are greater by it than those of machines whose section takes the peak of the latter.")


def fastest(rows):
    """{(system, precision, order): row}"""
    return {(row["system"], row["precision"], row["order"]): row for row in sorted(rows, key=results.seconds, reverse=True)}


def far_from_floor(rows):
    """Which have not even their fastest kernel near the floor; and why, as far as these rows show."""
    best = fastest(rows)
    low = {at: best[at] for at in sorted(best, key=lambda at: (SYSTEMS.index(at[0]), at[1] == "double", at[2]))
           if best[at]["roof"]["floor_share"] < LOW}
    if not low:
        least = min(row["roof"]["floor_share"] for row in best.values())
        return f"\nThe fastest kernel of each reaches at least {percent(least)} of its floor.\n"
    places = {}
    for system, precision, order in low:
        places.setdefault((system, precision), []).append(str(order))
    text = (f"\nBelow {100 * LOW:.0f} % of the floor is even the fastest kernel of "
            + "; ".join(f"{system}, {precision}, N = {' and '.join(orders)}" for (system, precision), orders in places.items()) + ". ")
    for bound in dict.fromkeys(row["roof"]["bound"] for row in low.values()):
        some = [row for row in low.values() if row["roof"]["bound"] == bound]
        text += (f"{'All' if len(some) == len(low) else len(some)} of these are bound by {bound}, and reach "
                 f"{span([row['roof']['share'] for row in some], percent)} of that roof. ")
    by_bytes = sorted({order for (*_, order), row in low.items() if row["roof"]["floor"] == row["roof"]["seconds"]["memory"]})
    if by_bytes:
        text += f"Their floor is that of the compulsory bytes for N = {' and '.join(map(str, by_bytes))}. "
    if all(row["variant"] == "matrix" for row in low.values()):
        more = [row["model"]["flops"] / row["model"]["floor_flops"] for row in low.values()]
        text += (f"They do {span(more)} times the operations of the floor; what they do beyond it includes those with the rows of 0 that fill the matrices' "
                 "tiles of 8 rows (`kernels/hermite/parity_tables.hpp`). ")
    return text + where_time_goes(low)


def waves(machine):
    rows = machine.rows("waves")
    if not rows:
        return MISSING
    steps = {}
    for row in rows:
        steps.setdefault((row["precision"], row["order"], f"{row['pipeline']}/{row['variant']}"), []).append(row)
    listed, shown = [], []
    for (precision, order, name), stages in sorted(steps.items(), key=lambda step: (step[0][0] == "double", step[0][1], step[0][2])):
        for row in stages:
            listed.append([precision, order, name, row["stage"], *measured(row)])
        shown += stages
    return (f"The two half steps of a step on {max(rows[0]['grid'])} cells a side, each by itself, in blocks that the code chooses: each reads one "
            "array and updates the other in place (`hermite/METHOD.md`).\n\n" + bounds(shown) + left_out(machine, "waves")
            + with_busiest(["precision", "N", "kernel", "writes", *MEASURED], listed, shown)
            + beside_systems(machine, steps))


def beside_systems(machine, steps):
    """What the fastest step of each pipeline takes of the fastest one of the first-order system."""
    first_order = {(precision, order): row for (system, precision, order), row in fastest(to_dual(machine.rows("systems"))).items() if system == "acoustics"}
    ratios = {}
    for (precision, order, name), stages in steps.items():
        if (precision, order) in first_order and len(stages) == 2:
            at, beside = (name.split("/")[0], precision, order), first_order[precision, order]
            took = sum(results.seconds(row) / row["cells"] for row in stages) / (2 * results.seconds(beside) / beside["cells"])
            ratios[at] = min(took, ratios.get(at, float("inf")))
    text = ""
    if ratios:
        differ = by_commits(machine, "systems", "waves", called={"systems": "the section before", "waves": "this one"})
        text = (f"\nThe fastest kernels of the section before are {' and '.join(f'`{name}`' for name in sorted({row['variant'] for row in first_order.values()}))}, "
                f"these are {' and '.join(f'`{name}`' for name in sorted({row['variant'] for row in machine.rows('waves')}))} alone; what the methods "
                "keep of a field, and of which order they are, differs too (`hermite/METHOD.md`)." + (f" {differ}" if differ else "") + "\n")
    for precision in ("single", "double"):
        for pipeline in ("leapfrog", "conservative"):
            found = {order: ratios[pipeline, precision, order] for order in ORDERS if (pipeline, precision, order) in ratios}
            if found:
                text += (f"\nIn {precision} precision a step of `{pipeline}` takes {' / '.join(map(number, found.values()))} times as long as one of the fastest kernel "
                         f"of the section before, N = {' / '.join(map(str, found))}.\n")
    return text


BUSY = 0.8  # share from which on a part is what a kernel waits for


def where_time_goes(low):
    """Of kernels far from their floor: which parts of the GPU were at work, and how much of the time."""
    parts = results.parts_counted(low.values())
    if not parts:
        return "What takes the rest of the time these results do not tell.\n"
    most = {at: max(parts, key=row["counters"].get) for at, row in low.items()}
    shares = [row["counters"][most[at]] for at, row in low.items()]
    occupied = [row["counters"]["occupancy"] for row in low.values()]
    text = "Of the time, or of what it can do in it, each part was at work, by Nsight Compute:\n\n" + table(
        ["system", "precision", "N", "kernel", "warps", *parts.values()],
        [[*at, f"{row['pipeline']}/{row['variant']}", percent(row["counters"]["occupancy"]), *(percent(row["counters"][part]) for part in parts)]
         for at, row in low.items()])
    if max(shares) < BUSY:
        return (text + f"\nNone of these parts is busy for more than {percent(max(shares))}, with {span(occupied, percent)} of the warps that a multiprocessor holds: it seems that "
                "they wait for values that they asked for a moment ago, and that too few of them take turns.\n")
    busiest = dict.fromkeys(parts[most[at]] for at in low)
    return text + f"\nThe busiest part: {', '.join(busiest)}, {span(shares, percent)}.\n"


def rates_elsewhere(machine, rows):
    """Of kernels that other results have on the same grid: how many times as fast they are there."""
    def kernel(row):
        return row["system"], row["name"], tuple(row["grid"])
    elsewhere = {kernel(row): row for kind in ("kernels", "systems") for row in machine.rows(kind)}
    return [results.cell_rate(elsewhere[kernel(row)]) / results.cell_rate(row) for row in rows if kernel(row) in elsewhere]


def large(machine):
    rows = to_dual(machine.rows("large"))
    if not rows:
        return MISSING
    kernels = {}
    for row in rows:
        name = row["system"], row["precision"], row["order"], f"{row['pipeline']}/{row['variant']}", row["stage"]
        kernels.setdefault(name, {})[max(row["grid"])] = row

    def rate(row):
        return giga(results.cell_rate(row)) + (" ~" if results.is_unsettled(row) else "")
    listed = []
    for name, by_cells in kernels.items():
        small, *larger = sorted(by_cells)
        listed.append([*name, small, rate(by_cells[small]),
                       *([larger[-1], rate(by_cells[larger[-1]]), percent(results.cell_rate(by_cells[larger[-1]]) / results.cell_rate(by_cells[small]))]
                         if larger else [None] * 3)])
    differ = by_commits(machine, "kernels", "systems", "large", called={**CALLED, "systems": "the fast kernels of acoustics and Maxwell's equations", "large": "this table"})
    if differ and (ratios := rates_elsewhere(machine, rows)):
        differ += f" On the same grids kernels are there {span(ratios)} times as fast as here."
    return ("Full q: 1e9 cells a second of each kernel, on a small grid and on one eight times as large, or on the largest of some that the "
            "GPU's memory holds.\n\n" + (differ + "\n\n" if differ else "") + left_out(machine, "large")
            + table(["system", "precision", "N", "kernel", "stage", "cells a side", "1e9 cells/s", "cells a side", "1e9 cells/s", "large over small"],
                    listed) + ("\n`~`: samples that spread by more than " + percent(results.UNSETTLED) + ", as where a board lowers its clock meanwhile (Figure 5).\n"
                               if any(map(results.is_unsettled, rows)) else ""))

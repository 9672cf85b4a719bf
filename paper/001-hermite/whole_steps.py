"""The section on whole steps of acoustics and Maxwell's equations: machine -> Markdown."""
import results
from account import MISSING, left_out, number, percent, table
from setting import ORDERS, SYSTEMS

ASKED = [(system, precision, order) for system in SYSTEMS for precision in ("single", "double") for order in ORDERS]


def whole_steps(machine):
    best = {}
    for row in sorted(machine.rows("steps"), key=results.by_seconds):
        best.setdefault((row["system"], row["precision"], row["order"]), row)
    found = {at: best[at] for at in ASKED if at in best}
    if not found:
        return MISSING
    listed = [[*at, f"parity/{row['variant']}", row["blocks"], number(1e3 * row["seconds"]), len(row["samples"]), percent(row["spread"]), percent(row["share"])]
              for at, row in found.items()]
    far = min(found, key=lambda at: found[at]["share"])
    return (f"A step is both half steps of the pipeline `parity` with all that belongs to them, halos above all, as a run takes them, on {max(found[far]['grid'])} cells a "
            "side with full q, in the fastest blocks that `hermite tune` found. `of the floor` is the least time of the algorithm over the measured one.\n\n"
            + left_out(machine, "steps")
            + table(["system", "precision", "N", "kernel", "blocks", "ms a step", "samples", "spread", "of the floor"], listed)
            + f"\nThe farthest from its floor is {far[0]}, {far[1]}, N = {far[2]}: {percent(found[far]['share'])} of it.\n")

"""The section on whole steps of acoustics and Maxwell's equations: machine -> Markdown."""
from account import MISSING, left_out, number, percent, table
from setting import ORDERS, SYSTEMS


def fastest(rows):
    """{(system, precision, order): row}; one of few samples only where there is no other."""
    found = {}
    for row in sorted(rows, key=lambda row: (len(row["samples"]) < 3, row["seconds"])):
        found.setdefault((row["system"], row["precision"], row["order"]), row)
    return found


def whole_steps(machine):
    rows = machine.rows("steps")
    if not rows:
        return MISSING
    best = fastest(rows)
    asked = [(system, precision, order) for system in SYSTEMS for precision in ("single", "double") for order in ORDERS]
    listed = [[*at, f"parity/{best[at]['variant']}", best[at]["blocks"], number(1e3 * best[at]["seconds"]), len(best[at]["samples"]),
               percent(best[at]["spread"]), percent(best[at]["share"])] for at in asked if at in best]
    least = min((best[at]["share"], at) for at in asked if at in best)
    text = (f"A step is both half steps of the pipeline `parity` with all that belongs to them, halos above all, as a run takes them, on {max(rows[0]['grid'])} cells a "
            "side with full q, in the fastest blocks that `hermite tune` found. `of the floor` is the least time of the algorithm over the measured one.\n\n"
            + left_out(machine, "steps")
            + table(["system", "precision", "N", "kernel", "blocks", "ms a step", "samples", "spread", "of the floor"], listed))
    return text + f"\nThe farthest from its floor is {least[1][0]}, {least[1][1]}, N = {least[1][2]}: {percent(least[0])} of it.\n"

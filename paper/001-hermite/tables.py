"""The sections of the report that are tables: machine -> Markdown."""
import results
from account import MISSING, giga, left_out, number, percent, table
from results import ORDERS, PAPER

# With which of the paper's two columns a pipeline is compared; others with its faster one.
SAME = {"monolithic": "monolithic", "two-kernel": "two-kernel"}


def of_orders(text):
    """One entry for each order, those that are missing as a dash."""
    return " / ".join(str(text(order)) if text(order) is not None else "-" for order in ORDERS)


def hardware(machine):
    theirs, ours, measured = PAPER["quoted"][PAPER["device"]], machine.quoted(), machine.ceilings()
    rows = [[PAPER["device"], theirs["TFLOP/s"], theirs["GB/s"], "quoted: " + theirs["where"]]]
    if ours:
        rows.append([machine.device(), ours["TFLOP/s"], ours["GB/s"], "quoted: " + ours["where"]])
        rows.append(["ratio", *(f"**{number(ratio)}**" for ratio in hardware_ratios(machine).values()), "of the quoted figures"])
    if measured:
        peaks = results.peaks(machine)
        rows.append([machine.device(), number(peaks["single"] * 1e-12), giga(peaks["memory"]), "measured: multiply-adds, copy"])
        if ours:
            rows.append(["", percent(peaks["single"] * 1e-12 / ours["TFLOP/s"]), percent(peaks["memory"] * 1e-9 / ours["GB/s"]), "measured over quoted"])
    text = table(["device", "TFLOP/s, single", "GB/s", ""], rows)
    return text + ("" if ours else "\nNo figures are quoted for this device, so the hardware is not taken out below.\n")


# --- Table 1 -------------------------------------------------------------------------------------


def hardware_ratios(machine):
    """{unit: times that of the paper's device}, by quoted figures; empty where none are quoted."""
    ours, theirs = machine.quoted(), PAPER["quoted"][PAPER["device"]]
    return {unit: ours[unit] / theirs[unit] for unit in ("TFLOP/s", "GB/s")} if ours else {}


def paper_seconds(pipeline, order):
    columns = PAPER["table1"]["seconds"]
    chosen = [SAME[pipeline]] if pipeline in SAME else columns
    return min(columns[name][str(order)] for name in chosen)


def table1_rows(machine):
    ratios = hardware_ratios(machine)
    for order in ORDERS:
        for row in (row for row in machine.rows("table1") if row["order"] == order):
            paper = PAPER["table1"]
            comparable = (row["cells"], row["steps"], row["precision"]) == (paper["cells"], paper["steps"], paper["precision"])
            gain = paper_seconds(row["pipeline"], order) / row["seconds"] if comparable else None
            yield [order, row["name"], row["stages"], number(row["seconds"]), percent(row["spread"]) if row["spread"] is not None else None,
                   number(row["steps"] * row["tuned_step_seconds"]) if row["tuned_step_seconds"] else None,
                   row["memory"].rpartition(": ")[2].replace(" in all", ""),
                   paper_seconds(row["pipeline"], order) if comparable else "not comparable", number(gain) if gain else None,
                   *(number(gain / ratios[unit]) if gain and ratios else None for unit in ("TFLOP/s", "GB/s"))]


def table1(machine):
    rows = machine.rows("table1")
    if not rows:
        return MISSING
    first = rows[0]
    text = (f"Advection, {first['cells']} cells a side, {first['steps']} steps, {first['precision']} precision, random data, "
            f"lam = {number(first['courant'])}. **A step is two half steps**, from the primal grid to the dual one and back. "
            f"Seconds of the time loop of `hermite run`, its look at the fields every 50 steps included: median of "
            f"{max(len(row['samples']) for row in rows)} runs, and the distance between their quartiles over it; loops of more than ten seconds ran once. "
            "Blocks are tuned for full q.\n\n")
    text += table(["N", "kernels", "q", "seconds", "spread", "warm", "device memory", "paper, s", "faster", "/ flops ratio",
                   "/ bandwidth ratio"], table1_rows(machine))
    text += ("\n`warm` is the same number of steps at the tuner's rate, which times many steps in a row of a process that runs "
             "for long. `paper` is the time of the same pipeline, of the shifts its faster one. `as published` computes every "
             "coefficient in every stage; the others leave out those that no later stage reads.\n\n")
    text += in_words(machine) + left_out(machine, "table1") + by_kernels(machine)
    text += "What ran, and its blocks (cells along x1 x x2 x x3):\n\n"
    text += table(["N", "kernels", "block", "arrays"],
                  ([row["order"], row["name"], row["block"].partition(": ")[2] + ("" if row["tuned"] else " (not tuned)"),
                    row["memory"].rpartition(": ")[0]]
                   for order in ORDERS for row in rows if row["order"] == order))
    return text


def in_words(machine):
    """What stands against the paper's table: its two pipelines beside each other, and the gains."""
    found = {(row["name"], row["order"]): row for row in machine.rows("table1")}

    def over(first, second):
        return of_orders(lambda order: number(found[second, order]["seconds"] / found[first, order]["seconds"])
                         if (first, order) in found and (second, order) in found else None)
    theirs = of_orders(lambda order: number(paper_seconds("two-kernel", order) / paper_seconds("monolithic", order)))
    return (f"For N = {of_orders(str)} the monolithic pipeline is {over('monolithic', 'two kernels, whole grid')} times as fast as two kernels on the "
            f"whole grid, as published {over('monolithic, as published', 'two kernels, as published')} times; in the paper {theirs} times. "
            f"In registers it is {over('monolithic', 'monolithic, as published')} times as fast as it is as published, and fewer stages make it "
            f"{over('monolithic, fewest stages', 'monolithic')} times as fast. "
            f"The full-step shift is {over('full-step shift', 'monolithic')} times as fast as the monolithic pipeline, the half-step shift "
            f"{over('half-step shift', 'monolithic')} times.\n\n")


def by_kernels(machine):
    """What Table 1 would be by the kernels of Figure 5, where these are of another commit."""
    first, commits = machine.rows("table1")[0], [machine[kind]["manifest"]["git"]["commit"] for kind in ("table1", "kernels") if machine[kind]]
    rows = [row for row in machine.rows("kernels") if row["variant"] == "registers" and max(row["grid"]) == first["cells"]]
    if not rows or len(set(commits)) == 1:
        return ""

    def seconds(pipeline, order):
        of = [results.seconds(row) for row in rows if (row["pipeline"], row["order"]) == (pipeline, order)]
        return number(first["steps"] * sum(of)) if of else None
    pipelines = list(dict.fromkeys(row["pipeline"] for row in rows))
    return ("The kernels of Figure 5 were timed at another commit, each by itself. Their fastest variant would need, for the same "
            f"{first['steps']} steps and without the halos that a run fills, in seconds:\n\n"
            + table(["pipeline", *(f"N = {order}" for order in ORDERS)],
                    ([pipeline, *(seconds(pipeline, order) or "-" for order in ORDERS)] for pipeline in pipelines)) + "\n")


def variants(machine):
    rows = []
    for system in ("advection", "acoustics"):
        for group in results.tuned_groups(machine, system):
            names = {row["configuration"]["variant"] for row in results.timed(group)}
            ranked = sorted(((name, results.best_of(group, variant=name)) for name in names), key=lambda item: item[1]["seconds"])
            for place, (name, row) in enumerate(ranked):
                rows.append([system, group["order"], f"{group['pipeline']}/{name}", group["stages"], row["blocks"],
                             row["configuration"]["slab"] or None, number(PAPER["table1"]["steps"] * row["seconds"]),
                             percent(row["spread"]), percent(row["share"]) if row["share"] else None, row["registers"],
                             percent(row["occupancy"]) if row["occupancy"] is not None else None,
                             giga(group["bytes"]) if place == 0 and row["best"] else None])
    if not rows:
        return MISSING
    return (f"Single precision, {results.tuned_groups(machine, rows[0][0])[0]['cells'][0]} cells a side, full q, random data: the fastest "
            f"blocks of each, and {PAPER['table1']['steps']} steps at the median rate of their samples. The paper has no times for acoustics. "
            "Memory is that of a pipeline's fastest variant.\n\n"
            + table(["system", "N", "kernel", "q", "blocks", "slab", "seconds", "spread", "of the floor", "registers", "occupancy",
                     "memory, GB"], rows))


# --- beyond the paper ----------------------------------------------------------------------------


def to_dual(rows):
    """One row for each kernel: the way back is the same work. Full steps have one way only."""
    return [row for row in rows if not row["stage"].endswith("to primal")]


def systems(machine):
    rows = to_dual(machine.rows("systems"))
    if not rows:
        return MISSING
    listed = []
    for system in ("acoustics", "maxwell"):
        for precision in ("single", "double"):
            for order in ORDERS:
                of = [row for row in rows if (row["system"], row["precision"], row["order"]) == (system, precision, order)]
                for place, row in enumerate(sorted(of, key=results.seconds)):
                    listed.append([system, precision, order, f"{row['pipeline']}/{row['variant']}" + (" (fastest)" if place == 0 else ""),
                                   number(1e12 * results.seconds(row) / row["cells"]), percent(row["seconds"]["spread"]),
                                   giga(results.flop_rate(row)), giga(results.compulsory_rate(row)), row["roof"]["bound"],
                                   percent(row["roof"]["floor_share"])])
    return (f"Half steps with full q on {max(rows[0]['grid'])} cells a side, of each kernel by itself, in blocks that the code chooses. "
            "`of the floor` is the least time of the pipeline's algorithm over the measured one. The floor of `parity` takes the peak of "
            "the vector units; on the FP64 matrix units, which its variant `matrix` uses, the peak of double precision is twice as high "
            "on this kind of GPU.\n\n" + left_out(machine, "systems")
            + table(["system", "precision", "N", "kernel", "ps per cell", "spread", "GFLOP/s", "compulsory GB/s", "bound by", "of the floor"],
                    listed))


def large(machine):
    rows = to_dual(machine.rows("large"))
    if not rows:
        return MISSING
    sides = sorted({max(row["grid"]) for row in rows})
    listed = []
    for order in ORDERS:
        for name in sorted({(row["pipeline"], row["variant"], row["stage"]) for row in rows}):
            line = {max(row["grid"]): results.cell_rate(row) for row in rows
                    if row["order"] == order and (row["pipeline"], row["variant"], row["stage"]) == name}
            if line:
                both = len(line) == 2
                listed.append([order, f"{name[0]}/{name[1]}", name[2], *(giga(line[side]) if side in line else None for side in sides),
                               percent(line[sides[1]] / line[sides[0]]) if both else None])
    return ("Advection, single precision, full q: 1e9 cells a second of each kernel.\n\n" + left_out(machine, "large")
            + table(["N", "kernel", "stage", *(f"{side}^3" for side in sides), "large over small"], listed))


# --- cells per block -----------------------------------------------------------------------------


def cells_per_block(machine):
    paper = PAPER["cells_per_block"]

    def by_itself(find):
        def fastest(order):
            return results.fastest_cells(results.by_cells(machine, find, order))
        return of_orders(fastest) if find else ""

    def tuned(system, pipeline):
        best = {group["order"]: results.best_of(group) for group in results.tuned_groups(machine, system) if group["pipeline"] == pipeline}
        return of_orders(lambda order: "x".join(map(str, best[order]["cells"])) + f" {best[order]['configuration']['variant']}"
                         if best.get(order) else None)

    kernels = (("interpolate", results.interpolations, "two-kernel"), ("evolve", results.evolutions, "two-kernel"),
               ("monolithic", None, "monolithic"))
    rows = [[name, of_orders(lambda order: paper[name]["cells"][str(order)]), paper[name]["where"], by_itself(find),
             tuned("advection", pipeline), tuned("acoustics", pipeline)] for name, find, pipeline in kernels]
    text = ("Each entry is for N = 1 / 2 / 3. The paper counts cells along x1; a tuned block is cells along x1 x x2 x x3. "
            "In this code one number serves both kernels of `two-kernel`, so their tuned block is that of the pair; "
            "`by itself` is the fastest of Figure 2's numbers for the one kernel, optimised, on advection.\n\n")
    text += table(["kernel", "paper", "where", "by itself", "tuned, advection", "tuned, acoustics"], rows)
    return text + "\n" + price_of_paper_blocks(machine)


def price_of_paper_blocks(machine):
    """What the paper's numbers of cells would cost here, against the fastest of the same variant."""
    rows, missing = [], 0
    for name, find in (("interpolate", results.interpolations), ("evolve", results.evolutions)):
        for order in ORDERS:
            line, theirs = results.by_cells(machine, find, order), PAPER["cells_per_block"][name]["cells"][str(order)]
            if theirs in line:
                best = results.fastest_cells(line)
                rows.append(["advection", f"{name} by itself", order, theirs, best, f"{results.seconds(line[theirs]) / results.seconds(line[best]):.2f}"])
    for system in ("advection", "acoustics"):
        for kernel, pipeline in (("monolithic", "monolithic"), ("interpolate", "two-kernel")):
            cells = PAPER["cells_per_block"][kernel]["cells"]
            for group in results.tuned_groups(machine, system):
                if group["pipeline"] != pipeline:
                    continue
                for variant in ("literal", "march"):
                    theirs = results.best_of(group, variant=variant, cells_per_block=cells[str(group["order"])])
                    best = results.best_of(group, variant=variant)
                    if best and theirs:
                        rows.append([system, f"{pipeline}/{variant}", group["order"], cells[str(group["order"])], best["cells"][0],
                                     f"{theirs['seconds'] / best['seconds']:.2f}"])
                    missing += bool(best and not theirs)
    if not rows:
        return MISSING
    return ("With the paper's cells per block in place of our fastest, the same variant takes so many times as long:\n\n"
            + table(["system", "kernel, or pipeline/variant", "N", "paper's", "ours", "times as long"], rows)
            + (f"\nOf {missing} more pipelines and variants the tune did not time the paper's number.\n" if missing else ""))

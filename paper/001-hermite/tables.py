"""The sections of the report that are tables: machine -> Markdown."""
import results
from account import MISSING, brief, giga, left_out, number, percent, table
from results import PAPER
from setting import ORDERS, SYSTEMS

# With which of the paper's two columns a pipeline is compared; others with its faster one.
SAME = {"monolithic": "monolithic", "two-kernel": "two-kernel"}
TUNES = ("tune-advection", "tune-acoustics")
CALLED = {"table1": "Table 1", "blocks": "Figure 2", "systems": "this table", "tune-advection": "the tune of advection",
          "tune-acoustics": "the tune of acoustics"}
# Why fewer stages save no time.
SWEEPS = "The kernels in registers run the same sweeps whatever q, with rates of 0 beyond it (`kernels/hermite/sweep.hpp`)"


def of_orders(text):
    """One entry for each order, those that are missing as a dash."""
    return " / ".join(str(text(order)) if text(order) is not None else "-" for order in ORDERS)


def by_commits(machine, *kinds):
    """A sentence with the commits of these results; nothing where they are the same."""
    found = {}
    for kind in kinds:
        if machine[kind]:
            found.setdefault(machine[kind]["manifest"]["git"]["commit"][:10], []).append(CALLED[kind])
    places = "; ".join(f"{' and '.join(names)} at {commit}" for commit, names in found.items())
    return f"Commits differ, and so may kernels of one name: {places}." if len(found) > 1 else ""


def unfinished(groups):
    """What the mark of `results.mark` says, where there is one."""
    rows = [row for group in groups if not group["complete"] for row in group["rows"] if row["status"] != "skipped"]
    never = sum(row["status"] == "not reached" for row in rows)
    return ("\n`*`: the search of this pipeline for this N was cut off when its time was over, so that other blocks may be faster; of the "
            f"{len(rows)} blocks that these searches had listed {never} were never timed.\n") if rows else ""


def takes_as_long(ratios):
    """Within a few percent, all of them."""
    return bool(ratios) and all(abs(ratio - 1) < 0.03 for ratio in ratios)


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


def spread(row):
    """Of samples; one has none."""
    return percent(row["spread"]) if len(row["samples"]) > 1 else "-"


def table1_rows(machine):
    ratios = hardware_ratios(machine)
    for order in ORDERS:
        for row in (row for row in machine.rows("table1") if row["order"] == order):
            paper = PAPER["table1"]
            comparable = (row["cells"], row["steps"], row["precision"]) == (paper["cells"], paper["steps"], paper["precision"])
            gain = paper_seconds(row["pipeline"], order) / row["seconds"] if comparable else None
            yield [order, row["name"], row["stages"], number(row["seconds"]), len(row["samples"]), spread(row),
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
            "so many runs (`samples`), and the distance between their quartiles over it; loops of more than ten seconds ran once. "
            "Blocks are the fastest that a tune with full q had timed.\n\n")
    text += table(["N", "kernels", "q", "seconds", "samples", "spread", "warm", "device memory", "paper, s", "faster", "/ flops ratio",
                   "/ bandwidth ratio"], table1_rows(machine))
    text += ("\n`warm` is the same number of steps at the tuner's rate, at the same commit, which times many steps in a row of a process that "
             "runs for long. `paper` is the time of the same pipeline, of the shifts its faster one. `as published` computes every "
             "coefficient in every stage; the others leave out those that no later stage reads.\n\n")
    if differ := by_commits(machine, "table1", "tune-advection"):
        text += differ + " `warm` and the blocks of Table 1 are from a tune at its own commit, not from the one below.\n\n"
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
    names = "monolithic", "monolithic, fewest stages"
    pairs = [[found[name, order] for name in names] for order in ORDERS if all((name, order) in found for name in names)]
    in_registers = all(row["kernel"].get("variant") == "registers" for pair in pairs for row in pair)
    why = (f" {SWEEPS}: fewer stages have fewer own operations and take as long."
           if in_registers and takes_as_long([few["seconds"] / many["seconds"] for many, few in pairs]) else "")
    theirs = of_orders(lambda order: number(paper_seconds("two-kernel", order) / paper_seconds("monolithic", order)))
    return (f"For N = {of_orders(str)} the monolithic pipeline is {over('monolithic', 'two kernels, whole grid')} times as fast as two kernels on the "
            f"whole grid, as published {over('monolithic, as published', 'two kernels, as published')} times; in the paper {theirs} times. "
            f"In registers it is {over('monolithic', 'monolithic, as published')} times as fast as it is as published, and fewer stages make it "
            f"{over('monolithic, fewest stages', 'monolithic')} times as fast.{why} "
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


def by_reasons(found):
    """A line for each reason of what was left out, [(what, why)]."""
    by_reason = {}
    for what, why in found:
        by_reason.setdefault(brief(why), []).append(what)
    lines = [f"- left out: {'; '.join(names)}: {reason}\n" for reason, names in by_reason.items()]
    return "".join(lines) + ("\n" if lines else "")


def untimed(groups):
    """The variants that have no row."""
    return by_reasons([(f"{group['system']} {group['pipeline']}/{name}, N = {group['order']}", why)
                       for group in groups for name, why in results.untimed(group).items()])


def variants(machine):
    rows, groups = [], []
    for system in ("advection", "acoustics"):
        for group in results.tuned_groups(machine, system):
            groups.append(group)
            names = {row["configuration"]["variant"] for row in results.timed(group)}
            ranked = sorted(((name, results.best_of(group, variant=name)) for name in names), key=lambda item: item[1]["seconds"])
            for place, (name, row) in enumerate(ranked):
                rows.append([system, group["order"], f"{group['pipeline']}/{name}{results.mark(group)}", group["stages"], row["blocks"],
                             row["configuration"]["slab"] or None, number(PAPER["table1"]["steps"] * row["seconds"]),
                             len(row["samples"]), spread(row), percent(row["share"]) if row["share"] else None, row["registers"],
                             percent(row["occupancy"]) if row["occupancy"] is not None else None,
                             giga(group["bytes"]) if place == 0 and row["best"] else None])
    if not rows:
        return MISSING
    differ = by_commits(machine, "table1", *TUNES)
    return (f"Single precision, {groups[0]['cells'][0]} cells a side, full q, random data: of each the fastest blocks that were timed, and "
            f"{PAPER['table1']['steps']} steps at the median rate of their samples. Blocks of fewer than three samples are taken where a variant "
            "has no others. The paper has no times for acoustics. Memory is that of a pipeline's fastest variant.\n\n"
            + (differ + "\n\n" if differ else "")
            + table(["system", "N", "kernel", "q", "blocks", "slab", "seconds", "samples", "spread", "of the floor", "registers", "occupancy",
                     "memory, GB"], rows) + unfinished(groups) + "\n" + untimed(groups))


# --- beyond the paper ----------------------------------------------------------------------------


def to_dual(rows):
    """One row for each kernel: the way back is the same work. Full steps have one way only."""
    return [row for row in rows if not row["stage"].endswith("to primal")]


def systems(machine):
    rows = to_dual(machine.rows("systems"))
    if not rows:
        return MISSING
    listed = []
    for system in SYSTEMS:
        for precision in ("single", "double"):
            for order in ORDERS:
                of = [row for row in rows if (row["system"], row["precision"], row["order"]) == (system, precision, order)]
                for place, row in enumerate(sorted(of, key=results.seconds)):
                    listed.append([system, precision, order, f"{row['pipeline']}/{row['variant']}" + (" (fastest)" if place == 0 else ""),
                                   number(1e12 * results.seconds(row) / row["cells"]), percent(row["seconds"]["spread"]),
                                   giga(results.flop_rate(row)), giga(results.compulsory_rate(row)), row["roof"]["bound"],
                                   percent(row["roof"]["floor_share"])])
    differ = by_commits(machine, "systems", *TUNES)
    return (f"Half steps with full q on {max(rows[0]['grid'])} cells a side, of each kernel by itself, in blocks that the code chooses. "
            "`of the floor` is the least time of the pipeline's algorithm over the measured one. The floor of `parity` takes the peak of "
            "the vector units; on the FP64 matrix units, which its variant `matrix` uses, the peak of double precision is twice as high "
            "on this kind of GPU.\n\n" + (differ + "\n\n" if differ else "") + by_reasons(results.systems_left_out(machine))
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
        found = {group["order"]: group for group in results.tuned_groups(machine, system) if group["pipeline"] == pipeline}
        best = {order: results.best_of(group) for order, group in found.items()}
        return of_orders(lambda order: "x".join(map(str, best[order]["cells"])) + f" {best[order]['configuration']['variant']}"
                         + results.mark(found[order]) if best.get(order) else None)

    kernels = (("interpolate", results.interpolations, "two-kernel"), ("evolve", results.evolutions, "two-kernel"),
               ("monolithic", None, "monolithic"))
    rows = [[name, of_orders(lambda order: paper[name]["cells"][str(order)]), paper[name]["where"], by_itself(find),
             tuned("advection", pipeline), tuned("acoustics", pipeline)] for name, find, pipeline in kernels]
    text = ("Each entry is for N = 1 / 2 / 3. The paper counts cells along x1; a tuned block is cells along x1 x x2 x x3. "
            "In this code one number serves both kernels of `two-kernel`, so their tuned block is that of the pair; "
            "`by itself` is the fastest of Figure 2's numbers for the one kernel, optimised, on advection.\n\n")
    if differ := by_commits(machine, "table1", "blocks", *TUNES):
        text += differ + "\n\n"
    text += table(["kernel", "paper", "where", "by itself", "tuned, advection", "tuned, acoustics"], rows)
    shown = [group for system in ("advection", "acoustics") for group in results.tuned_groups(machine, system)
             if group["pipeline"] in ("monolithic", "two-kernel")]
    return text + unfinished(shown) + "\n" + price_of_paper_blocks(machine)


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
                    count = cells[str(group["order"])]
                    theirs = results.best_of(group, variant=variant, cells_per_block=count)
                    best = results.best_of(group, variant=variant)
                    if best and theirs:
                        rows.append([system, f"{pipeline}/{variant}{results.mark(group)}", group["order"], count, best["cells"][0],
                                     f"{theirs['seconds'] / best['seconds']:.2f}"])
                    missing += bool(best and not theirs)
    if not rows:
        return MISSING
    return ("With the paper's cells per block in place of our fastest, the same variant takes so many times as long:\n\n"
            + table(["system", "kernel, or pipeline/variant", "N", "paper's", "ours", "times as long"], rows)
            + (f"\nOf {missing} more pipelines and variants the tune did not time the paper's number.\n" if missing else ""))

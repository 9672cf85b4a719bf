"""The sections of the report that are tables: machine -> Markdown."""
import results
import slabs
from account import MISSING, brief, giga, left_out, number, percent, span, table
from results import PAPER
from setting import ORDERS, TUNED
from table1 import LONG, TABLE

# With which of the paper's two columns a pipeline is compared; others with its faster one.
SAME = {"monolithic": "monolithic", "two-kernel": "two-kernel"}
TUNES = ("tune-advection", "tune-acoustics")
CALLED = {"table1": "Table 1", "blocks": "Figure 2", "stages": "Figures 3 and 4", "kernels": "Figure 5", "systems": "this table", "tune-advection": "the tune of advection",
          "tune-acoustics": "the tune of acoustics"}
FEW = 5  # samples; of fewer not the quartiles tell, but the least and the largest
# Why fewer stages save no time.
SWEEPS = "The kernels in registers run the same sweeps whatever q, with rates of 0 beyond it (`kernels/hermite/sweep.hpp`)"


def of_orders(text):
    """One entry for each order, those that are missing as a dash."""
    return " / ".join(str(text(order)) if text(order) is not None else "-" for order in ORDERS)


def by_commits(machine, *kinds, called=CALLED):
    """A sentence with the commits of these results; nothing where they are the same."""
    found = machine.commits(*kinds)
    places = "; ".join(f"{' and '.join(called[kind] for kind in of)} at {commit}" for commit, of in found.items())
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


def gain(row):
    """The paper's time over this one; None where the two are not of the same problem."""
    paper = PAPER["table1"]
    comparable = (row["cells"], row["steps"], row["precision"]) == (paper["cells"], paper["steps"], paper["precision"])
    return paper_seconds(row["pipeline"], row["order"]) / row["seconds"] if comparable else None


def gain_of_code(machine, row, unit="TFLOP/s"):
    """The same with the hardware taken out; None where that cannot be."""
    ratios, faster = hardware_ratios(machine), gain(row)
    return faster / ratios[unit] if faster and ratios else None


def gains_of_code(machine, name, unit="TFLOP/s"):
    """Of a row of Table 1, one entry for each order, in words; empty where there is none."""
    found = {row["order"]: gain_of_code(machine, row, unit) for row in machine.rows("table1") if row["name"] == name}
    return of_orders(lambda order: number(found[order]) if found.get(order) else None) if any(found.values()) else ""


def spread(row):
    """Of samples, as a share of their median; one has none."""
    seconds = [sample["seconds"] if isinstance(sample, dict) else sample for sample in row["samples"]]
    if len(seconds) < 2:
        return "-"
    return percent(row["spread"] if len(seconds) >= FEW else (max(seconds) - min(seconds)) / row["seconds"])


def summary(found):
    """Seconds of every row of Table 1 on each machine, beside the paper's; nothing where none was measured."""
    found, paper = [machine for machine in found if machine.rows("table1")], PAPER["table1"]
    if not found:
        return ""
    problems = [(paper["cells"], paper["steps"]), *((machine.rows("table1")[0]["cells"], machine.rows("table1")[0]["steps"]) for machine in found)]
    heads = [f"{name}: {cells} cells a side, {steps} steps" for name, (cells, steps) in zip((f"the paper, {PAPER['device']}", *(machine.name for machine in found)), problems)]

    def seconds(machine, name):
        by_order = {row["order"]: row["seconds"] for row in machine.rows("table1") if row["name"] == name}
        return of_orders(lambda order: number(by_order[order]) if order in by_order else None)

    def theirs(name):  # its two pipelines are our rows `as published`
        pipeline = next((row["pipeline"] for machine in found for row in machine.rows("table1") if row["name"] == name), None)
        return of_orders(lambda order: paper_seconds(pipeline, order)) if pipeline in SAME and name.endswith("as published") else None
    names = [name for name, *_ in TABLE if any(row["name"] == name for machine in found for row in machine.rows("table1"))]
    return ("\n## Seconds of each pipeline\n\nTable 1 in short: advection, single precision, seconds of the time loop for N = "
            f"{of_orders(str)}. What the rows are, and of how many runs, is said with each machine.\n\n"
            + table(["kernels", *heads], ([name, theirs(name), *(seconds(machine, name) for machine in found)] for name in names)))


def table1_rows(machine):
    for order in ORDERS:
        for row in (row for row in machine.rows("table1") if row["order"] == order):
            faster, rests = gain(row), [gain_of_code(machine, row, unit) for unit in ("TFLOP/s", "GB/s")]
            yield [order, slabs.called(row), row["stages"], number(row["seconds"]), len(row["samples"]), spread(row),
                   number(row["steps"] * row["tuned_step_seconds"]) if row["tuned_step_seconds"] else None,
                   row["memory"].rpartition(": ")[2].replace(" in all", ""),
                   paper_seconds(row["pipeline"], order) if faster else "not comparable", number(faster) if faster else None,
                   *(number(rest) if rest else None for rest in rests)]


def table1(machine):
    rows = machine.rows("table1")
    if not rows:
        return MISSING
    first = rows[0]
    text = (f"Advection, {first['cells']} cells a side, {first['steps']} steps, {first['precision']} precision, random data, "
            f"lam = {number(first['courant'])}. **A step is two half steps**, from the primal grid to the dual one and back. "
            f"Seconds of the time loop of `hermite run`, its look at the fields every 50 steps included: median of "
            "so many runs (`samples`); `spread` is the distance between their quartiles over it, of fewer than "
            f"{FEW} between the least and the largest; loops of more than {LONG} seconds ran once{cut_short(machine)}. "
            "Blocks are the fastest that a tune with full q had timed"
            + ("" if all(row["tuned"] for row in rows) else ", but where it says `not tuned` below") + ".\n\n")
    text += table(["N", "kernels", "q", "seconds", "samples", "spread", "warm", "device memory", "paper, s", "faster", "/ flops ratio",
                   "/ bandwidth ratio"], table1_rows(machine))
    text += ("\n`warm` is the same number of steps at the tuner's rate, which times many steps in a row of a process that "
             "runs for long; in a loop of some tenths of a second and more a board may lower its clock besides (Figure 5). `paper` is the time of the same pipeline, of the shifts its faster one. `as published` computes every "
             "coefficient in every stage; the others leave out those that no later stage reads, in registers all but a few of them.\n\n")
    text += (by_commits(machine, "table1", "tune-advection") + " " + whose_blocks(machine)).strip() + "\n\n"
    text += baseline(machine) + in_words(machine) + slabs.of_table1(machine) + left_out(machine, "table1") + by_kernels(machine)
    text += "What ran, and its blocks (cells along x1 x x2 x x3):\n\n"
    text += table(["N", "kernels", "block", "arrays"],
                  ([row["order"], slabs.called(row), row["block"].partition(": ")[2] + ("" if row["tuned"] else " (not tuned)"),
                    row["memory"].rpartition(": ")[0]]
                   for order in ORDERS for row in rows if row["order"] == order))
    return text


def whose_blocks(machine):
    """Which tune Table 1 has its blocks from."""
    below = {row.get("seconds") for group in results.tuned_groups(machine, "advection") for row in group["rows"]}
    rows = [row for row in machine.rows("table1") if row["tuned_step_seconds"]]
    own = [row for row in rows if row["tuned_step_seconds"] not in below]
    if not own:
        return "`warm` and the blocks of Table 1 are from the tune below."
    if len(own) == len(rows):
        return "`warm` and the blocks of Table 1 are from a tune of its own, not from the one below."
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(row["name"] for row in own))
    return f"`warm` and the blocks of Table 1 are from the tune below, those of {names} from one of their own."


def cut_short(machine):
    """Short loops that ran once as well, as the time of the measurement was over."""
    unmet = {(entry["name"], entry["order"]) for entry in machine["table1"]["left_out"]}
    rows = [row for row in machine.rows("table1")
            if len(row["samples"]) == 1 and row["seconds"] <= LONG and (row["name"], row["order"]) in unmet]
    orders = " and ".join(map(str, sorted({row["order"] for row in rows})))
    return f", and so did those of N = {orders} that took {span([row['seconds'] for row in rows])} s, as the time was over" if rows else ""


def baseline(machine):
    """What `as published` is, and what it is no measure of."""
    literal, ours = (gains_of_code(machine, name) for name in ("monolithic, as published", "monolithic"))
    text = "`as published` is the paper's algorithm as we wrote it out, not its authors' code, and a weak thing to compare with. "
    if literal and ours:
        text += (f"With the hardware taken out by the flops ratio, its monolithic rows have {literal} of the paper's speed for N = "
                 f"{of_orders(str)}. So the factor of the kernels in registers over these rows is no gain over the paper. That gain is "
                 f"`/ flops ratio` of the rows `monolithic`: {ours} "
                 f"(by the ratio of bandwidth {gains_of_code(machine, 'monolithic', 'GB/s')}). ")
    return text + ("The shifts are another algorithm, for advection with constant coefficients alone: their `faster` compares "
                   "algorithms, not kernels.\n\n")


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
            f"whole grid, written out as published {over('monolithic, as published', 'two kernels, as published')} times; in the paper {theirs} times. "
            f"{'In registers it' if in_registers else 'It'} is {over('monolithic', 'monolithic, as published')} times as fast as our `monolithic, as published`, and fewer stages make it "
            f"{over('monolithic, fewest stages', 'monolithic')} times as fast.{why} "
            f"The full-step shift is {over('full-step shift', 'monolithic')} times as fast as the monolithic pipeline, the half-step shift "
            f"{over('half-step shift', 'monolithic')} times." + two_steps(over) + "\n\n")


def two_steps(over):
    """What a sweep of two steps gains, where it was measured."""
    name = "full-step shift, two steps a sweep"
    gained = over(name, "full-step shift")
    return (f" `{name}` reads and writes the fields once for two steps (`kernel.steps_per_sweep` 2; kernels/): it is {gained} times as fast as the "
            "full-step shift." if any(mark.isdigit() for mark in gained) else "")


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


def cheapest_floor(groups, group):
    """Seconds of a step: the least that any pipeline here needs for the system and the N; None where that is not known."""
    floors = [row.get("floor_seconds") or other["floor_seconds"] for other in groups
              if (other["system"], other["order"]) == (group["system"], group["order"]) for row in results.timed(other)]
    return min((floor for floor in floors if floor), default=None)


def variants(machine):
    groups, rows, shown = [group for system in TUNED for group in results.tuned_groups(machine, system)], [], []
    for group in groups:
        names, least = {row["configuration"]["variant"] for row in results.timed(group)}, cheapest_floor(groups, group)
        ranked = sorted(((name, results.best_of(group, variant=name)) for name in names), key=lambda item: item[1]["seconds"])
        for name, row in ranked:
            shown.append((group, row))
            size, of_floor = slabs.memory(group, row), slabs.share(group, row)
            rows.append([group["system"], group["order"], f"{group['pipeline']}/{name}{results.mark(group)}", group["stages"], row["blocks"],
                         row["configuration"]["slab"] or None, number(PAPER["table1"]["steps"] * row["seconds"]),
                         len(row["samples"]), spread(row), percent(of_floor) if of_floor else "-",
                         percent(least / row["seconds"]) if least else "-", row["registers"],
                         percent(row["occupancy"]) if row["occupancy"] is not None else None, giga(size) if size else "-"])
    if not rows:
        return MISSING
    differ = by_commits(machine, "table1", *TUNES)
    return (f"Single precision, {groups[0]['cells'][0]} cells a side, full q, random data: of each the fastest blocks that were timed, and "
            f"{PAPER['table1']['steps']} steps at the median rate of their samples. Blocks of fewer than three samples are taken where a variant "
            "has no others. `spread` is as in Table 1. The paper has no times for acoustics. Memory is that of the pipeline's arrays for this slab, "
            "which the variants share. `of the floor` is the least time of the pipeline's algorithm over the measured one, `of the cheapest` that of "
            "whatever pipeline here needs the least, of a system and an N.\n\n" + (differ + "\n\n" if differ else "") + slabs.words(shown)
            + table(["system", "N", "kernel", "q", "blocks", "slab", "seconds", "samples", "spread", "of the floor", "of the cheapest",
                     "registers", "occupancy", "memory, GB"], rows) + unfinished(groups) + "\n" + untimed(groups))

"""The section of the cells per block, the paper's and ours: machine -> Markdown."""
import results
from account import MISSING, table
from results import PAPER
from setting import ORDERS, TUNED
from tables import TUNES, by_commits, of_orders, unfinished

# The paper's kernels: what finds each by itself, its pipeline, and its place among the kernels of that.
KERNELS = {"interpolate": (results.interpolations, "two-kernel", 0), "evolve": (results.evolutions, "two-kernel", 1), "monolithic": (None, "monolithic", 0)}
BY_CELLS = ("literal", "march")  # variants whose cells along x1 are tuned


def best_rows(machine, system, pipeline, **wanted):
    """{order: (group, its fastest row)}"""
    found = {group["order"]: (group, results.best_of(group, **wanted)) for group in results.tuned_groups(machine, system) if group["pipeline"] == pipeline}
    return {order: (group, row) for order, (group, row) in found.items() if row}


def block(row, which):
    """Of one of a row's kernels: cells along x1 x x2 x x3."""
    return row["blocks"].split("; ")[which].split()[1]


def along_x1(row, which):
    return int(block(row, which).partition("x")[0])


def cells_per_block(machine):
    paper, rows = PAPER["cells_per_block"], []

    def by_itself(find):
        def fastest(order):
            return results.fastest_cells(results.by_cells(machine, find, order))
        return of_orders(fastest) if find else None

    def tuned(system, pipeline, which, **wanted):
        found = best_rows(machine, system, pipeline, **wanted)

        def entry(order):
            group, row = found[order]
            return block(row, which) + ("" if wanted else f" {row['configuration']['variant']}") + results.mark(group)
        return of_orders(lambda order: entry(order) if order in found else None)
    for name, (find, pipeline, which) in KERNELS.items():
        theirs = of_orders(lambda order: paper[name]["cells"][str(order)]), paper[name]["where"], by_itself(find)
        for variant in (None, *BY_CELLS):
            wanted = {"variant": variant} if variant else {}
            rows.append([name, variant or "fastest", *(theirs if not variant else [None] * 3), *(tuned(system, pipeline, which, **wanted) for system in TUNED)])
    text = ("Each entry is for N = 1 / 2 / 3. The paper counts cells along x1; a tuned block is cells along x1 x x2 x x3. "
            "In this code one number serves both kernels of `two-kernel`, which are tuned as a pair (those in `registers` have boxes of their own); "
            "`by itself` is the fastest of Figure 2's numbers for the one kernel, optimised, on advection.\n\n")
    if differ := by_commits(machine, "table1", "blocks", *TUNES):
        text += differ + "\n\n"
    text += table(["kernel", "variant", "paper", "where", "by itself", *(f"tuned, {system}" for system in TUNED)], rows)
    shown = [group for system in TUNED for group in results.tuned_groups(machine, system) if group["pipeline"] in ("monolithic", "two-kernel")]
    return text + unfinished(shown) + acoustics_beside_advection(machine) + "\n" + price_of_paper_blocks(machine)


def both_systems(machine):
    """Of each pipeline, variant of BY_CELLS and order that both systems have: (cells along x1 of its first kernel, samples) of each system;
    and how many one of them lacks."""
    pairs, missing = [], 0
    for pipeline in dict.fromkeys(pipeline for _, pipeline, _ in KERNELS.values()):
        for variant in BY_CELLS:
            found = [best_rows(machine, system, pipeline, variant=variant) for system in TUNED]
            both = [[of[order][1] for of in found] for order in ORDERS if all(order in of for of in found)]
            pairs += [[(along_x1(row, 0), len(row["samples"])) for row in rows] for rows in both]
            missing += len(ORDERS) - len(both)
    return pairs, missing


def acoustics_beside_advection(machine):
    """Whether acoustics wants fewer cells in a block, as the paper found, as far as these tunes tell."""
    pairs, missing = both_systems(machine)
    if not pairs:
        return ""
    less, more = (sum(sign * ours < sign * theirs for (theirs, _), (ours, _) in pairs) for sign in (1, -1))
    few = sum(min(samples for _, samples in pair) < results.SURE for pair in pairs)
    text = (f"\nThe paper found that acoustics wants fewer cells in a block than advection ({PAPER['cells_per_block']['acoustics']['where']}). Of the {len(pairs)} entries of "
            f"{' and '.join(f'`{name}`' for name in BY_CELLS)} above that both systems have, a pair of kernels counted once, acoustics has fewer cells along x1 in {less}, as many in "
            f"{len(pairs) - less - more} and more in {more}.")
    unknown = [why for count, why in ((few, f"{few} of these rest on fewer than {results.SURE} samples in one of the systems"),
                                        (missing, f"{missing} more are not timed for one of the systems at least")) if count]
    return text + (f" Not settled: {', and '.join(unknown)}." if unknown else "") + of_registers(machine) + "\n"


def of_registers(machine):
    """Why blocks of `registers` do not answer that."""
    widths = [{along_x1(row, which) for _, pipeline, which in KERNELS.values()
               for _, row in best_rows(machine, system, pipeline, variant="registers").values()} for system in TUNED]
    alike = len(set.union(*widths)) == 1 and all(widths)
    return f" Blocks of `registers` do not answer it: they are {min(widths[0])} cells wide for both systems." if alike else ""


def price_of_paper_blocks(machine):
    """What the paper's numbers of cells would cost here, against the fastest of the same variant."""
    rows, missing = [], 0
    for name, find in (("interpolate", results.interpolations), ("evolve", results.evolutions)):
        for order in ORDERS:
            line, theirs = results.by_cells(machine, find, order), PAPER["cells_per_block"][name]["cells"][str(order)]
            if theirs in line:
                best = results.fastest_cells(line)
                rows.append(["advection", f"{name} by itself", order, theirs, best, f"{results.seconds(line[theirs]) / results.seconds(line[best]):.2f}"])
    for system in TUNED:
        for kernel, pipeline in (("monolithic", "monolithic"), ("interpolate", "two-kernel")):
            cells = PAPER["cells_per_block"][kernel]["cells"]
            for group in results.tuned_groups(machine, system):
                if group["pipeline"] != pipeline:
                    continue
                for variant in BY_CELLS:
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

"""The section of Figure 5: every kernel of advection under the roofs, as modelled and as counted by the hardware."""
import results
from account import giga, left_out, number, percent, span, table
from results import KERNELS, LEVELS, PAPER, VARIANTS
from setting import ORDERS

NAMES = {"memory": "bytes of the memory", "L2": "bytes of L2", "L1": "bytes of L1: global and shared memory",
         "single": "operations in single precision"}
TWICE = 1.2  # times the compulsory bytes: above it the report says so
SLOWER = 1.05  # times as long: likewise of the way back
LOWERED = 0.95  # of the highest clock, likewise
MUCH = 0.1  # operations in double precision for each of a kernel's own, likewise


def name_of(row):
    return f"{row['kernels'][0]['name']}, N = {row['order']}"


def efficiencies(machine, kernels):
    """The paper's measure, of the fastest variant of each kernel; and what the paper says of it."""
    best = {}
    for name, row in kernels:
        at = name, row["order"]
        if at not in best or results.seconds(row) < results.seconds(best[at]):
            best[at] = row
    value = {at: results.efficiency(machine, row) for at, row in best.items()}

    def entry(at):
        return f"{percent(value[at])} {best[at]['variant']}" if at in value else "-"
    text = ("Efficiency as the paper defines it, of the fastest variant of each kernel: GFLOP/s over the lesser of two, operations per byte "
            "of the memory times its bandwidth, and the peak. The bandwidth is the measured one of as many bytes at the kernel's mix: that of a copy, and for what it "
            "reads beyond what it writes that of reading, as in the floor.\n\n")
    text += table(["kernel", *(f"N = {order}" for order in ORDERS)],
                  ([name, *(entry((name, order)) for order in ORDERS)] for name in KERNELS))
    text += slower_back(machine, best) + lowered(machine, best)
    whole = [order for order in ORDERS if all((name, order) in best for name in KERNELS)]
    both = [order for order in whole if min(value["interpolation", order], value["evolution", order]) > value["monolithic", order]]
    shift, monolithic = ([results.modelled(best[name, order], "single") for order in whole] for name in ("half-step shift", "monolithic"))
    if whole:
        text += (f"\nThe paper finds interpolation and evolution more efficient than the monolithic kernel ({PAPER['efficiency']['where']}). "
                 f"Here both are for {', '.join(f'N = {order}' for order in both) or 'no order'}. The half-step shift, which the "
                 f"paper has not, does the same work with {span([a / b for a, b in zip(shift, monolithic)])} times the operations of the "
                 "monolithic kernel.\n")
    return text + read_twice(best)


def slower_back(machine, best):
    """Kernels whose other half step takes longer, which these efficiencies do not show."""
    rows = machine.rows("kernels")
    both = {at: (row, results.other_half(rows, row)) for at, row in best.items()}
    slower = {at: (there, back) for at, (there, back) in both.items() if back and times_as_long(there, back) > SLOWER}
    text = "\nThe half steps are those from the primal grid to the dual one"
    if not slower:
        return text + "; the way back takes as long.\n"
    listed = "; ".join(f"{name}, N = {order}: {how_much_slower(*ways)}" for (name, order), ways in slower.items())
    return (text + f". On the way back some take longer, so many times as long, and are as much less efficient: {listed}."
            f"{alike_by_themselves(slower.values())}\n")


def times_as_long(there, back):
    return results.seconds(back) / results.seconds(there)


def how_much_slower(there, back):
    notes = []
    if results.clock(there) and results.clock(back):
        notes.append(f"at {results.clock(back) / results.clock(there):.2f} of the clock")
    if results.is_unsettled(back):
        notes.append(f"samples that spread by {percent(back['seconds']['spread'])}")
    return f"{times_as_long(there, back):.2f}" + (f" ({', '.join(notes)})" if notes else "")


def alike_by_themselves(ways):
    """Whether the profiler, which runs a kernel once, finds both ways alike."""
    seconds = [[(row["counters"] or {}).get("seconds") for row in pair] for pair in ways]
    if not all(there and back for there, back in seconds):
        return ""
    ratios = [back / there for there, back in seconds]
    if max(ratios) > SLOWER:
        return ""
    return (f" Nsight Compute, which runs each kernel once and alone, finds both ways alike, {span(ratios)}: the kernels are not what differs. "
            "A board lowers its clock for power or heat while it works, and the way back is timed last.")


def lowered(machine, best):
    """Which of these kernels ran at a lowered clock."""
    clocks = [results.clock(row) for row in machine.rows("kernels")]
    if not all(clocks):
        return ""
    low = [f"{name}, N = {order} ({gigahertz(row)} GHz)" for (name, order), row in best.items() if results.clock(row) < LOWERED * max(clocks)]
    return f"\nBelow {percent(LOWERED)} of the highest clock, {max(clocks) * 1e-9:.2f} GHz, ran: {'; '.join(low)}.\n" if low else ""


def gigahertz(row):
    return f"{results.clock(row) * 1e-9:.2f}" if row and results.clock(row) else "-"


def read_twice(best):
    """Kernels whose efficiency says more than their share of the floor, as they move more than they have to."""
    more, text = {}, ""
    for (name, order), row in best.items():
        if results.counted(row, "memory") and results.counted(row, "memory") > TWICE * results.modelled(row, "memory"):
            more.setdefault(name, []).append((order, row))
    for name, rows in more.items():
        moved = ", ".join(f"{results.counted(row, 'memory') / results.modelled(row, 'memory'):.2f}" for _, row in rows)
        text += (f"\nBytes that blocks read twice raise this measure: the {name} at N = {', '.join(str(order) for order, _ in rows)} moves {moved} "
                 f"times the compulsory bytes, and reaches {', '.join(percent(row['roof']['floor_share']) for _, row in rows)} of its floor.\n")
    return text


def ceilings_kept(machine, kernels):
    """Whether what was counted can be."""
    shares = [(share, level, row) for _, row in kernels for level, share in results.shares(machine, row).items()
              if results.counted(row, level) is not None]
    if not shares:
        return "\nNothing was counted by the hardware: all bytes below are the model's.\n"
    share, level, row = max(shares, key=lambda item: item[0])
    above = sum(share > 1 for share, *_ in shares)
    many = "nothing is" if not above else "1 rate is" if above == 1 else f"{above} rates are"
    reading = machine.ceilings().get("read")
    above_copy = (f"\nThe line of the memory is the rate of a copy. A kernel that reads more than it writes may stand above it, as reading alone goes "
                  f"at {giga(reading)} GB/s; its ceiling, here and in the efficiencies, is that of its own mix.\n") if reading else ""
    return (above_copy + f"\nOf what was counted {many} above its measured ceiling; the highest share of one is "
            f"that of {name_of(row)}: {percent(share)} of {level}.\n")


def counts(machine, kernels):
    """What the hardware counts over what the model does, and where they part."""
    counted = [row for _, row in kernels if None not in [results.counted(row, level) for level in LEVELS]]
    if not counted:
        return ""

    def ratios(level, variant):
        return [results.counted(row, level) / results.modelled(row, level) for row in counted if row["variant"] == variant]
    text = "\nCounted over modelled, of all orders:\n\n" + table(["", *VARIANTS], (
        [name, *(span(found) if (found := ratios(level, variant)) else "-" for variant in VARIANTS)] for level, name in NAMES.items()))
    text += ("\nThe model's bytes of the memory are the compulsory ones; those of L2 are of blocks that read their cells and neighbours once."
             + of_registers([row for row in counted if row["variant"] == "registers"]))
    modelled = [(results.modelled(row, "L1") / results.seconds(row) / results.peaks(machine)["L1"], row) for row in counted]
    above = [f"{name_of(row)}, {percent(share)}" for share, row in modelled if share > 1]
    text += (f" By the model alone these would be above that roof: {'; '.join(above)}.\n" if above else "\n")
    double = [(results.counted(row, "double") / results.modelled(row, "single"), row) for row in counted]
    some, much = ([(ratio, row) for ratio, row in double if ratio > least] for least in (0, MUCH))
    if much:
        ratio, row = max(much, key=lambda item: item[0])
        text += (f"\n{len(some)} kernels in single precision also do operations in double precision, {len(much)} of them more than {MUCH} for each of "
                 f"their own: {span([ratio for ratio, _ in much])}, most of all {name_of(row)}. They are those of "
                 f"{' and '.join(f'`{name}`' for name in VARIANTS if name in {row['variant'] for _, row in some})} that evolve: every thread makes "
                 "the rates of a stage in double precision, which the model does not count.\n")
    return text


def of_registers(rows):
    """On which side of the hardware's count in L1 the model is of these, and why."""
    ratios = [results.counted(row, "L1") / results.modelled(row, "L1") for row in rows]
    text = ""
    if ratios and min(ratios) > 1:
        text = " In L1 the model is too low for `registers`"
        if not any(row["model"]["scratch_bytes"] for row in rows):
            text += ": it leaves out the scratch of kernels that only GPUs have (`roofline/README.md`)"
    elif ratios and max(ratios) < 1:
        text = " In L1 the model is too high for `registers`: values that it counts as shared memory stay in registers or go by shuffles"
    if text and any(row["counters"]["global_bytes"] < row["model"]["requested_bytes"] for row in rows):
        text += "; what the copy engine brings is not in the hardware's count"
    return text and text + "."


def every_kernel(machine, kernels):
    rows, clocks = [], all(results.clock(row) for _, row in kernels)
    busiest = results.busiest_of([row for _, row in kernels])
    for (name, row), part in zip(kernels, busiest):
        shares, rate, bandwidth = results.shares(machine, row), results.flop_rate(row), results.bandwidth(row)
        back = results.other_half(machine.rows("kernels"), row)
        rows.append([row["order"], name, row["variant"], "x".join(map(str, row["kernels"][0]["cells"])),
                     *([gigahertz(row), gigahertz(back)] if clocks else []), giga(rate), number(rate / bandwidth), giga(bandwidth), *map(percent, shares.values()), percent(results.efficiency(machine, row)),
                     percent(row["roof"]["floor_share"]), f"{times_as_long(row, back):.2f}" if back else "-", *part])
    return ("\n`back`: how many times as long the half step from the dual grid to the primal one takes; all else is of the other one. GFLOP/s are a kernel's own operations; bytes, and the shares of each ceiling, are counted where the hardware could. "
            "`single` and `double` are shares of the peaks of multiply-adds, by what it counts."
            + (" `GHz`: the multiprocessors' clock meanwhile, which a board lowers for power or heat." if clocks else "")
            + (f" {results.BUSIEST}" if any(busiest) else "") + "\n\n"
            + table(["N", "kernel", "variant", "cells of a block", *(["GHz", "back, GHz"] if clocks else []), "GFLOP/s", "flop per byte of the memory", "GB/s", *LEVELS, "efficiency",
                     "of the floor", "back", *(["busiest part"] if any(busiest) else [])], rows))


def busy(kernels):
    """What the parts of the GPU did meanwhile; nothing where the counters were read before these were among them."""
    parts = results.parts_counted([row for _, row in kernels])
    if not parts:
        return ""
    return ("\nOf the time, or of what it can do in it, each part was at work; one near 100 % binds.\n\n"
            + table(["N", "kernel", "variant", "warps", *parts.values()],
                    [[row["order"], name, row["variant"], percent(row["counters"]["occupancy"]), *(percent(row["counters"][part]) for part in parts)]
                     for name, row in kernels]))


def section(machine):
    kernels = results.all_kernels(machine)
    return (f"\nHardware counters: {machine['kernels']['counters']}. A filled mark and a hollow one that a line joins are one kernel.\n\n"
            + left_out(machine, "kernels") + efficiencies(machine, kernels) + ceilings_kept(machine, kernels) + counts(machine, kernels)
            + every_kernel(machine, kernels) + busy(kernels))

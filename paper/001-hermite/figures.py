"""The figures, one function each: a machine -> a figure, or None where it was not measured.

Each answers the figure of the paper that has its number. Rates are those of the half step from the primal to
the dual grid.
"""
import pictures
import results
from account import number
from matplotlib.ticker import FixedLocator, LogLocator
from pictures import COLOURS, beside, plt
from results import KERNELS, LEVELS, PAPER, VARIANTS
from setting import ORDERS

COLOUR = dict(zip(ORDERS, COLOURS))
MARKER = dict(zip(ORDERS, "osD"))
GIGA = 1e-9
PAPERS, OURS = COLOURS[5], COLOURS[6]  # marks of the best cells per block
KERNEL_COLOUR, VARIANT_MARKER = dict(zip(KERNELS, COLOURS)), dict(zip(VARIANTS, "os^"))


# Of Figure 1, in order.
BARS = {"naive": "#bbbbbb", "march (as the paper's\noptimised kernel), the\npaper's cells per block": "#56B4E9",
        "march, its fastest\ncells per block": "#0072B2", "registers": "#D55E00"}


def panels(count, machine, title, width=4.0, **options):
    return pictures.panels(count, f"{title}; {machine.device()}, single precision", width, **options)


def bandwidth_label(rows):
    return "bandwidth (memory, counted), GB/s" if results.is_counted(rows) else "compulsory bytes, GB/s\n(nothing was counted)"


def logarithmic(axis):
    """With some ticks in a decade, as plain numbers."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(FixedLocator([]))


def ceiling_line(axes, value, name):
    if value:
        axes.axhline(value * GIGA, color="#444444", linewidth=1)
        axes.annotate(f"{name}: {number(value * GIGA)}", xy=(1, value * GIGA), xycoords=("axes fraction", "data"), fontsize=7, ha="right", va="bottom",
                      xytext=(0, 1), textcoords="offset points", color="#444444")


def figure1(machine):
    """Interpolation, naive and optimised."""
    if not machine.rows("blocks"):  # naive alone answers nothing
        return None
    paper = PAPER["cells_per_block"]["interpolate"]["cells"]
    bars = {name: [] for name in BARS}
    for order in ORDERS:
        rows = results.by_cells(machine, results.interpolations, order)
        found = results.naive(machine, order), rows.get(paper[str(order)]), rows.get(results.fastest_cells(rows)), results.in_registers(machine, order)
        for name, row in zip(bars, found):
            bars[name].append(row)
    bars = {name: group for name, group in bars.items() if any(group)}
    rows = [row for group in bars.values() for row in group if row]
    if not rows:
        return None
    width = 0.8 / len(bars)
    figure, axes = panels(3, machine, "Interpolation")
    rates = ((results.cell_rate, "1e9 cells/s"), (results.flop_rate, "GFLOP/s (own operations)"), (results.bandwidth, bandwidth_label(rows)))
    for one, (rate, label) in zip(axes, rates):
        for place, (name, group) in enumerate(bars.items()):
            at = [order + width * (place - (len(bars) - 1) / 2) for order, row in zip(ORDERS, group) if row]
            one.bar(at, [rate(row) * GIGA for row in group if row], width=0.92 * width, color=BARS[name], label=name)
        one.set_xticks(ORDERS, [f"N = {order}" for order in ORDERS])
        one.set_ylabel(label)
    ceiling_line(axes[-1], results.peaks(machine)["memory"], "copy, measured")
    beside(axes[-1], axes[0].get_legend_handles_labels()[0])
    return figure


def figure2(machine):
    """Interpolation: throughput and bandwidth as cells per block grow, and against each other, as the paper draws them."""
    lines = {order: results.by_cells(machine, results.interpolations, order) for order in ORDERS}
    rows = [row for line in lines.values() for row in line.values()]
    if not rows:
        return None
    figure, axes = panels(len(ORDERS), machine, "Interpolation by cells per block", width=3.8, rows=2)
    for above, below, (order, line) in zip(axes, axes[len(ORDERS):], lines.items()):
        theirs, ours = PAPER["cells_per_block"]["interpolate"]["cells"][str(order)], results.fastest_cells(line)
        rates = {cells: (results.throughput(row) * GIGA, results.bandwidth(row) * GIGA) for cells, row in line.items()}
        for which, style in enumerate(("--", "-")):
            above.plot(list(line), [rates[cells][which] for cells in line], style, color=COLOUR[order], marker=MARKER[order], markersize=5,
                       linewidth=1.2, markerfacecolor=COLOUR[order] if which else "none")
        below.plot(*zip(*rates.values()), color=COLOUR[order], marker=MARKER[order], markersize=5, linewidth=0.7)
        for cells, colour, reach in ((theirs, PAPERS, 14), (ours, OURS, 9)):
            if cells in rates:
                above.axvline(cells, color=colour, linewidth=5, alpha=0.35, zorder=0)
                below.plot(*rates[cells], marker="o", markersize=reach, markerfacecolor="none", color=colour, markeredgewidth=1.6)
        low, high = min(rates.values()), max(rates.values())
        for cells, point in rates.items():  # on that side of the points' line where no others are
            left = (point[1] - low[1]) * (high[0] - low[0]) >= (high[1] - low[1]) * (point[0] - low[0])
            below.annotate(str(cells), point, xytext=(-10, 3) if left else (9, -10), textcoords="offset points", fontsize=8,
                           ha="right" if left else "left")
        if (row := results.naive(machine, order)) and results.is_counted([row]) == results.is_counted(rows):
            below.plot(results.throughput(row) * GIGA, results.bandwidth(row) * GIGA, color="#777777", marker="x", linestyle="")
        above.set_xscale("log", base=2)
        above.set_xticks(list(line), [str(cells) for cells in line])
        above.xaxis.set_minor_locator(FixedLocator([]))
        above.set_ylim(bottom=0)
        above.set_title(f"N = {order}", fontsize=10)
        above.set_xlabel("cells per block along x1")
        below.margins(0.18)
        below.set_xlabel("throughput, GB/s")
    axes[0].set_ylabel("GB/s")
    axes[len(ORDERS)].set_ylabel(bandwidth_label(rows))
    key = [plt.Line2D([], [], color="#444444", linestyle="--", marker="o", markerfacecolor="none", label="throughput (requested bytes)"),
           plt.Line2D([], [], color="#444444", marker="o", label="bandwidth (memory)")]
    optima = [plt.Line2D([], [], color=PAPERS, alpha=0.35, linewidth=5, label="the paper's cells per block"),
              plt.Line2D([], [], color=OURS, alpha=0.35, linewidth=5, label="our fastest")]
    beside(axes[len(ORDERS) - 1], key + optima)
    rings = [plt.Line2D([], [], color=colour, marker="o", markersize=size, markerfacecolor="none", linestyle="", label=label)
             for colour, size, label in ((PAPERS, 11, "the paper's cells per block"), (OURS, 8, "our fastest"))]
    beside(axes[-1], [*rings, plt.Line2D([], [], color="#777777", marker="x", linestyle="", label="naive")])
    return figure


def against_stages(machine, find, title, published):
    """Rates against q: every coefficient in every stage (dashed), and those alone that are needed."""
    figure, axes = panels(3, machine, title)
    shown = {False: {}, True: {}}  # the variants, in order
    for order in ORDERS:
        for truncate, style, wanted in ((False, "--", published), (True, "-", {})):
            fastest = {}
            for row in find(machine.rows("stages"), order=order, truncate=truncate, **wanted):
                if row["stages"] not in fastest or results.seconds(row) < results.seconds(fastest[row["stages"]]):
                    fastest[row["stages"]] = row
            qs = sorted(fastest)
            shown[truncate].update(dict.fromkeys(fastest[q]["variant"] for q in qs))
            for one, rate in zip(axes, (results.flop_rate, results.compulsory_rate, results.cell_rate)):
                one.plot(qs, [rate(fastest[q]) * GIGA for q in qs], style, color=COLOUR[order], marker=MARKER[order], markersize=4,
                         linewidth=1.2, markerfacecolor=COLOUR[order] if truncate else "none", label=f"N = {order}" if truncate else None)
    ceiling_line(axes[0], results.peaks(machine)["single"], "multiply-adds, measured")
    ceiling_line(axes[1], results.peaks(machine)["memory"], "copy, measured")
    for one, label in zip(axes, ("GFLOP/s (own operations)", "GB/s (compulsory bytes)", "1e9 cells/s")):
        logarithmic(one.yaxis)
        one.set_xlabel("stages q")
        one.set_ylabel(label)
    handles, _ = axes[0].get_legend_handles_labels()
    handles += [plt.Line2D([], [], color="#444444", linestyle="-", label=f"needed coefficients,\n{', '.join(shown[True])}"),
                plt.Line2D([], [], color="#444444", linestyle="--", label=f"all coefficients, as published,\n{', '.join(shown[False])}")]
    beside(axes[-1], handles)
    return figure


def figure3(machine):
    """Evolution against q."""
    if not results.evolutions(machine.rows("stages")):
        return None
    return against_stages(machine, results.evolutions, "Evolution", {})


def figure4(machine):
    """The monolithic kernel against q."""
    def find(rows, **wanted):
        return results.pick(rows, "monolithic", "to dual", **wanted)
    if not find(machine.rows("stages")):
        return None
    return against_stages(machine, find, "Monolithic kernel", {"variant": "literal"})


def figure5(machine):
    """Every kernel under the roofs: a row for each order, a column for each level of the memory."""
    kernels = results.all_kernels(machine)
    if not kernels:
        return None
    levels, peaks, scale = list(LEVELS)[:3], results.peaks(machine), 1.3
    figure, axes = panels(len(levels), machine, "Advection kernels under their roofs, full q", rows=len(ORDERS), width=4.4, sharey=True)
    rates = [results.flop_rate(row) * GIGA for _, row in kernels]
    for place, one in enumerate(axes):
        order, level = ORDERS[place // len(levels)], levels[place % len(levels)]
        points = []
        for name, row in kernels:
            rate = results.flop_rate(row) * GIGA
            at = [results.modelled(row, "single") / moved if moved else None
                  for moved in (results.modelled(row, level), results.counted(row, level))]
            points += [x for x in at if x]
            if row["order"] != order:
                continue
            style = {"marker": VARIANT_MARKER[row["variant"]], "color": KERNEL_COLOUR[name], "markersize": 6, "linestyle": ""}
            if at[1]:
                one.plot(at, [rate, rate], color=KERNEL_COLOUR[name], linewidth=0.8, alpha=0.6)
                one.plot(at[1], rate, markeredgewidth=1.2, markerfacecolor="none", **style)
            one.plot(at[0], rate, markeredgewidth=0, **style)
        ridge, top = peaks["single"] / peaks[level], peaks["single"] * GIGA
        ends = min(*points, ridge) / scale, max(*points, ridge) * scale
        one.plot([ends[0], ridge, ends[1]], [ends[0] * peaks[level] * GIGA, top, top], color="#444444", linewidth=1.2)
        logarithmic(one.xaxis)
        logarithmic(one.yaxis)
        one.set_xlim(*ends)
        one.set_ylim(min(rates) / scale, 1.6 * top)
        one.set_title(f"N = {order}, {level}: {number(peaks[level] * GIGA)} GB/s", fontsize=9)
        one.set_xlabel(f"own operations per byte of {level}")
        if level == levels[0]:
            one.set_ylabel("GFLOP/s (own operations)")
    handles = [plt.Line2D([], [], color=colour, linewidth=4, label=name) for name, colour in KERNEL_COLOUR.items()]
    handles += [plt.Line2D([], [], color="#444444", marker=marker, linestyle="", label=variant) for variant, marker in VARIANT_MARKER.items()]
    handles += [plt.Line2D([], [], color="#444444", marker="o", linestyle="", label="filled: modelled bytes"),
                plt.Line2D([], [], color="#444444", marker="o", markerfacecolor="none", linestyle="", label="hollow: counted bytes"),
                plt.Line2D([], [], color="#444444", label=f"roofs, measured; flat:\nmultiply-adds,\n{number(top)} GFLOP/s")]
    beside(axes[len(levels) - 1], handles)
    return figure


FIGURES = (figure1, figure2, figure3, figure4, figure5)


def draw(machine, folder):
    for make in FIGURES:
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png", machine.digest())

"""The figures, one function each: a machine -> a figure, or None where it was not measured.

Each answers the figure of the paper that has its number. Rates are those of the half step from the primal to
the dual grid.
"""
import pictures  # at first: it knows where plot_roofline is
import plot_roofline
import results
from pictures import COLOURS, beside, plt
from results import ORDERS, PAPER

COLOUR = dict(zip(ORDERS, COLOURS))
MARKER = dict(zip(ORDERS, "osD"))
GIGA = 1e-9


def panels(count, machine, title, width=4.0):
    return pictures.panels(count, f"{title}; {machine.device()}, single precision", width)


def bandwidth_label(rows):
    return "bandwidth (memory, counted), GB/s" if results.is_counted(rows) else "compulsory bytes, GB/s\n(nothing was counted)"


def ceiling_line(axes, value, name):
    if value:
        axes.axhline(value * GIGA, color="#444444", linewidth=1)
        axes.annotate(name, xy=(1, value * GIGA), xycoords=("axes fraction", "data"), fontsize=7, ha="right", va="bottom",
                      xytext=(0, 1), textcoords="offset points", color="#444444")


def figure1(machine):
    """Interpolation, naive and optimised."""
    paper = PAPER["cells_per_block"]["interpolate"]["cells"]
    bars = {"naive": [], "optimised, the paper's\ncells per block": [], "optimised, the fastest\ncells per block": []}
    for order in ORDERS:
        rows = results.by_cells(machine, results.interpolations, order)
        fastest = min(rows, key=lambda cells: results.seconds(rows[cells]), default=None)
        for name, row in zip(bars, (results.naive(machine, order), rows.get(paper[str(order)]), rows.get(fastest))):
            bars[name].append(row)
    rows = [row for group in bars.values() for row in group if row]
    if not rows:
        return None
    figure, axes = panels(3, machine, "Interpolation")
    rates = ((results.cell_rate, "cells a second, 1e9"), (results.flop_rate, "GFLOP/s"), (results.bandwidth, bandwidth_label(rows)))
    for one, (rate, label) in zip(axes, rates):
        for place, (name, group) in enumerate(bars.items()):
            at = [order + 0.26 * (place - 1) for order, row in zip(ORDERS, group) if row]
            one.bar(at, [rate(row) * GIGA for row in group if row], width=0.24, color=("#bbbbbb", "#56B4E9", "#0072B2")[place], label=name)
        one.set_xticks(ORDERS, [f"N = {order}" for order in ORDERS])
        one.set_ylabel(label)
    beside(axes[-1], axes[0].get_legend_handles_labels()[0])
    return figure


def figure2(machine):
    """Interpolation: bandwidth of memory against throughput as cells per block grow."""
    lines = {order: results.by_cells(machine, results.interpolations, order) for order in ORDERS}
    rows = [row for line in lines.values() for row in line.values()]
    if not rows:
        return None
    figure, axes = panels(len(ORDERS), machine, "Interpolation by cells per block", width=3.8)
    for one, (order, line) in zip(axes, lines.items()):
        points = [(results.throughput(row) * GIGA, results.bandwidth(row) * GIGA) for row in line.values()]
        one.plot(*zip(*points), color=COLOUR[order], marker=MARKER[order], markersize=5, linewidth=1)
        for cells, point in zip(line, points):
            one.annotate(str(cells), point, xytext=(5, 4), textcoords="offset points", fontsize=8)
        if (row := results.naive(machine, order)) and results.is_counted([row]) == results.is_counted(rows):
            point = results.throughput(row) * GIGA, results.bandwidth(row) * GIGA
            one.plot(*point, color="#777777", marker="x", linestyle="")
            one.annotate("naive", point, xytext=(5, 4), textcoords="offset points", fontsize=8, color="#777777")
        one.margins(0.15)
        one.set_title(f"N = {order}", fontsize=10)
        one.set_xlabel("throughput (requested bytes), GB/s")
    axes[0].set_ylabel(bandwidth_label(rows))
    return figure


def against_stages(machine, find, title, published):
    """Rates against q: every coefficient in every stage (dashed), and those alone that are needed."""
    ceilings = machine.ceilings()
    figure, axes = panels(3, machine, title)
    for order in ORDERS:
        for truncate, style, wanted in ((False, "--", published), (True, "-", {})):
            fastest = {}
            for row in find(machine.rows("stages"), order=order, truncate=truncate, **wanted):
                if row["stages"] not in fastest or results.seconds(row) < results.seconds(fastest[row["stages"]]):
                    fastest[row["stages"]] = row
            qs = sorted(fastest)
            for one, rate in zip(axes, (results.flop_rate, results.compulsory_rate, results.cell_rate)):
                one.plot(qs, [rate(fastest[q]) * GIGA for q in qs], style, color=COLOUR[order], marker=MARKER[order], markersize=4,
                         linewidth=1.2, markerfacecolor=COLOUR[order] if truncate else "none", label=f"N = {order}" if truncate else None)
    ceiling_line(axes[0], ceilings.get("fma_single"), "multiply-adds, measured")
    ceiling_line(axes[1], max(ceilings.get("copy", 0), ceilings.get("copy_streaming", 0)), "copy, measured")
    axes[2].set_yscale("log")
    for one, label in zip(axes, ("GFLOP/s (own operations)", "GB/s (compulsory bytes)", "cells a second, 1e9")):
        one.set_ylim(bottom=None if one is axes[2] else 0)
        one.set_xlabel("stages q")
        one.set_ylabel(label)
    handles, _ = axes[0].get_legend_handles_labels()
    handles += [plt.Line2D([], [], color="#444444", linestyle="-", label="needed coefficients"),
                plt.Line2D([], [], color="#444444", linestyle="--", label="all coefficients, as published")]
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
    """Every kernel under the roofs."""
    if not machine.rows("kernels"):
        return None
    return plot_roofline.figure_of([plot_roofline.read(machine.paths["kernels"])], "single")


FIGURES = (figure1, figure2, figure3, figure4, figure5)


def draw(machine, folder):
    for make in FIGURES:
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png")

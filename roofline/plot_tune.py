#!/usr/bin/env python3
"""Plots of tunes, from the results of `hermite tune` alone.

  plot_tune.py tune.json... [--out DIR]

For each system, dimension, pipeline and precision in the files:
  tune-cells-...   updates a second against cells per block, a panel for each order: a line for each variant
                   and device, the best marked, and on GPUs the occupancy as steps
  tune-heat-...    order x cells per block, each order relative to its best

Each plot is written as PNG and SVG. Exit code 3: there is no matplotlib.
"""
import json
import sys

import plotting
from plotting import COLOURS, MARKERS, matplotlib, plt, save


def read(paths):
    """Groups of all files by what they tune; each knows its device."""
    subjects = {}
    for path in paths:
        with plotting.reading(path, "hermite tune") as file:
            content = json.load(file)
            for group in content["groups"]:
                group["device"] = content["machine"]["device"]
                group["points"] = [row for row in group["rows"] if row.get("seconds") and row.get("cells")]
                if group["points"]:
                    key = (group["system"], group["dimension"], group["pipeline"], group["precision"])
                    subjects.setdefault(key, []).append(group)
    return subjects


def fastest_by_cells(points):
    """Of all points with so many cells along x1 the fastest: {cells: point}. What was found to be the best is one, whatever
    moments of the machine others had."""
    best = {}
    for point in points:
        cells = point["cells"][0]
        if cells not in best or (not best[cells]["best"] and (point["best"] or point["seconds"] < best[cells]["seconds"])):
            best[cells] = point
    return dict(sorted(best.items()))


def title(key):
    system, dimension, pipeline, precision = key
    return f"{system}, {dimension}-D, {pipeline}, {precision} precision"


def file_name(key):
    system, dimension, pipeline, precision = key
    return f"{system}-{dimension}d-{pipeline}-{precision}"


def draw_line(axes, best, colour, marker, label):
    cells = list(best)
    rates = [point["updates_per_second"] for point in best.values()]
    # Half of the spread to either side.
    bars = [rate * point["spread"] / 2 for rate, point in zip(rates, best.values())]
    axes.errorbar(cells, rates, yerr=bars, color=colour, marker=marker, markersize=4, capsize=2,
                  linewidth=1.2, label=label, zorder=3)
    for at, point in best.items():
        if point["best"]:
            axes.plot(at, point["updates_per_second"], marker="o", markersize=11, fillstyle="none", color=colour, zorder=4)


def draw_occupancy(axes, best, colour):
    """Steps of occupancy on an axis of their own; nothing where it is not known."""
    known = [(cells, point["occupancy"]) for cells, point in best.items()
             if point.get("occupancy") is not None]
    if not known:
        return
    if not hasattr(axes, "occupancy_axes"):
        axes.occupancy_axes = axes.twinx()
        axes.occupancy_axes.set_ylim(0, 1.05)
        axes.occupancy_axes.set_ylabel("occupancy (steps)", fontsize=8)
        axes.occupancy_axes.tick_params(labelsize=7)
    axes.occupancy_axes.step(*zip(*known), where="mid", color=colour, linewidth=0.8, linestyle=":")


def plot_cells(key, groups, folder):
    orders = sorted({group["order"] for group in groups})
    devices = list(dict.fromkeys(group["device"] for group in groups))
    rates = [point["updates_per_second"] for group in groups for point in group["points"] if point["best"]]
    is_wide = max(rates, default=1) > 10 * min(rates, default=1)  # the slower would lie on the axis
    places, keys = {}, {}  # of a line's label: its colour and marker; its line
    figure, panels = plt.subplots(1, len(orders), figsize=(3.2 + 3.6 * len(orders), 3.6), squeeze=False,
                                  layout="constrained")
    for axes, order in zip(panels[0], orders):
        for group in (g for g in groups if g["order"] == order):
            for variant in sorted({p["configuration"]["variant"] for p in group["points"]}):
                best = fastest_by_cells(p for p in group["points"]
                                        if p["configuration"]["variant"] == variant)
                label = variant + (f", {group['device']}" if len(devices) > 1 else "")
                place = places.setdefault(label, len(places))
                colour = COLOURS[place % len(COLOURS)]
                draw_line(axes, best, colour, MARKERS[place % len(MARKERS)], label)
                draw_occupancy(axes, best, colour)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda x, _: f"{x:g}"))
        if is_wide:
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.set_xlabel("cells per block along x1")
        axes.set_title(f"N = {order}", fontsize=10)
        axes.grid(True, color="#dddddd", linewidth=0.6)
        keys.update({label: handle for handle, label in zip(*axes.get_legend_handles_labels())})
    panels[0][0].set_ylabel("updates of degrees of freedom a second")
    beside = 1.25 if hasattr(panels[0][-1], "occupancy_axes") else 1.02  # of the axis of occupancy too
    panels[0][-1].legend(keys.values(), keys.keys(), loc="upper left", bbox_to_anchor=(beside, 1), frameon=False, fontsize=8)
    figure.suptitle("; ".join([title(key), *devices]), fontsize=10)
    save(figure, folder, f"tune-cells-{file_name(key)}")


def plot_heat(key, groups, folder):
    for number, device in enumerate(dict.fromkeys(group["device"] for group in groups)):
        mine = [group for group in groups if group["device"] == device]
        best = {group["order"]: fastest_by_cells(group["points"]) for group in mine}
        orders = sorted(best)
        columns = sorted({cells for row in best.values() for cells in row})
        figure, axes = plt.subplots(figsize=(1.8 + 0.5 * len(columns), 1.6 + 0.5 * len(orders)),
                                    layout="constrained")
        top = {order: max(p["updates_per_second"] for p in best[order].values()) for order in orders}
        share = [[100 * best[order][cells]["updates_per_second"] / top[order] if cells in best[order]
                  else float("nan") for cells in columns] for order in orders]
        image = axes.imshow(share, vmin=0, vmax=100, cmap="viridis", aspect="auto", origin="lower")
        for y, row in enumerate(share):
            for x, value in enumerate(row):
                if value == value:
                    axes.text(x, y, f"{value:.0f}", ha="center", va="center", fontsize=7,
                              color="white" if value < 60 else "black")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(orders)), orders)
        axes.set_xlabel("cells per block along x1")
        axes.set_ylabel("order N")
        axes.set_title(f"{title(key)}\n{device}: % of the best of each order", fontsize=9)
        figure.colorbar(image, ax=axes, label="%")
        suffix = f"-{number + 1}" if number > 0 else ""
        save(figure, folder, f"tune-heat-{file_name(key)}{suffix}")


def main():
    parser = plotting.parser_of(__doc__, "files tune.json that `hermite tune` wrote")
    arguments = parser.parse_args()
    folder = plotting.folder_of(arguments)
    subjects = read(arguments.results)
    if not subjects:
        sys.exit("plot_tune.py: nothing was measured in these files")
    for key, groups in subjects.items():
        plot_cells(key, groups, folder)
        plot_heat(key, groups, folder)


if __name__ == "__main__":
    main()

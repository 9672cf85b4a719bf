#!/usr/bin/env python3
"""Plots of tunes, from the results of `hermite tune` alone.

  plot_tune.py tune.json... [--out DIR]

For each system, dimension, pipeline and precision in the files:
  tune-cells-...   updates a second against cells per block, a panel for each order: a line for each variant
                   and device, the best marked, and on GPUs the occupancy as steps; dashed where a variant was
                   timed with one number of cells alone
  tune-heat-...    order x cells per block, a panel for each variant, each order of each relative to its best

Each plot is written as PNG and SVG. Exit code 3: there is no matplotlib.
"""
import json
import sys

import plotting
from plotting import BEHIND_LABELS, COLOURS, MARKERS, matplotlib, plt, save

ticker = matplotlib.ticker
DIFFERENCES = ("yee", "staggered")  # pipelines without an order N


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
                    sweep = ", two steps a sweep" if group.get("steps_per_sweep") == 2 else ""
                    key = (group["system"], group["dimension"], group["pipeline"] + sweep, group["precision"])
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
    return f"{system}-{dimension}d-{pipeline}-{precision}".replace(", ", "-").replace(" ", "-")


def variants_of(groups):
    return sorted({point["configuration"]["variant"] for group in groups for point in group["points"]})


def of_variant(group, variant):
    return fastest_by_cells(point for point in group["points"] if point["configuration"]["variant"] == variant)


def rate_of(point):
    """In 10^9 a second, which spares the axes a factor."""
    return point["updates_per_second"] * 1e-9


def draw_line(axes, best, colour, marker, label):
    rates = [rate_of(point) for point in best.values()]
    # Half of the spread to either side.
    bars = [rate * point["spread"] / 2 for rate, point in zip(rates, best.values())]
    axes.errorbar(list(best), rates, yerr=bars, color=colour, marker=marker, markersize=4, capsize=2,
                  linewidth=1.2, label=label, zorder=3)
    for at, point in best.items():
        if point["best"]:
            axes.plot(at, rate_of(point), marker="o", markersize=11, fillstyle="none", color=colour, zorder=4)


def draw_lone(axes, lone):
    """Variants of one number of cells would be dots that say little: a dashed line is compared with the lines of others, and its
    name has the cells. Names of near rates stand on different sides of their lines, or beside one another."""
    for place, (rate, cells, variant, colour) in enumerate(sorted(lone)):
        axes.axhline(rate, color=colour, linewidth=0.9, linestyle="--", zorder=2)
        x, above = 0.02 + 0.36 * (place // 2 % 2), place % 2
        axes.annotate(f"{variant}, {cells} cell{'s' * (cells > 1)}", xy=(x, rate), xycoords=("axes fraction", "data"),
                      xytext=(0, 2 if above else -2), textcoords="offset points", va="bottom" if above else "top",
                      fontsize=7, color=colour, bbox=BEHIND_LABELS, zorder=5)


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
    if len(known) > 1:
        axes.occupancy_axes.step(*zip(*known), where="mid", color=colour, linewidth=0.8, linestyle=":")
    else:  # a step has a width only beside another
        axes.occupancy_axes.plot(*zip(*known), color=colour, marker="_", markersize=14, markeredgewidth=0.8, linestyle="")


def set_axes(axes, name, cells, rates, is_wide):
    """Limits leave room for the marks of the slowest and of the fastest, and for names."""
    axes.set_xscale("log", base=2)
    # Few are all named, as far as names have room; of many the powers of 2.
    apart = [cells[i] for i in range(len(cells)) if i == 0 or cells[i] > 1.15 * cells[i - 1]]
    axes.xaxis.set_major_locator(ticker.FixedLocator(apart) if len(cells) <= 6 else ticker.LogLocator(base=2, numticks=20))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.set_ylim(0, 1.15 * max(rates))
    if is_wide:
        axes.set_yscale("log")
        axes.set_ylim(min(rates) / 1.6, 1.6 * max(rates))
        axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_minor_formatter(ticker.NullFormatter())
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_xlabel("cells per block along x1")
    axes.set_title(name, fontsize=10)
    axes.grid(True, color="#dddddd", linewidth=0.6)


def plot_cells(key, groups, folder):
    orders = sorted({group["order"] for group in groups})
    devices = list(dict.fromkeys(group["device"] for group in groups))
    rates = [rate_of(point) for group in groups for point in group["points"] if point["best"]]
    is_wide = max(rates, default=1) > 10 * min(rates, default=1)  # the slower would lie on the axis
    cells = sorted({point["cells"][0] for group in groups for point in group["points"]})
    places, keys = {}, {}  # of a line's label: its colour and marker; its line
    figure, panels = plt.subplots(1, len(orders), figsize=(3.2 + 3.6 * len(orders), 3.6), squeeze=False, sharex=True,
                                  layout="constrained")
    for axes, order in zip(panels[0], orders):
        lone, drawn = [], []
        for group in (g for g in groups if g["order"] == order):
            for variant in variants_of([group]):
                best = of_variant(group, variant)
                label = variant + (f", {group['device']}" if len(devices) > 1 else "")
                place = places.setdefault(label, len(places))
                colour = COLOURS[place % len(COLOURS)]
                # Where colours are used up they come again with other markers.
                draw_line(axes, best, colour, MARKERS[(place + place // len(COLOURS)) % len(MARKERS)], label)
                draw_occupancy(axes, best, colour)
                drawn += map(rate_of, best.values())
                if len(best) == 1:
                    lone.append((drawn[-1], *best, variant, colour))
        draw_lone(axes, lone)
        set_axes(axes, "" if key[2] in DIFFERENCES else f"N = {order}", cells, drawn, is_wide)
        keys.update({label: handle for handle, label in zip(*axes.get_legend_handles_labels())})
    panels[0][0].set_ylabel("10$^9$ updates of degrees of freedom a second")
    beside = 1.18 if hasattr(panels[0][-1], "occupancy_axes") else 1.02  # of the axis of occupancy too
    panels[0][-1].legend(keys.values(), keys.keys(), loc="upper left", bbox_to_anchor=(beside, 1), frameon=False, fontsize=8)
    figure.suptitle("; ".join([title(key), *devices]), fontsize=10)
    save(figure, folder, f"tune-cells-{file_name(key)}")


def draw_heat(axes, variant, best, columns):
    """`best`: of each order, {cells: point}. An order's rate of 100 % stands beside it: the colours do not compare orders."""
    top = [max(map(rate_of, points.values()), default=0) for points in best.values()]
    share = [[100 * rate_of(points[cells]) / fastest if cells in points else float("nan") for cells in columns]
             for points, fastest in zip(best.values(), top)]
    axes.add_patch(plt.Rectangle((0, 0), 1, 1, transform=axes.transAxes, facecolor="none", edgecolor="#cccccc", linewidth=0,
                                 hatch="////", zorder=-1))  # seen where nothing was timed
    image = axes.imshow(share, vmin=0, vmax=100, cmap="viridis", aspect="auto", origin="lower")
    for y, row in enumerate(share):
        for x, value in enumerate(row):
            if value == value:
                axes.text(x, y, f"{value:.0f}", ha="center", va="center", fontsize=7,
                          color="white" if value < 60 else "black")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(best)), best)
    axes.set_ylabel("order N")
    rates = axes.secondary_yaxis("right")
    rates.set_yticks(range(len(best)), [f"{fastest:.3g}" if fastest else "" for fastest in top], fontsize=7)
    rates.tick_params(length=0)
    axes.set_title(variant, fontsize=9)
    return image


def plot_heat(key, groups, folder):
    for number, device in enumerate(dict.fromkeys(group["device"] for group in groups)):
        mine = sorted((group for group in groups if group["device"] == device), key=lambda group: group["order"])
        variants = variants_of(mine)
        columns = sorted({point["cells"][0] for group in mine for point in group["points"]})
        figure, panels = plt.subplots(len(variants), 1, sharex=True, squeeze=False, layout="constrained",
                                      figsize=(max(5, 2.4 + 0.5 * len(columns)), 1.2 + len(variants) * (0.4 + 0.32 * len(mine))))
        for axes, variant in zip(panels[:, 0], variants):
            image = draw_heat(axes, variant, {group["order"]: of_variant(group, variant) for group in mine}, columns)
        panels[-1][0].set_xlabel("cells per block along x1")
        figure.suptitle(f"{title(key)}\n{device}: % of the best of each order and variant,\nat the right 10$^9$ updates a second; "
                        "hatched: not timed", fontsize=9)
        figure.colorbar(image, ax=panels[:, 0], label="%")
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

#!/usr/bin/env python3
"""Plots of what methods cost at equal error, from the results of `hermite compare` alone.

  plot_comparison.py RESULTS.json... [--out DIR]     error against seconds, memory and degrees of freedom,
                                                     a panel per number of periods and file

A filled ring is the cheapest run below a tolerance, a hollow one is extrapolated from the finest run.
Each plot is written as PNG and SVG. Exit code 3: there is no matplotlib.
"""
import json
import os
import sys

# Installed beside this; in the source tree in roofline/.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
import plotting
from plotting import COLOURS, MARKERS, plt, save

AXES = {"seconds": "seconds of the time loop", "bytes": "bytes of memory", "dof": "degrees of freedom"}
WALLS = {True: "periodic", False: "between walls"}
STYLES = {"double": "-", "single": ":"}


def read_study(path):
    with plotting.reading(path, "hermite compare") as file:
        content = json.load(file)
        case = content["manifest"]["case"]["resolved"]
        runs = [run for run in content["runs"] if run.get("error_max")]  # the others were skipped
        boundary = case["grid"]["boundary"]
        periodic = all(ends == "periodic" for ends in ([boundary] if isinstance(boundary, str) else boundary))
        return {"label": f"{case['system']}, {case['dimension']}-D, {WALLS[periodic]}",
                "device": content["conditions"]["machines"][0]["device"], "runs": runs, "marks": content["marks"],
                "tolerances": content["tolerances"]}


def colours_of(studies):
    """One for each method, in the order in which they were run."""
    methods = list(dict.fromkeys(run["method"] for study in studies for run in study["runs"]))
    order = COLOURS[:-1] + ["#888888"]
    rest = iter(["#000000", "#777777", "#aaaaaa"])
    hermite = [name for name in methods if name.startswith("Hermite")]
    return {name: order[hermite.index(name) % len(order)] if name in hermite else next(rest, "#cccccc")
            for name in methods}


def draw_series(axes, runs, measure, colours, markers):
    series = {}
    for run in runs:
        series.setdefault((run["method"], run["precision"]), []).append(run)
    for (method, precision), points in series.items():
        points.sort(key=lambda run: run["cells"])
        axes.loglog([run[measure] for run in points], [run["error_max"] for run in points],
                    color=colours[method], linestyle=STYLES[precision], linewidth=1.2, zorder=2,
                    marker=markers[method], markersize=3)
    return series


def draw_marks(axes, marks, series, measure, colours):
    for mark in marks:
        if mark["measure"] != measure:
            continue
        point = (mark["value"], mark["error"])
        if mark["extrapolated"]:
            finest = max(series[mark["method"], mark["precision"]], key=lambda run: run["cells"])
            axes.loglog([finest[measure], point[0]], [finest["error_max"], point[1]], linestyle=(0, (4, 4)),
                        color=colours[mark["method"]], linewidth=0.7, zorder=1)
        axes.loglog(*point, linestyle="", marker="o", markersize=8, zorder=3,
                    markeredgecolor=colours[mark["method"]], markeredgewidth=1.2,
                    markerfacecolor="white" if mark["extrapolated"] else colours[mark["method"]])


def panel(axes, study, periods, measure, colours, markers):
    runs = [run for run in study["runs"] if run["periods"] == periods]
    series = draw_series(axes, runs, measure, colours, markers)
    draw_marks(axes, [mark for mark in study["marks"] if mark["periods"] == periods], series, measure, colours)
    for tolerance in study["tolerances"]:
        axes.axhline(tolerance, color="#bbbbbb", linewidth=0.8, zorder=0)
    axes.set_title(f"{study['label']}\n{periods:g} period{'' if periods == 1 else 's'}, {study['device']}", fontsize=9)
    axes.set_xlabel(AXES[measure])
    axes.grid(True, which="major", color="#eeeeee", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def key(figure, axes, colours, markers):
    """One line per method, then what lines and rings mean."""
    line = plt.Line2D
    handles = [line([], [], color=colours[name], marker=markers[name], markersize=4, label=name) for name in colours]
    grey = "#555555"
    handles += [line([], [], color=grey, linestyle=style, label=f"{name} precision") for name, style in STYLES.items()]
    handles += [line([], [], color=grey, linestyle="", marker="o", markersize=7, label="cheapest run"),
                line([], [], color=grey, linestyle="", marker="o", markersize=7, markerfacecolor="white",
                     label="extrapolated")]
    axes.legend(handles=handles, frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def main():
    parser = plotting.parser_of(__doc__, "files that `hermite compare` wrote")
    arguments = parser.parse_args()
    folder = plotting.folder_of(arguments)
    studies = [read_study(path) for path in arguments.results]
    panels = [(study, periods) for study in studies
              for periods in dict.fromkeys(run["periods"] for run in study["runs"])]
    if not panels:
        sys.exit("plot_comparison.py: no run was carried out")
    colours = colours_of(studies)
    markers = {name: MARKERS[i % len(MARKERS)] for i, name in enumerate(colours)}
    for measure in AXES:
        figure, grid = plt.subplots(1, len(panels), figsize=(1.8 + 4.2 * len(panels), 4.4), sharey=True,
                                    squeeze=False, layout="constrained")
        for axes, (study, periods) in zip(grid[0], panels):
            panel(axes, study, periods, measure, colours, markers)
        grid[0][0].set_ylabel("largest error, relative")
        key(figure, grid[0][-1], colours, markers)
        save(figure, folder, f"comparison-{measure}", arguments.results)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plots of convergence studies, from the results of `hermite converge` alone.

  plot_convergence.py RESULTS.json... [--out DIR]            error against h, seconds and dof
  plot_convergence.py RESULTS.json... --readme --out DIR     one picture: a panel per dimension

Each plot is written as PNG and SVG. Exit code 3: there is no matplotlib.
"""
import json
import os
import sys

# Installed beside this; in the source tree in roofline/.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
import plotting
from plotting import MARKERS, matplotlib, plt, save

COLOURS = plotting.COLOURS[-1:] + plotting.COLOURS[:-1]  # one per order N
AXES = {"h": "cell width h", "seconds": "seconds of the time loop", "dof": "degrees of freedom"}
EXPECTED = plt.Line2D([], [], color="#888888", linestyle=":", linewidth=1, label="slope expected")
BEHIND_LABELS = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # no line strikes a label through


def read_study(path):
    """Rows by order, and a label of what was solved."""
    with plotting.reading(path, "hermite converge") as file:
        content = json.load(file)
        case = content["manifest"]["case"]["resolved"]
        rows = [row for row in content["rows"] if row["error_max"]]  # an error of 0 has no logarithm
        if not rows:
            raise ValueError("no row has an error")
        orders = {}
        for row in rows:
            orders.setdefault(row["order"], []).append(row)
        label = f"{case['system']}, {case['dimension']}-D"
        detail = ", ".join(dict.fromkeys(f"{r['pipeline']}, {r['precision']}, {r['device']}" for r in rows))
        return {"label": label, "detail": detail, "dimension": case["dimension"], "orders": orders}


def expected_order(row):
    """That at which errors fall with h (expected_rate in hermite/method/pipelines.hpp)."""
    order = row["order"]
    return {"yee": 2, "staggered": 2, "conservative": 2 * order,
            "leapfrog": 2 * order + 2 if order % 2 == 0 else 2 * order}.get(row["pipeline"], 2 * order + 1)


def slope(axes, rows, order):
    """A line of the slope expected below the points, from the coarsest grid: the finest may be at round-off."""
    coarsest = max(rows, key=lambda row: row["h"])
    h = [row["h"] for row in rows]
    line = [0.4 * coarsest["error_max"] * (x / coarsest["h"]) ** expected_order(coarsest) for x in h]
    axes.loglog(h, line, color=COLOURS[order % len(COLOURS)], linestyle=":", linewidth=1, zorder=1)


def h_ticks(axes, rows):
    """Ticks at the grids that were run, as fractions where they are."""
    widths = sorted({row["h"] for row in rows})
    whole = [h for h in widths if abs(1 / h - round(1 / h)) < 1e-9 / h]
    if len(whole) != len(widths) or len(widths) > 8:
        return
    axes.xaxis.set_major_locator(matplotlib.ticker.FixedLocator(widths))
    axes.xaxis.set_major_formatter(
        matplotlib.ticker.FixedFormatter([f"1/{round(1 / h)}" for h in widths]))
    axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())


def draw(axes, study, against, style="-", note=""):
    for order, rows in sorted(study["orders"].items()):
        rows = sorted(rows, key=lambda row: row["h"])
        axes.loglog([row[against] for row in rows], [row["error_max"] for row in rows],
                    color=COLOURS[order % len(COLOURS)], marker=MARKERS[order % len(MARKERS)],
                    markersize=5, linestyle=style, label=f"N = {order}{note}", zorder=2)
        if against == "h" and len(rows) > 1:
            slope(axes, rows, order)
    if against == "h":
        h_ticks(axes, [row for rows in study["orders"].values() for row in rows])
    axes.set_xlabel(AXES[against])
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def plots(studies, folder, files):
    styles = ["-", "--", "-.", (0, (1, 1))]
    for against in AXES:
        figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
        for i, study in enumerate(studies):
            note = f", {study['label']}" if len(studies) > 1 else ""
            draw(axes, study, against, styles[i % len(styles)], note)
        axes.set_ylabel("largest error of the nodal values")
        axes.set_title("; ".join(dict.fromkeys(f"{s['label']}: {s['detail']}" for s in studies)),
                       fontsize=9)
        handles, labels = axes.get_legend_handles_labels()
        if against == "h":
            handles.append(EXPECTED)
            labels.append(EXPECTED.get_label())
        axes.legend(handles, labels, frameon=False, fontsize=8, loc="upper left",
                    bbox_to_anchor=(1.0, 1.0))
        save(figure, folder, f"convergence-{against}", files)


def readme(studies, folder, files):
    studies = sorted(studies, key=lambda study: study["dimension"])
    figure, panels = plt.subplots(1, len(studies), figsize=(3.3 * len(studies), 3.2), sharey=True,
                                  squeeze=False, layout="constrained")
    for axes, study in zip(panels[0], studies):
        draw(axes, study, "h")
        axes.set_title(study["label"], fontsize=10)
        axes.margins(y=0.12)  # room for the labels
        for order, rows in study["orders"].items():
            coarsest = max(rows, key=lambda row: row["h"])
            axes.annotate(f"N = {order}: order {expected_order(coarsest)}", fontsize=8, textcoords="offset points",
                          xy=(coarsest["h"], coarsest["error_max"]), xytext=(0, 7), ha="right",
                          color=COLOURS[order % len(COLOURS)], bbox=BEHIND_LABELS)
    panels[0][0].legend(handles=[EXPECTED], edgecolor="none", framealpha=1, fontsize=8, loc="lower right")
    panels[0][0].set_ylabel("largest error of the nodal values")
    save(figure, folder, "convergence", files)


def main():
    parser = plotting.parser_of(__doc__, "files that `hermite converge` wrote")
    parser.add_argument("--readme", action="store_true", help="one picture, a panel per file")
    arguments = parser.parse_args()
    folder = plotting.folder_of(arguments)
    studies = [read_study(path) for path in arguments.results]
    (readme if arguments.readme else plots)(studies, folder, arguments.results)


if __name__ == "__main__":
    main()

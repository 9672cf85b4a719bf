#!/usr/bin/env python3
"""Hierarchical roofline plots, from files of `hermite roofline` alone; no device is needed.

  plot_roofline.py RESULTS.json... [--out DIR]     roofline-single and roofline-double, PNG and SVG

A panel per order N. Lines: the rates of memory, of the cache that blocks share (L2) and of a block's working
memory (shared memory), up to the peak of multiply-adds; dashed, that of matrix units. A stage stands at
its rate of operations three times, at the intensity of each level: modelled bytes filled, bytes that the
hardware counted hollow. One file: a colour per pipeline, pale where each cell works by itself (literal).
Several files: a colour per machine. Exit code 3: there is no matplotlib.
"""
import json
import math

import plotting
from plotting import COLOURS, plt, save

# Level: the rate in the ceilings, marker, bytes of the model, what the hardware counts.
LEVELS = {
    "memory": ("copy", "o", lambda m: m["read_bytes"] + m["written_bytes"], "memory_bytes"),
    "cache": ("cache_read", "s", lambda m: m["block_bytes"], "cache_bytes"),
    "scratch": ("scratch", "^", lambda m: m["requested_bytes"] + m["scratch_bytes"], None),
}

START = {"memory": 0.4, "cache": 0.05, "scratch": 0.55}  # where along its line a level's name begins
BEHIND_LABELS = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.3}


def read(path):
    with plotting.reading(path, "hermite roofline") as file:
        content = json.load(file)
        content["rates"] = {c["name"]: c["value"] for c in content["ceilings"]["list"]}
        rates = content["rates"]
        rates["copy"] = max(rates["copy"], rates.get("copy_streaming", 0))
        machine = content["manifest"]["machine"]
        device = content["ceilings"]["device"].replace("cuda:", "")
        content["label"] = device if device != "host" else \
            f"{machine['processor']}, threads: {content['ceilings']['threads']}"
        content.setdefault("rows", [])
        return content


def counted_bytes(row, level):
    """What the hardware counted at a level, or nothing."""
    counters = row["counters"]
    if not counters:
        return None
    if level == "scratch":  # both go through the first-level cache
        parts = [counters["global_bytes"], counters["scratch_bytes"]]
        return sum(parts) if None not in parts else None
    return counters[LEVELS[level][3]]


def flop_rate(value):
    return f"{value * 1e-12:.4g} TFLOP/s" if value >= 1e12 else f"{value * 1e-9:.4g} GFLOP/s"


def draw_roofs(axes, content, precision, colour, limits, place=0):
    """Names of the roofs of several machines, which may be near one another, stand at different `place`s."""
    rates = content["rates"]
    side = {"va": "top", "xytext": (0, -1)} if place % 2 else {"va": "bottom", "xytext": (0, 1)}
    peak = rates[f"fma_{precision}"]
    for level, (name, *_) in LEVELS.items():
        rate = rates[name]
        ridge = peak / rate
        axes.plot([limits[0], ridge], [rate * limits[0] * 1e-9, peak * 1e-9], color=colour, linewidth=1)
        # The name stands along the line, those of different levels not beside one another.
        x = limits[0] * (max(ridge, limits[0] * 2) / limits[0]) ** START[level]
        axes.text(x, (0.94 if place % 2 else 1.06) * rate * x * 1e-9, f"{level} {rate * 1e-9:.4g} GB/s", fontsize=6.5, color=colour,
                  rotation=math.degrees(math.atan(rate * 1e-9)), transform_rotates_text=True, rotation_mode="anchor", ha="left",
                  va=side["va"], bbox=BEHIND_LABELS, zorder=4)
    lowest = min(peak / rates[name] for name, *_ in LEVELS.values())
    axes.plot([lowest, limits[1]], [peak * 1e-9] * 2, color=colour, linewidth=1.4)
    axes.annotate(f"multiply-add {flop_rate(peak)}", xy=(limits[1], peak * 1e-9), fontsize=6.5, color=colour, ha="right",
                  textcoords="offset points", **side)
    kind = "double" if precision == "double" else "TF32"
    matrix = rates.get(f"matrix_{kind.lower()}")
    if matrix:
        axes.plot([lowest, limits[1]], [matrix * 1e-9] * 2, color=colour, linewidth=1, linestyle="--")
        axes.annotate(f"{kind} matrix units {flop_rate(matrix)}", xy=(limits[1], matrix * 1e-9), fontsize=6.5,
                      color=colour, ha="right", textcoords="offset points", **side)


def points(row):
    """(level, marker, intensity, measured or modelled) of a row."""
    flops = row["model"]["flops"]
    for level, (_, marker, modelled, _) in LEVELS.items():
        for bytes_moved, hollow in ((modelled(row["model"]), False), (counted_bytes(row, level), True)):
            if bytes_moved and flops:
                yield marker, flops / bytes_moved, hollow


def draw_row(axes, row, colour):
    rate = row["model"]["flops"] / row["seconds"]["median"] * 1e-9
    if rate <= 0:
        return
    pale = 0.45 if row["variant"] == "literal" else 1
    xs = [x for _, x, hollow in points(row) if not hollow]
    axes.plot([min(xs), max(xs)], [rate, rate], color=colour, alpha=0.4 * pale, linewidth=0.7, zorder=2)
    for marker, x, hollow in points(row):
        axes.plot([x], [rate], marker=marker, markersize=6 if marker == "o" else 4, linestyle="", alpha=pale, zorder=3,
                  color=colour, markerfacecolor="none" if hollow else colour, markeredgewidth=0.8)


def limits_of(rows, contents, precision):
    xs = [x for row in rows for _, x, _ in points(row)]
    ridges = [c["rates"][f"fma_{precision}"] / c["rates"][name] for c in contents
              for name, *_ in LEVELS.values()]
    return min(xs + ridges) / 3, max(xs + ridges) * 4


def figure_of(contents, precision):
    several = len(contents) > 1
    rows = [(content, row) for content in contents for row in content["rows"]
            if row["precision"] == precision and row["model"]["flops"] > 0]
    orders = sorted({row["order"] for _, row in rows}) or [None]
    keys = list(dict.fromkeys(content["label"] if several else row["pipeline"] for content, row in rows))
    if several:
        keys = [content["label"] for content in contents]
    colour_of = {key: COLOURS[i % len(COLOURS)] for i, key in enumerate(keys)}
    limits = limits_of([row for _, row in rows], contents, precision)
    figure, panels = plt.subplots(1, len(orders), figsize=(4.6 * len(orders) + 1.6, 4.4), sharey=True,
                                  squeeze=False, layout="constrained")
    for axes, order in zip(panels[0], orders):
        for place, content in enumerate(contents):
            draw_roofs(axes, content, precision, colour_of[content["label"]] if several else "#444444", limits, place)
        for content, row in rows:
            if row["order"] == order:
                draw_row(axes, row, colour_of[content["label"] if several else row["pipeline"]])
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(*limits)
        axes.set_xlabel("operations per byte of each level")
        axes.set_title(f"N = {order}" if order is not None else "ceilings", fontsize=10)
        axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0][0].set_ylabel("GFLOP/s")
    legend(panels[0][-1], colour_of, rows)
    subjects = dict.fromkeys(f"{row['system']}, {row['dimension']}-D" for _, row in rows)
    places = dict.fromkeys(content["label"] for content in contents)
    figure.suptitle("; ".join([*subjects, f"{precision} precision", *places]), fontsize=10)
    return figure


def legend(axes, colour_of, rows):
    handles = [plt.Line2D([], [], color=colour, marker="o", markersize=5, linestyle="", label=key)
               for key, colour in colour_of.items()]
    handles += [plt.Line2D([], [], color="#444444", marker=marker, markersize=5, linestyle="", label=level)
                for level, (_, marker, *_) in LEVELS.items()]
    if any(row["counters"] for _, row in rows):
        handles.append(plt.Line2D([], [], color="#444444", marker="o", markersize=5, linestyle="",
                                  markerfacecolor="none", label="hollow: counted by the hardware"))
    if any(row["variant"] == "literal" for _, row in rows):
        handles.append(plt.Line2D([], [], color="#444444", marker="o", markersize=5, linestyle="", alpha=0.45,
                                  label="pale: literal"))
    axes.legend(handles=handles, frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def main():
    parser = plotting.parser_of(__doc__, "files that `hermite roofline` wrote")
    arguments = parser.parse_args()
    folder = plotting.folder_of(arguments)
    contents = [read(path) for path in arguments.results]
    for precision in ("single", "double"):
        save(figure_of(contents, precision), folder, f"roofline-{precision}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Hierarchical roofline plots, from files of `hermite roofline` alone; no device is needed.

  plot_roofline.py RESULTS.json... [--out DIR]     roofline-single and roofline-double, PNG and SVG

A panel per order N, a row of panels per system. Lines: the rates of memory, of the cache that blocks share (L2) and
of a block's working memory (shared memory), up to the peak of multiply-adds; dashed, on to that of matrix units where
stages use them. A stage stands at its rate of operations three times, at the intensity of each level: modelled bytes
filled, bytes that the hardware counted hollow; pale where each cell works by itself (literal). One machine: a colour
per pipeline, a marker per level. Several: a colour per machine, a marker per pipeline, a size per level. A precision
that was not timed is left out, unless a file has ceilings alone. Exit code 3: there is no matplotlib.
"""
import itertools
import json
import math

import plotting
from plotting import BEHIND_LABELS, plt, save

# Level: the rate in the ceilings, bytes of the model, what the hardware counts.
LEVELS = {
    "memory": ("copy", lambda m: m["read_bytes"] + m["written_bytes"], "memory_bytes"),
    "cache": ("cache_read", lambda m: m["block_bytes"], "cache_bytes"),
    "scratch": ("scratch", lambda m: m["requested_bytes"] + m["scratch_bytes"], None),
}

SHAPE = {"memory": "o", "cache": "s", "scratch": "^"}
SIZE = {"memory": 7, "cache": 5, "scratch": 3.5}
START = {"memory": 0.03, "cache": 0.42, "scratch": 0.1}  # where along its line a level's name begins
GREY = "#444444"
COLOURS, MARKERS = plotting.COLOURS + ["#888888"], plotting.MARKERS + "X"  # there are eight pipelines


def read(path):
    with plotting.reading(path, "hermite roofline") as file:
        content = json.load(file)
        content["rates"] = {c["name"]: c["value"] for c in content["ceilings"]["list"]}
        rates = content["rates"]
        rates["copy"] = max(rates["copy"], rates.get("copy_streaming", 0))
        machine = content["manifest"]["machine"]
        device = content["ceilings"]["device"].replace("cuda:", "")
        quick = " (a trial: --quick)" if "--quick" in content["manifest"]["argv"] else ""
        content["label"] = (device if device != "host" else
                            f"{machine['processor']}, threads: {content['ceilings']['threads']}") + quick
        content["rows"] = [row for row in content.get("rows", []) if row["model"]["flops"] > 0]
        return content


def subject_of(row):
    return f"{row['system']}, {row['dimension']}-D"


def uses_matrix_units(row):
    return row["variant"] == "matrix"


def pipeline_of(row):
    """The name of its marks: what uses matrix units has another roof, so it is told apart."""
    return row["pipeline"] + (", matrix units" if uses_matrix_units(row) else "")


def counted_bytes(row, level):
    """What the hardware counted at a level, or nothing."""
    counters = row["counters"]
    if not counters:
        return None
    if level == "scratch":  # both go through the first-level cache
        parts = [counters["global_bytes"], counters["scratch_bytes"]]
        return sum(parts) if None not in parts else None
    return counters[LEVELS[level][2]]


def rate_of(value, unit):
    return f"{value * 1e-12:.4g} T{unit}/s" if value >= 1e12 else f"{value * 1e-9:.4g} G{unit}/s"


def matrix_roof(content, precision):
    """(rate, name, whether rows use them) of matrix units: where rows do the FP64 ones, in single precision too; beside
    ceilings alone those of the precision."""
    timed = [row for row in content["rows"] if row["precision"] == precision]
    used = any(map(uses_matrix_units, timed))
    kind, name = ("double", "FP64") if used or precision == "double" else ("tf32", "TF32")
    rate = content["rates"].get(f"matrix_{kind}")
    return (rate, f"{name} matrix units", used) if rate and (used or not timed) else None


def draw_roofs(axes, content, precision, colour, limits, place):
    """Names of the roofs of several machines, which may be near one another, stand at different `place`s."""
    rates = content["rates"]
    peak = rates[f"fma_{precision}"]
    matrix, matrix_units, used = matrix_roof(content, precision) or (0, "", False)
    top = max(peak, matrix) if used else peak
    for level, (name, *_) in LEVELS.items():
        rate = rates[name]
        ridge = peak / rate
        axes.plot([limits[0], ridge], [rate * limits[0] * 1e-9, peak * 1e-9], color=colour, linewidth=1)
        axes.plot([ridge, top / rate], [peak * 1e-9, top * 1e-9], color=colour, linewidth=1, linestyle="--")
        # The name stands along the line, that of the cache, the line between, not beside others.
        # Of every second pair of machines further up.
        x = limits[0] * (max(ridge, limits[0] * 2) / limits[0]) ** (START[level] + 0.3 * (place // 2))
        axes.text(x, (0.94 if place % 2 else 1.06) * rate * x * 1e-9, f"{level} {rate_of(rate, 'B')}", fontsize=6.5, color=colour,
                  rotation=math.degrees(math.atan(rate * 1e-9)), transform_rotates_text=True, rotation_mode="anchor", ha="left",
                  va="top" if place % 2 else "bottom", bbox=BEHIND_LABELS, zorder=4)
    widest = max(rates[name] for name, *_ in LEVELS.values())
    draw_flat(axes, peak, peak / widest, limits, f"multiply-add {rate_of(peak, 'FLOP')}", -8 * place - 1, color=colour, linewidth=1.4)
    if matrix:
        draw_flat(axes, matrix, top / widest, limits, f"{matrix_units} {rate_of(matrix, 'FLOP')}", 8 * place + 1, color=colour, linewidth=1,
                  linestyle="--")


def draw_flat(axes, rate, start, limits, name, offset, **style):
    """A roof of operations with its name at the right, above or below by so many points: that of multiply-adds and that
    of matrix units may be near one another."""
    axes.plot([start, limits[1]], [rate * 1e-9] * 2, **style)
    axes.annotate(name, xy=(limits[1], rate * 1e-9), xytext=(0, offset), textcoords="offset points", fontsize=6.5,
                  color=style["color"], ha="right", va="bottom" if offset > 0 else "top")


def points(row):
    """(level, intensity, whether the hardware counted it) of a row."""
    flops = row["model"]["flops"]
    for level, (_, modelled, _) in LEVELS.items():
        for bytes_moved, hollow in ((modelled(row["model"]), False), (counted_bytes(row, level), True)):
            if bytes_moved and flops:
                yield level, flops / bytes_moved, hollow


def draw_row(axes, row, colour, shapes):
    rate = row["model"]["flops"] / row["seconds"]["median"] * 1e-9
    pale = 0.45 if row["variant"] == "literal" else 1
    xs = [x for _, x, hollow in points(row) if not hollow]
    axes.plot([min(xs), max(xs)], [rate, rate], color=colour, alpha=0.4 * pale, linewidth=0.7, zorder=2)
    for level, x, hollow in points(row):
        axes.plot([x], [rate], marker=shapes[level], markersize=SIZE[level], linestyle="", alpha=pale, zorder=3,
                  color=colour, markerfacecolor="none" if hollow else colour, markeredgewidth=0.8)


def limits_of(rows, contents, precision):
    """Of the intensities; at the right there is room for the names of roofs."""
    xs = [x for row in rows for _, x, _ in points(row)]
    ridges = [c["rates"][f"fma_{precision}"] / c["rates"][name] for c in contents
              for name, *_ in LEVELS.values()]
    return min(xs + ridges) / 4, max(xs + ridges) * 20


def figure_of(contents, precision):
    several = len(contents) > 1
    rows = [(content["label"], row) for content in contents for row in content["rows"] if row["precision"] == precision]
    orders = sorted({row["order"] for _, row in rows}) or [None]
    subjects = list(dict.fromkeys(subject_of(row) for _, row in rows)) or [None]
    machines = [content["label"] for content in contents]
    pipelines = list(dict.fromkeys(pipeline_of(row) for _, row in rows))
    colour_of = {key: COLOURS[i % len(COLOURS)] for i, key in enumerate(machines if several else pipelines)}
    # Several machines have the colours, so that shapes are left for pipelines.
    shapes_of = {key: dict.fromkeys(LEVELS, MARKERS[i % len(MARKERS)]) if several else SHAPE for i, key in enumerate(pipelines)}
    limits = limits_of([row for _, row in rows], contents, precision)
    figure, panels = plt.subplots(len(subjects), len(orders), figsize=(4.6 * len(orders) + 1.6, 0.4 + 4 * len(subjects)),
                                  sharey=True, squeeze=False, layout="constrained")
    for (subject, order), axes in zip(itertools.product(subjects, orders), panels.flat):
        here = [(machine, row) for machine, row in rows if (subject_of(row), row["order"]) == (subject, order)]
        if rows and not here:
            axes.axis("off")
            continue
        for place, content in enumerate(contents):
            draw_roofs(axes, content, precision, colour_of[content["label"]] if several else GREY, limits, place)
        for machine, row in here:
            draw_row(axes, row, colour_of[machine if several else pipeline_of(row)], shapes_of[pipeline_of(row)])
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(*limits)
        axes.margins(y=0.08)  # for the names of the highest roofs
        axes.set_xlabel("operations per byte of each level")
        axes.set_title(f"{subject}, N = {order}" if rows else "ceilings", fontsize=10)
        axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    for axes in panels[:, 0]:
        axes.set_ylabel("GFLOP/s")
    panels[0][-1].legend(handles=legend([row for _, row in rows], colour_of, shapes_of if several else {}), frameon=False, fontsize=8,
                         loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.suptitle("; ".join([f"{precision} precision", *machines]), fontsize=10)
    return figure


def legend(rows, colour_of, shapes_of):
    """Colours; shapes where they are of pipelines, and what shape or size says of a level; what is hollow or pale."""
    def mark(label, marker="o", **style):
        return plt.Line2D([], [], linestyle="", marker=marker, label=label, **{"color": GREY, "markersize": 5, **style})

    handles = [mark(key, color=colour) for key, colour in colour_of.items()]
    handles += [mark(key, shapes["memory"]) for key, shapes in shapes_of.items()]
    if not rows:
        return handles
    for level, size in zip(LEVELS, ("large", "middle", "small")):
        handles.append(mark(f"{size}: {level}" if shapes_of else level, "o" if shapes_of else SHAPE[level], markersize=SIZE[level]))
    if any(row["counters"] for row in rows):
        handles.append(mark("hollow: counted by the hardware", markerfacecolor="none"))
    if any(row["variant"] == "literal" for row in rows):
        handles.append(mark("pale: literal", alpha=0.45))
    return handles


def by_machine(contents):
    """Files of one machine as one, with the ceilings of the first."""
    machines = {}
    for content in contents:
        first = machines.setdefault(content["label"], content)
        if first is not content:
            first["rows"] += content["rows"]
    return list(machines.values())


def main():
    parser = plotting.parser_of(__doc__, "files that `hermite roofline` wrote")
    arguments = parser.parse_args()
    folder = plotting.folder_of(arguments)
    contents = by_machine([read(path) for path in arguments.results])
    ceilings_alone = any(not content["rows"] for content in contents)
    for precision in ("single", "double"):
        if ceilings_alone or any(row["precision"] == precision for content in contents for row in content["rows"]):
            save(figure_of(contents, precision), folder, f"roofline-{precision}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plots of one run, from the files that `hermite run` left: receivers.csv, norms.csv and far_field.csv.

  plot_run.py FOLDER [--out DIR]      receivers.png: a panel per field, a line per point
                                      norms.png: energy against its first value, and errors
                                      far_field.png: radar cross-section, or radiation, by angle

Each plot is written as PNG and SVG. Exit code 3: there is no matplotlib.
"""
import argparse
import csv
import os
import re
import sys

# Installed beside this; in the source tree in roofline/.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
from plotting import COLOURS, plt, reading, save


AT_POINT = re.compile(r"[^@]+@[1-9][0-9]*")  # FIELD@POINT, a column of receivers.csv
AMPLITUDES = ("Etheta_re", "Etheta_im", "Ephi_re", "Ephi_im")  # of far_field.csv where nothing is incident


def needed(kind, names):
    """Columns without which there is no plot of a file with these."""
    if kind == "receivers":
        return ["time", *([name for name in names if AT_POINT.fullmatch(name)] or ["FIELD@POINT"])]
    if kind == "norms":
        return ["time"]
    return ["frequency", "theta", "phi", *(["rcs"] if "rcs" in names else AMPLITUDES)]


def read_columns(path, kind):
    """Lists of numbers by the name of their column."""
    with reading(path, "hermite run") as file:
        names, *rows = list(csv.reader(file)) or [[]]
        if missing := [name for name in needed(kind, names) if name not in names]:
            raise ValueError(f"it has no column {', '.join(missing)}")
        if any(len(row) != len(names) for row in rows):
            raise ValueError(f"found rows without a number for each of its {len(names)} columns")
        if kind == "far_field" and not rows:
            raise ValueError("it has no rows")
        return {name: [float(row[i]) for row in rows] for i, name in enumerate(names)}


def panel(axes, label):
    axes.set_ylabel(label)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def plot_receivers(columns, folder):
    """Columns are FIELD@POINT."""
    names = [name for name in columns if AT_POINT.fullmatch(name)]
    fields = list(dict.fromkeys(name.split("@")[0] for name in names))
    figure, panels = plt.subplots(len(fields), 1, figsize=(7, 0.8 + 1.9 * len(fields)), sharex=True,
                                  squeeze=False, layout="constrained")
    for axes, field in zip(panels[:, 0], fields):
        panel(axes, field)
        for name in names:
            of, point = name.split("@")
            if of == field:
                axes.plot(columns["time"], columns[name], linewidth=1,
                          color=COLOURS[(int(point) - 1) % len(COLOURS)], label=f"point {point}")
    panels[0, 0].legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    panels[-1, 0].set_xlabel("time in s")
    save(figure, folder, "receivers")


def plot_norms(columns, folder):
    errors = [name for name in ("error_max", "error_l2") if name in columns]
    energy = "energy" in columns and columns["energy"] and columns["energy"][0] > 0
    count = int(bool(energy)) + int(bool(errors))
    if count == 0:
        return
    figure, panels = plt.subplots(count, 1, figsize=(7, 0.8 + 2.2 * count), sharex=True,
                                  squeeze=False, layout="constrained")
    if energy:
        first = columns["energy"][0]
        panel(panels[0, 0], "energy / first - 1")
        panels[0, 0].plot(columns["time"], [value / first - 1 for value in columns["energy"]],
                          color=COLOURS[0], linewidth=1)
    if errors:
        panel(panels[-1, 0], "error of the nodal values")
        for colour, name in zip(COLOURS, errors):
            # An error of 0 has no logarithm.
            points = [(t, e) for t, e in zip(columns["time"], columns[name]) if e > 0]
            if points:
                panels[-1, 0].semilogy(*zip(*points), color=colour, linewidth=1, label=name)
        panels[-1, 0].legend(frameon=False, fontsize=8)
    panels[-1, 0].set_xlabel("time in s")
    save(figure, folder, "norms")


def plot_far_field(columns, folder):
    """A panel per frequency, a line per phi: the radar cross-section, or |F|^2 where nothing is incident."""
    lit = "rcs" in columns
    values = columns["rcs"] if lit else [
        sum(columns[part][i] ** 2 for part in AMPLITUDES)
        for i in range(len(columns["theta"]))]
    rows = list(zip(columns["frequency"], columns["phi"], columns["theta"], values))
    frequencies, angles = (list(dict.fromkeys(row[i] for row in rows)) for i in (0, 1))
    figure, panels = plt.subplots(len(frequencies), 1, figsize=(7, 0.8 + 2.2 * len(frequencies)), sharex=True,
                                  squeeze=False, layout="constrained")
    for axes, frequency in zip(panels[:, 0], frequencies):
        panel(axes, "RCS in m$^2$" if lit else "$|rE|^2$")
        axes.set_title(f"{frequency:.4g} Hz", fontsize=9, loc="left")
        for n, phi in enumerate(angles):
            points = sorted((row[2], row[3]) for row in rows if row[:2] == (frequency, phi) and row[3] > 0)
            if points:
                axes.semilogy(*zip(*points), linewidth=1, color=COLOURS[n % len(COLOURS)], label=f"phi = {phi:g}")
    panels[0, 0].legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    panels[-1, 0].set_xlabel("theta in degrees")
    save(figure, folder, "far_field")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", help="what `hermite run` left")
    parser.add_argument("--out", help="folder of the plots (default: that of the run)")
    arguments = parser.parse_args()
    out = arguments.out or arguments.folder
    found = False
    for name, plot in (("receivers", plot_receivers), ("norms", plot_norms), ("far_field", plot_far_field)):
        path = os.path.join(arguments.folder, f"{name}.csv")
        if os.path.isfile(path):
            found = True
            plot(read_columns(path, name), out)
    if not found:
        sys.exit(f"plot_run.py: {arguments.folder} has no receivers.csv, norms.csv or far_field.csv; "
                 "the case's sections receivers, norms and far_field ask for them")


if __name__ == "__main__":
    main()

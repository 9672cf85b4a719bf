"""The figures, one function each: a machine -> a figure, or None where it was not measured."""
import pictures  # first, as it ends the program where there is no matplotlib; that has NumPy
from pictures import COLOURS, beside, plt

import numpy
import results
from results import APPROACHES, CHOSEN, TILES

COLOUR = dict(zip([*APPROACHES, "fastest"], COLOURS))
MARKER = dict(zip([*APPROACHES, "fastest"], "osD^"))


def line(axes, rows, rate, name, label, **options):
    at = sorted(rows)
    axes.plot(at, [rate(rows[x]) * 1e-9 for x in at], color=COLOUR[name], marker=MARKER[name], markersize=4, linewidth=1.2, label=label,
              **options)


def figure7(machine):
    """Speed against size, without the cells of layers and with them."""
    if not machine.rows("sizes"):
        return None
    thickness = machine.rows("sizes")[0]["thickness"]
    figure, axes = pictures.panels(2, f"A cube within layers of {thickness} cells; {machine.device()}, single precision", width=4.6)
    for one, rate, label in zip(axes, (results.effective, results.whole), ("without the layers' cells", "with them")):
        for name in APPROACHES:
            for tile, style in zip(TILES, ("--", "-")):
                line(one, results.approach(machine, "sizes", tile, name, "cells"), rate, name, f"{name}, {tile}", linestyle=style)
        line(one, results.fastest(machine, "sizes", "cells"), rate, "fastest", "our fastest")
        one.set_title(label, fontsize=9)
        one.set_xlabel("cells a side, without layers")
        one.set_ylabel("1e9 cells/s")
        one.set_ylim(bottom=0)
    beside(axes[-1], axes[0].get_legend_handles_labels()[0])
    return figure


def by_thickness(machine, kind, title):
    if not machine.rows(kind):
        return None
    figure, axes = pictures.panels(2, f"{title}; {machine.device()}, single precision", width=4.6)
    for one, rate, label in zip(axes, (results.effective, results.whole), ("without the layers' cells", "with them")):
        for name in APPROACHES:
            line(one, results.approach(machine, kind, CHOSEN, name, "thickness"), rate, name, f"{name}, {CHOSEN}")
        line(one, results.fastest(machine, kind, "thickness"), rate, "fastest", "our fastest")
        for way, name, called in ((CHOSEN, "A1", CHOSEN), ("fastest", "fastest", "our fastest")):
            if row := results.mur(machine, kind, way):
                one.axhline(rate(row) * 1e-9, color=COLOUR[name], linewidth=0.9, linestyle=":", label=f"Mur's walls, {called}")
        one.set_title(label, fontsize=9)
        one.set_xlabel("cells of a layer")
        one.set_ylabel("1e9 cells/s")
        one.set_ylim(bottom=0)
    beside(axes[-1], axes[0].get_legend_handles_labels()[0])
    return figure


def figure9(machine):
    """Speed against thickness: the coil."""
    return by_thickness(machine, "coil", "Head in a coil")


def figure11(machine):
    """Speed against thickness: the car."""
    return by_thickness(machine, "car", "Car")


def figure10(machine):
    """|H| on the car."""
    if not machine["surface"]:
        return None
    views = machine.rows("surface")
    maps = [numpy.array(view["percent"]) / 100 for view in views]
    figure, axes = plt.subplots(1, len(views), figsize=(11, 2.9), layout="constrained", width_ratios=[values.shape[1] for values in maps])
    figure.suptitle(f"|H| on the car over that of the incident wave, {machine['surface']['frequency'] / 1e6:.4g} MHz; {machine.device()}",
                    fontsize=10)
    wave = results.LIGHT / machine["surface"]["frequency"]
    top = max(1, round(max(float(numpy.percentile(values[values >= 0], 99)) for values in maps), 1))
    for one, view, values in zip(axes, views, maps):
        size = [n * view["side"] for n in values.shape]
        drawn = one.imshow(numpy.where(values < 0, numpy.nan, values), origin="lower", extent=(0, size[1], 0, size[0]), cmap="inferno",
                           vmin=0, vmax=top, interpolation="nearest")
        across, up = {"side": "xz", "top": "xy", "front": "yz"}[view["view"]]
        one.set_title({"side": "from the side", "top": "from above", "front": "from the front"}[view["view"]], fontsize=9)
        one.tick_params(labelsize=7)
        one.set_xlabel(f"{across}, m from its corner", fontsize=7)
        one.set_ylabel(f"{up}, m from its corner", fontsize=7)
        if view["view"] == "side":  # where the incident wave goes, as long as it is; above the bonnet
            one.annotate("", xy=(0.1 + wave, 0.9 * size[0]), xytext=(0.1, 0.9 * size[0]), arrowprops={"arrowstyle": "->"})
            one.text(0.1, 0.82 * size[0], "one wavelength", fontsize=7, va="top")
    bar = figure.colorbar(drawn, ax=axes[-1], shrink=0.9, extend="max")
    bar.set_label("|H| over the incident wave's", fontsize=8)
    bar.ax.tick_params(labelsize=7)
    return figure


FIGURES = {7: (figure7, "sizes"), 9: (figure9, "coil"), 10: (figure10, "surface"), 11: (figure11, "car")}


def draw(machine, folder):
    for make, _ in FIGURES.values():
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png", machine.digest())

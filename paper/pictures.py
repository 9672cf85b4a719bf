"""What the figures of all papers share: panels, and a file for each that depends on the numbers alone."""
import os
import sys

from account import ROOT

sys.path.insert(0, os.path.join(ROOT, "roofline"))
import plotting  # noqa: E402  the style of all plots; ends the program where there is no matplotlib
from plotting import COLOURS, plt  # noqa: E402, F401


def panels(count, title, width=4.0, height=3.4, rows=1, **options):
    """Row after row, `count` in each."""
    figure, axes = plt.subplots(rows, count, figsize=(width * count, height * rows), squeeze=False, layout="constrained", **options)
    figure.suptitle(title, fontsize=10)
    for one in axes.flat:
        one.grid(True, color="#dddddd", linewidth=0.6)
        one.set_axisbelow(True)
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes.ravel()


def beside(axes, handles):
    axes.legend(handles=handles, frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def save(figure, folder, name):
    os.makedirs(folder, exist_ok=True)
    # No version of matplotlib in the file: the same numbers give the same picture.
    figure.savefig(os.path.join(folder, name), dpi=110, metadata={"Software": None})
    plt.close(figure)

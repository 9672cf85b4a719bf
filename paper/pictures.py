"""What the figures of all papers share: panels, and a file for each that depends on the numbers alone."""
import os

import account  # noqa: F401  which finds the folder of the next two
import plotting  # noqa: F401  the style of all plots; ends the program where there is no matplotlib
from made_from import metadata
from plotting import COLOURS, plt  # noqa: F401


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


def save(figure, folder, name, digest):
    """With that digest of what it is made from."""
    os.makedirs(folder, exist_ok=True)
    figure.savefig(os.path.join(folder, name), dpi=110, metadata=metadata(digest))
    plt.close(figure)

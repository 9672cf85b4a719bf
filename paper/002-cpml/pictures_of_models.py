"""Figure 8: the models that drivers/ make, at scale 1. Needs nothing that was measured."""
import pictures  # first, as it ends the program where there is no matplotlib; that has NumPy
from pictures import plt

import numpy
import results
from matplotlib.colors import ListedColormap
from models import maker

METAL = ListedColormap(["#ffffff", "#8a96a3", "#9fd0ee", "#3b3b3b"])  # air, metal, glass, rubber


def shown(axes, x, y, values, title, names, **options):
    for name, label in zip(names, (axes.set_xlabel, axes.set_ylabel)):
        label(f"{name}, m", fontsize=7)
    drawn = axes.pcolormesh(x, y, values, rasterized=True, **options)
    axes.set_aspect("equal")
    axes.set_title(title, fontsize=9)
    axes.tick_params(labelsize=7)
    return drawn


def first_seen(voxels, axis, far):
    """What is first met along an axis, and how far away: for a picture from outside."""
    if far:
        voxels = numpy.flip(voxels, axis)
    first = numpy.argmax(voxels > 0, axis)
    return numpy.take_along_axis(voxels, numpy.expand_dims(first, axis), axis).squeeze(axis), first


def coil(panels):
    make = maker("mri-coil")
    _, at = make.make_axes(1)
    body = make.make_body(at)
    permittivity = numpy.array([1.0] + [tissue[3] for tissue in make.TISSUES])
    permittivity[0] = numpy.nan  # air stays white
    lower, upper, gaps = make.wires(at)
    middle = {d: int(numpy.argmin(abs(at[d]))) for d in "xyz"}
    cuts = (("x", "z", body[:, middle["y"], :], "coil and body, from the front"), ("y", "z", body[:, :, middle["x"]], "from the side"),
            ("x", "y", body[middle["z"], :, :], "across the head"))
    for axes, (across, up, cut, title) in zip(panels, cuts):
        drawn = shown(axes, at[across], at[up], permittivity[cut], title, across + up, cmap="viridis", vmin=1, vmax=85)
        a, b = "xyz".index(across), "xyz".index(up)
        for begin, end in zip(lower, upper):
            axes.plot([(begin[a] + end[a]) / 2] * 2, [begin[b], end[b]] if up == "z" else [(begin[b] + end[b]) / 2] * 2, color="#D55E00",
                      linewidth=1.2, marker="" if up == "z" else "o", markersize=3)
        axes.plot([gap[a] for gap in gaps], [gap[b] for gap in gaps], color="#000000", marker=".", markersize=3, linestyle="")
    plt.colorbar(drawn, ax=panels[-1], shrink=0.8, label="relative permittivity")


def car(panels):
    make = maker("car")
    cells, length, _, _, corner = make.place_car(1)
    voxels = make.make_car(cells, length, corner)
    side = [numpy.arange(n + 1) * length for n in cells]
    views = ((1, 0, 2, False, "car, from the side"), (0, 0, 1, True, "from above"), (2, 1, 2, False, "from the front"))
    for axes, (axis, across, up, far, title) in zip(panels, views):
        medium, depth = first_seen(voxels, axis, far)
        shown(axes, side[across], side[up], medium, title, "xyz"[across] + "xyz"[up], cmap=METAL, vmin=-0.5, vmax=3.5)
        slope = numpy.hypot(*numpy.gradient(numpy.where(medium > 0, depth, depth.max()).astype(float)))
        shade = numpy.where(medium > 0, numpy.clip(slope / 6, 0, 0.6), 0)  # edges dark: a body, not a shadow
        axes.pcolormesh(side[across], side[up], numpy.zeros_like(shade), alpha=shade, cmap="gray", rasterized=True)


def figure8():
    figure, axes = plt.subplots(2, 3, figsize=(11, 6.6), layout="constrained")
    coil(axes[0])
    car(axes[1])
    return figure


def draw(folder):
    pictures.save(figure8(), folder, "figure8.png", results.digest_of_models())

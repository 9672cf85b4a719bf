#!/usr/bin/env python3
"""Pictures of snapshots that `hermite run` left, a panel for each array: planes in colour, lines as curves.

  plot_snapshot.py FILE... [--arrays p,vx] [--x X | --y Y | --z Z] [--limit VALUE] [--out DIR]

FILE is a snapshot-STEP.vti or .vtr; its picture has its name, as PNG and SVG. The domain in 3-D is cut across x, y or
z at the plane of its points that is nearest to the place given, or across z in the middle. Colours go up to the largest value,
or, where few points stand out by ten times (as where a source is), to the 99.5th percentile: these have the last colour. Exit code 3: there is no
matplotlib.
"""
import os
import sys
from xml.etree import ElementTree

# Installed beside this; in the source tree in roofline/.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
from plotting import COLOURS, folder_of, parser_of, plt, reading, save

import numpy  # matplotlib has it


def grid_of(head):
    """The XML before the data, of one of the two kinds."""
    try:
        root = ElementTree.fromstring(head + b"</VTKFile>")
    except ElementTree.ParseError as error:
        raise ValueError(f"its XML is broken: {error}") from error
    kinds = [grid.tag for grid in root]
    if len(kinds) != 1 or kinds[0] not in ("ImageData", "RectilinearGrid"):
        raise ValueError(f"found {' and '.join(kinds) or 'no grid'}, allowed ImageData or RectilinearGrid")
    return root[0]


def part(grid, name):
    """What that element holds; there is some."""
    found = next(grid.iter(name), ())
    if not len(found):
        raise ValueError(f"it has no {name}")
    return list(found)


def numbers(element, key, count):
    words = element.get(key, "").split()
    if len(words) != count:
        raise ValueError(f"{element.tag}: {key}: found {len(words)} numbers, allowed {count}")
    return [float(word) for word in words]


def places_of(grid):
    """Along x, y, z."""
    if grid.tag == "RectilinearGrid":
        return [numpy.array((axis.text or "").split(), float) for axis in part(grid, "Coordinates")]
    extent, origin, spacing = numbers(grid, "WholeExtent", 6), numbers(grid, "Origin", 3), numbers(grid, "Spacing", 3)
    return [origin[d] + spacing[d] * numpy.arange(extent[2 * d + 1] + 1) for d in range(3)]


def read_snapshot(path):
    """Time, places along x, y, z and arrays [z][y][x] by name (hermite/output/vti.hpp)."""
    with reading(path, "hermite run") as file:
        head, begin, data = file.buffer.read().partition(b'<AppendedData encoding="raw">\n_')
        if not begin:
            raise ValueError("it has no AppendedData")
        grid = grid_of(head)
        places = places_of(grid)
        shape = [len(axis) for axis in reversed(places)]
        if len(shape) != 3 or not all(shape):
            raise ValueError(f"found {shape} points along z, y and x, allowed 1 and more along each of the three")
        arrays = {}
        for array in part(grid, "PointData"):
            (offset,) = numbers(array, "offset", 1)
            arrays[array.get("Name")] = numpy.frombuffer(
                data, "<f4" if array.get("type") == "Float32" else "<f8", count=numpy.prod(shape),
                offset=int(offset) + 8).reshape(shape)
        return float(part(grid, "FieldData")[0].text), places, arrays


def cut(places, arrays, asked):
    """Of a domain in 3-D the plane that is asked for, with words on it; else all, and none."""
    if not all(len(along) > 1 for along in places):
        if asked != [None, None, None]:
            sys.exit("plot_snapshot.py: --x, --y and --z cut a snapshot of a whole domain in 3-D; this is none")
        return places, arrays, ""
    axis = next((d for d in range(3) if asked[d] is not None), 2)
    along = places[axis]
    at = (along[0] + along[-1]) / 2 if asked[axis] is None else asked[axis]
    if not along[0] <= at <= along[-1]:
        sys.exit(f"plot_snapshot.py: --{'xyz'[axis]}: found {at:g}, allowed {along[0]:g} to {along[-1]:g}")
    i = int(numpy.argmin(abs(along - at)))
    places = places[:axis] + [along[i:i + 1]] + places[axis + 1:]
    arrays = {name: array.take([i], 2 - axis) for name, array in arrays.items()}
    return places, arrays, f", {'xyz'[axis]} = {along[i]:g} m"


def draw_line(axes, along, values, label):
    axes.plot(along, values, color=COLOURS[0], linewidth=1)
    axes.set_ylabel(label)
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def limit_of(values):
    """What the last colour stands for."""
    sizes = abs(values[numpy.isfinite(values)])
    if not sizes.size:
        return 1
    largest, most = float(sizes.max()), float(numpy.percentile(sizes, 99.5))
    return (largest if largest <= 10 * most or most == 0 else most) or 1


def draw_plane(figure, axes, along, values, label, limit):
    """Zero is white, and so is what is not finite."""
    largest = limit or limit_of(values)
    image = axes.pcolormesh(*along, values, cmap="RdBu_r", vmin=-largest, vmax=largest, shading="nearest",
                            rasterized=True)
    axes.set_aspect("equal")
    axes.set_title(label, fontsize=10)
    figure.colorbar(image, ax=axes, extend="both" if abs(values).max() > largest else "neither")


def plot(places, arrays, title, limit, folder, name):
    axes_left = [d for d in range(3) if len(places[d]) > 1]
    columns = 1 if len(axes_left) == 1 else min(3, len(arrays))
    rows = -(-len(arrays) // columns)
    figure, panels = plt.subplots(rows, columns, figsize=(7 if len(axes_left) == 1 else 4.2 * columns, 0.6 + 3 * rows),
                                  squeeze=False, layout="constrained")
    for axes in panels.flat[len(arrays):]:
        axes.set_visible(False)
    for axes, (label, array) in zip(panels.flat, arrays.items()):
        values, along = array.squeeze(), [places[d] for d in axes_left]
        axes.set_xlabel(f"{'xyz'[axes_left[0]]} in m")
        if len(axes_left) == 1:
            draw_line(axes, along[0], values, label)
            continue
        axes.set_ylabel(f"{'xyz'[axes_left[1]]} in m")
        draw_plane(figure, axes, along, values, label, limit)
    figure.suptitle(title, fontsize=10)
    save(figure, folder, name)


def main():
    parser = parser_of(__doc__, "snapshot-STEP.vti or .vtr")
    parser.add_argument("--arrays", help="of these alone, as p,vx (default: all)")
    one = parser.add_mutually_exclusive_group()
    for axis in "xyz":
        one.add_argument(f"--{axis}", type=float, help=f"where a domain in 3-D is cut across {axis}" + (" (default: in the middle)" if axis == "z" else ""))
    parser.add_argument("--limit", type=float, help="what the last colours stand for, plus and minus (default: of each panel its own)")
    arguments = parser.parse_args()
    for path in arguments.results:
        time, places, arrays = read_snapshot(path)
        if arguments.arrays:
            wanted = arguments.arrays.split(",")
            for name in wanted:
                if name not in arrays:
                    sys.exit(f"{path}: has no array {name}, but {', '.join(arrays)}")
            arrays = {name: arrays[name] for name in wanted}
        places, arrays, where = cut(places, arrays, [arguments.x, arguments.y, arguments.z])
        name = os.path.splitext(os.path.basename(path))[0]
        plot(places, arrays, f"{name}: t = {time:.6g} s{where}", arguments.limit, folder_of(arguments), name)


if __name__ == "__main__":
    main()

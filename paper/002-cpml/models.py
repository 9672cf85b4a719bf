"""The coil and the car of drivers/, with absorbing layers of any thickness outside them, or Mur's walls."""
import importlib
import json
import os
import pathlib
import sys

import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "drivers"), os.path.join(ROOT, "paper")]
from account import read  # noqa: E402

MAKERS = {"mri-coil": "make_mri_coil", "car": "make_car"}


def maker(name):
    return importlib.import_module(MAKERS[name])


def made(name, folder, scale):
    """The case as drivers/ makes it, and the folder's voxels [z][y][x] with what is told of them."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    maker(name).main(folder, scale)
    case = read(folder / (name + ".json"))
    head = read(folder / case["voxels"]["path"])
    voxels = numpy.fromfile(folder / head["data"], {"uint8": "<u1", "uint16": "<u2"}[head["type"]])
    return case, head, voxels.reshape(head["cells"][::-1])


def sides(grid):
    """Lengths of the outermost cells of each axis."""
    result = []
    for d, axis in enumerate("xyz"):
        length = grid["upper"][d] - grid["lower"][d]
        if axis in grid:
            units = maker("mri-coil").corners(grid[axis])[-1]
            result.append((length / units * grid[axis][0][1], length / units * grid[axis][-1][2]))
        else:
            result.append((length / grid["cells"][d],) * 2)
    return result


def with_layers(name, folder, scale, thickness):
    """The case's file, and its cells without the layers; a thickness of 0 stands for Mur's walls.

    Layers are added outside, as the paper does: the body, where it reaches the old walls, goes on through them."""
    case, head, voxels = made(name, folder, scale)
    grid, inner = case["grid"], list(case["grid"]["cells"])
    if grid["lower"] == 0:
        grid["lower"] = [0, 0, 0]
    for d, (axis, ends) in enumerate(zip("xyz", sides(grid))):
        grid["lower"][d] -= thickness * ends[0]
        grid["upper"][d] += thickness * ends[1]
        grid["cells"][d] += 2 * thickness
        if axis in grid:
            grid[axis][0][0] += thickness
            grid[axis][-1][0] += thickness
    case.pop("receivers")
    if thickness:
        case["cpml"].update(lower=thickness, upper=thickness)
    else:
        case.pop("cpml")
        grid["boundary"] = "mur"
    numpy.pad(voxels, thickness, mode="edge").tofile(os.path.join(folder, head["data"]))
    head["cells"] = grid["cells"]
    for path, content in ((case["voxels"]["path"], head), (name + ".json", case)):
        with open(os.path.join(folder, path), "w") as file:
            json.dump(content, file, indent=1)
    return os.path.join(folder, name + ".json"), inner

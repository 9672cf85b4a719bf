"""Sizes, thicknesses and blocks of this paper's measurement."""
import json
import os

import numpy
from models import with_layers
from study import Study, read

SIDE = 1e-3  # m, of the cube's cells
LIGHT = 299792458.0  # m/s
TILES = {"16x16": (16, 16), "32x16": (32, 16)}  # threads, with those of the halo, as the paper counts
PLANES = 16  # that a tile marches through: what the code chooses


def shape(cells, rows, planes):
    words = [f"kernel.planes_per_block={planes}"]
    words += [f"kernel.cells_per_block={cells}"] if cells else []
    words += [f"kernel.rows_per_block={rows}"] if rows else []
    return [word for setting in words for word in ("--set", setting)]


def block(variant, *sizes):
    return ["--set", f"kernel.variant={variant}", *shape(*sizes)]


def tile(name):
    return block("tile", *TILES[name], PLANES)


def with_lines(case):
    """With rows of whole lines, which kernels like best, unless it says otherwise: `auto` goes by memory too."""
    return dict(case, kernel={"rows": "lines", **case.get("kernel", {})})


class Cpml(Study):
    number = "002"
    full = {"device": "cuda", "sizes": (40, 60, 80, 100, 140, 200, 260, 320, 400, 492), "faces": (100, 200, 492), "media": 492, "layer": 10, "thicknesses": tuple(range(4, 21, 2)),
            "host_thicknesses": (4, 12, 20), "scale": {"mri-coil": 1, "car": 1}, "skip": 2, "budget": 60, "rounds": 9,
            # Layers of all thicknesses about one cube, and cubes of sizes that fit no block.
            "layered": 400, "layers": (1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 16, 20), "unfit": (397, 398, 399, 401, 402, 403, 405),
            "swept": (80, 200, 380, 492), "rows": (44, 80, 140, 180, 236, 280, 320, 380, 400, 480), "on_processor": (100, 236), "samples": 3, "steps": 400}
    trial = {"device": "host", "sizes": (12, 16), "faces": (16,), "media": 16, "layer": 4, "thicknesses": (4, 6), "host_thicknesses": (4,),
             "scale": {"mri-coil": 14, "car": 6}, "skip": 1, "budget": 10, "rounds": 3,
             "layered": 16, "layers": (1, 3), "unfit": (15, 17), "swept": (24,), "rows": (12,), "on_processor": (24,), "samples": 2, "steps": 8}

    def case(self, name, content):
        return super().case(name, with_lines(content))

    def cube(self, cells, layer=None):
        """Vacuum within layers; `cells` without them."""
        layer = self.layer if layer is None else layer
        case = read("data/cases/cube.json")
        for key in ("$schema", "receivers", *([] if layer else ["cpml"])):
            case.pop(key)
        whole = cells + 2 * layer
        case["grid"].update(cells=whole, upper=whole * SIDE)
        if layer:
            case["cpml"].update(lower=layer, upper=layer)
        middle = whole // 2 * SIDE
        case["sources"]["points"] = [[middle, middle, middle + SIDE / 2]]
        return self.case(f"cube-{cells}" + ("" if layer == self.layer else f"-{layer}"), case)

    def filled_cube(self, cells, count, side):
        """The cube with a model of `count` media in cubes of `side` cells, at random."""
        case = read(self.cube(cells))
        whole, path = cells + 2 * self.layer, os.path.join(self.work, f"media-{count}-{side}")
        draws = numpy.random.default_rng(7).integers(0, count, (-(-whole // side),) * 3, "u1")
        for axis in range(3):
            draws = draws.repeat(side, axis)
        draws[:whole, :whole, :whole].tofile(path + ".raw")
        vacuum = case["material"]["permittivity"]
        media = [{"permittivity": vacuum * (1 + i / count)} for i in range(1, count)]
        with open(path + ".json", "w") as file:
            json.dump({"cells": [whole] * 3, "type": "uint8", "data": os.path.basename(path) + ".raw", "media": media}, file)
        return self.case(f"media-{count}-{side}", dict(case, voxels={"path": os.path.basename(path) + ".json"}))

    def empty_cube(self, cells, layer=None):
        """As many cells as with layers, between perfect conductors."""
        case = read(self.cube(cells, layer))
        case.pop("cpml")
        return self.case(f"empty-{case['grid']['cells']}", case)

    def of_sweeps(self, path, count):
        """With so many steps in a sweep of the fields."""
        return self.run_of(path, count, steps_per_sweep=count)

    def run_of(self, path, name, **kernel):
        """A run of that case, in which nobody looks at the fields."""
        case = read(path)
        step = case["method"]["courant"] * SIDE / (LIGHT * 3 ** .5)
        case.update(time={"final": self.steps * step}, kernel=kernel)
        return self.case(f"{os.path.basename(path)[len('case-'):-len('.json')]}-{name}", case)

    def model(self, name, thickness):
        path, inner = with_layers(name, os.path.join(self.work, name), self.scale[name], thickness)
        case = with_lines(read(path))
        with open(path, "w") as file:  # it stays beside its voxels
            json.dump(case, file, indent=1)
        return path, inner

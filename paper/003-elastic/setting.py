"""Grids, blocks and ways of this paper's measurement. Sizes are in points, as the paper's: one more than cells."""
import copy
import math
import os

from loh1 import WIDTH, centre
from study import Study, read

PAPER = read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "paper.json"))
# How the free surface and interfaces are treated: as the paper's code does, and as ours does by itself.
WAYS = {"paper": ("imaging", "arithmetic"), "ours": ("afda", "harmonic")}
# What tells the surface from the means; and an interface on a plane of nodes from one midway between two, so many cells below the surface.
LOH1_WAYS = {**WAYS, "images": ("imaging", "harmonic"), "between": WAYS["ours"]}
LOH1_BETWEEN = tuple(1000 / cells for cells in (5.5, 10.5, 20.5))  # sides
LOH1_LAYER = 500  # m, the least width of its absorbing layers, which else reflect more the finer the grid
LADDER = ("literal", "tile", "march")  # as the algorithm is written down, as the paper's kernels, what a GPU takes
LANES, ROWS, PLANES = 32, 4, 4  # of the blocks that are counted along x and y
# Blocks whose reads are counted: variant, points along x, y and z; None where all.
BLOCKS = {"5 x 5 x 5": ("literal", 5, 5, 5), "16 x 8, along z": ("tile", 16, 8, None), "march, 128 x 4 x 2": ("march", 128, 4, 2)}
# The same by another compiler, where it was built: CXX=clang++ cmake -S . -B build/clang -G Ninja -DHERMITE_CUDA=OFF
OTHER = "build/clang/bin/hermite"
LIGHT = 299792458  # m/s
EVERY = 2  # steps of the coarsest grid between two samples of a seismogram


class Elastic(Study):
    number = "003"
    options = ("device", "threads", "samples")
    # `scale` multiplies the side of cells, the source's duration and the step, and divides numbers of points.
    full = {"device": "cuda", "scale": 1, "samples": 3, "thicknesses": (0, 10, 16), "refinements": (1, 2, 4), "cut": (121, 121, 61),
            "steps": 1000, "host_steps": 100, "serial_steps": 20, "large_host_steps": 30, "ladder_steps": 300, "along_z": (52, 78, 104, 130, 156, 182, 208),
            "blocks_x": (4, 6, 8, 10, 12, 14, 16), "blocks_y": (16, 32, 64), "planes": 64, "cubes": (128, 192, 256),
            # Grids of two kinds of media: one of powers of 2, and the paper's.
            "media": ((512, 512, 256), (540, 484, 189)),
            # One grid with thicker and thicker layers, and others of as many rows that are shorter or longer.
            "cpml_grid": (512, 512, 256), "cpml": (0, 1, 2, 4, 6, 8, 10, 12, 16, 20), "along_x": (497, 500, 505, 513, 520, 528),
            # Sides of cubes: of each GPU, of all together; Hermite's in cells.
            "gpus": (1, 2, 4, 8), "each": {"fdtd": 512, "hermite": 128}, "shared": {"fdtd": 512, "hermite": 160},
            "scaling_steps": {"fdtd": 600, "hermite": 40},
            # Of LOH.1: sides of cells in m by the standard deviation of the moment rate in s, the reference's own among them, and by way.
            "loh1": {0.15: {"paper": (200, 100, 50), "ours": (200, 100, 50, 25), "images": (200, 100, 50), "between": LOH1_BETWEEN}, WIDTH: {"ours": (100, 50, 25)}},
            "loh1_host": 48}  # the host leaves out finer ones
    trial = {"device": "host", "scale": 5, "samples": 2, "thicknesses": (0, 2, 3), "refinements": (1, 2, 3), "cut": (25, 25, 13),
             "steps": 200, "host_steps": 20, "serial_steps": 10, "large_host_steps": 10, "ladder_steps": 20, "along_z": (10, 14, 18),
             "blocks_x": (1, 2, 3), "blocks_y": (4, 6), "planes": 10, "cubes": (24, 32, 48), "threads": 1,
             "media": ((64, 48, 32), (54, 48, 18)), "cpml_grid": (64, 48, 32), "cpml": (0, 1, 2, 3, 5), "along_x": (61, 66),
             "gpus": (1, 2), "each": {"fdtd": 24, "hermite": 8}, "shared": {"fdtd": 32, "hermite": 12},
             "scaling_steps": {"fdtd": 40, "hermite": 4},
             "loh1": {0.3: {**{way: (250, 125) for way in LOH1_WAYS}, "between": (1000 / 4.5,)}, WIDTH: {"ours": (250,)}}, "loh1_host": 125}

    def points(self, name):
        return [n // self.scale for n in PAPER[name]["points"]]

    def built_otherwise(self):
        """This study with the program of another compiler; None where it was not built. A trial takes its own then."""
        other = copy.copy(self)
        if os.path.exists(OTHER):
            other.program = OTHER
        elif not self.is_trial:
            return None
        return other

    def model(self, name, points, thickness, steps=0, way="paper", refinement=1, kernel=None, voxels=None):
        """The paper's two layers on so many points, of its sides over `refinement`, where layers keep their width; or a voxel model."""
        paper, case = PAPER["model"], read("data/cases/two-layers-540x484x189.json")
        case.pop("$schema")
        side = paper["h"] * self.scale / refinement
        case["grid"].update(cells=[n - 1 for n in points], upper=[(n - 1) * side for n in points])
        case["free_surface"]["operators"], case["layers"]["averages"] = WAYS[way]
        layer = thickness * refinement
        case["cpml"].update(lower=[layer, layer, 0], upper=layer, alpha_max=case["cpml"]["alpha_max"] / self.scale)
        source = case["sources"]
        source.update(width=source["width"] * self.scale, delay=source["delay"] * self.scale)
        # The paper's step, and a multiple of it in a trial: so many steps take so long.
        case["time"]["final"] = (steps or self.steps) * paper["seconds_of_step"] * self.scale
        case["receivers"]["every"] = EVERY * refinement
        if voxels:
            case["layers"], case["voxels"] = {"averages": case["layers"]["averages"]}, {"path": os.path.abspath(voxels)}
        if kernel:
            case["kernel"] = kernel
        if any(at > upper for at, upper in zip(case["receivers"]["points"][0], case["grid"]["upper"])):
            case.pop("receivers")  # of small grids, whose kernels are timed by themselves
        return self.case(name, case)

    def two_layers(self):
        """[(first plane of points, {constant: value})] of the model."""
        layers = read("data/cases/two-layers-540x484x189.json")["layers"]
        names = ("density", "p_speed", "s_speed")
        return [(math.ceil(begin / (PAPER["model"]["h"] * self.scale)), dict(zip(names, values)))
                for begin, *values in zip(layers["begin"], *(layers[name] for name in names))]

    def layer_over_half_space(self, name, way, side, width):
        """LOH.1 in cells of that side, its moment rate of that standard deviation; and its points."""
        case = read("data/cases/loh1.json")
        case.pop("$schema")
        grid, source = case["grid"], case["sources"]
        cells = [round((upper - lower) / side) for lower, upper in zip(grid["lower"], grid["upper"])]
        grid["cells"] = cells
        layer = max(case["cpml"]["upper"], math.ceil(LOH1_LAYER / side))
        case["cpml"].update(lower=[layer, layer, 0], upper=layer)
        operators, averages = LOH1_WAYS[way]
        case["free_surface"] = {"operators": operators}
        case["layers"]["averages"] = averages
        source.update(width=math.sqrt(2) * width, delay=centre(width))
        return self.case(name, case), [n + 1 for n in cells]

    # --- what several GPUs share: a cube of so many points or cells a side, `along` times as long in z ---

    def shared_elastic(self, name, side, along, thickness):
        return self.model(name, [side, side, side * along], thickness, self.scaling_steps["fdtd"])

    def shared_maxwell(self, name, side, along, thickness):
        """A cavity of conducting walls, with a current near its lower corner."""
        case, h = read("data/cases/cube.json"), 1e-3
        for key in ("$schema", "receivers", *([] if thickness else ["cpml"])):
            case.pop(key)
        if thickness:
            case["cpml"].update(lower=thickness, upper=thickness)
        case["grid"].update(cells=[side, side, side * along], upper=[side * h, side * h, side * along * h])
        middle = side // 2 * h
        case["sources"]["points"] = [[middle, middle, middle + h / 2]]
        case["time"]["final"] = self.scaling_steps["fdtd"] * case["method"]["courant"] * h / (LIGHT * math.sqrt(3))
        return self.case(name, case)

    def shared_acoustics(self, name, side, along, _):
        """A plane wave, periodic, by Hermite of N = 3 in its fastest form."""
        case = read("data/cases/acoustics-wave-3d.json")
        case.pop("$schema")
        case["grid"].update(cells=[side, side, side * along], upper=[1, 1, along])
        case["precision"], case["exact"] = "single", {"kind": "none"}  # errors are the host's work
        case["method"]["stages"] = "full"
        case["kernel"] = {"pipeline": "parity"}
        case["time"]["final"] = self.scaling_steps["hermite"] * case["method"]["courant"] / side
        return self.case(name, case)

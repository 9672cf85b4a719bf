"""Grids, blocks and media of this paper's measurement."""
from study import Study, read

SIDE = 1e-3  # m, of a cell
# The paper's kernels are given the coefficients of every component in every cell; ours need none where there is one medium.
MEDIA = ("arrays", "uniform")
# Our variant, and planes that a block marches through, all of them where None. The first two are the paper's.
MAPPINGS = {"xyz": ("literal", 1), "xy": ("march", None), "xy-16": ("march", 16), "xyz-wide": ("march", 1)}


class Yee(Study):
    number = "004"
    full = {"device": "cuda", "cells": 200, "threads_per_block": range(64, 513, 64), "lanes": (32, 16, 64),
            "sizes": (40, 60, 80, 100, 120, 160, 200, 240, 280, 320, 360, 400), "budget": 40, "rounds": 9}
    trial = {"device": "host", "cells": 12, "threads_per_block": (64, 128), "lanes": (16,), "sizes": (8, 12),
             "budget": 10, "rounds": 3}

    def cells_of_thread(self, mapping):
        """Those of single precision in 16 bytes where threads march on a GPU."""
        return 4 if MAPPINGS[mapping][0] == "march" and self.device != "host" else 1

    def block(self, mapping, lanes, count, cells):
        """Words for a block of so many threads, so many of them along x, on a grid of so many cells a side."""
        planes = MAPPINGS[mapping][1] or cells
        return [word for key, value in (("cells", lanes * self.cells_of_thread(mapping)), ("rows", count // lanes), ("planes", planes))
                for word in ("--set", f"kernel.{key}_per_block={value}")]

    def box(self, cells, media):
        """The case: a cavity of conducting walls without layers, with a source in the middle."""
        case = read("data/cases/cube.json")
        for key in ("$schema", "cpml", "receivers"):
            case.pop(key)
        case["grid"] = {"cells": cells, "lower": 0, "upper": cells * SIDE, "boundary": "pec"}
        middle = cells // 2 * SIDE
        case["sources"]["points"] = [[middle, middle, middle + SIDE / 2]]
        # Rows of whole lines, which kernels like best: "auto" goes by memory too.
        case["kernel"] = {"coefficients": "arrays" if media == "arrays" else "auto", "rows": "lines"}
        return self.case(f"{cells}-{media}", case)

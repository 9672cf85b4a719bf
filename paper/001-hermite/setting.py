"""Grids, orders and blocks of this paper's measurement."""
import os

from study import Study

CASES = {"advection": "data/cases/advection-3d.json", "acoustics": "data/cases/acoustics-wave-3d.json",
         "maxwell": "data/cases/maxwell-wave-3d.json"}
TUNED = ("advection", "acoustics")
ORDERS = (1, 2, 3)
SYSTEMS = ("acoustics", "maxwell")  # beside advection
LAM = 0.8


class Hermite(Study):
    number = "001"
    options = (*Study.options, "samples")
    full = {"device": "cuda", "cells": 150, "sweep_cells": 120, "large_cells": (300, 260, 220, 180), "steps": 200, "samples": 5, "budget": 120,
            "blocks": (2, 4, 8, 10, 16, 32), "stages": tuple(range(1, 22)),
            "tuned_blocks": "2,4,8,10,12,16,32", "rounds": 9}
    trial = {"device": "host", "cells": 12, "sweep_cells": 12, "large_cells": (16,), "steps": 3, "samples": 2, "budget": 60,
             "blocks": (4, 10), "stages": (1, 3, 9, 15, 21), "tuned_blocks": "4,10", "rounds": 3}

    def roofline(self, name, what, *words, system="advection", precision="single", cells=None, data=None):
        self.ceilings()
        return self.saved(name, "roofline", what, *self.place(), "--case", CASES[system], "--precision", precision,
                          "--cells", cells or self.sweep_cells, "--ceilings", os.path.join(self.work, "ceilings.json"),
                          *self.quick, *words, data=data)

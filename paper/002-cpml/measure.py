#!/usr/bin/env python3
"""Measures everything that report.py draws and tabulates, with the command `hermite`; needs python3-numpy.

  measure.py MACHINE                 on a machine with a GPU: data/results/MACHINE/paper-002-*.json
  measure.py MACHINE --out FOLDER    the same files in another folder
  measure.py NAME --trial            small and on the host, into build/paper-002: worth nothing, but
                                     report.py --results build/paper-002/results shows whether all works

What every call of `hermite` left is kept in build/paper-002, so that the same command goes on where it was
stopped; --parts chooses what is measured.

  sizes      paper-002-sizes.json     A1, A2, A3 in both tiles, and our fastest, by size of a cube (Figure 7)
  faces      paper-002-faces.json     the kernels of A3, each by itself: the paper's first across x and ours (Section 3.3)
  layers     paper-002-layers.json    what layers of any thickness cost, and cubes of any size, beside their bytes
  media      paper-002-media.json     what media cost: one, few in large pieces, and as many as a byte counts, cell by cell
  coil       paper-002-coil.json      A1, A2, A3 and our fastest by thickness, and Mur's walls: the coil (Figure 9)
  car        paper-002-car.json       likewise the car (Figure 11)
  wave       paper-002-wave.json      the car without its plane wave, and with it as surfaces and value by value
  host       paper-002-host.json      both on the processor of the same machine: the speed-up
  surface    paper-002-surface.json   |H| on the car (Figure 10)
  sweeps     paper-002-sweeps.json    whole runs of cubes, a step in a sweep of the fields and two
  rows       paper-002-rows.json      whole runs of cubes within layers, with rows of whole lines and tight ones, and their memory
  processor  paper-002-processor.json whole runs of cubes within layers on the host, which needs no GPU
"""
import os
import sys
from functools import partial

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "roofline"))
try:
    import numpy  # noqa: F401  which the models need
except ImportError:
    from system_python import instead_of_this_one
    instead_of_this_one("numpy")

import runs  # noqa: E402
from setting import PLANES, TILES, Cpml, block, shape, tile  # noqa: E402
from study import measure, merge, timed  # noqa: E402
from surface import magnetic_field_on_car  # noqa: E402

CHOSEN = "32x16"  # the paper's tile for the models
# Where a call leaves cpml.kernels open, A1, A2 and A3 are timed in turn: a round has one sample of each.
OWN_BLOCK = (128, 4, 1)  # of march in single precision, as the code chooses it on a GPU (kernels/fdtd/maxwell/block_shape.cpp)
MARCH = block("march", *OWN_BLOCK)
FUSED = ["--set", "cpml.kernels=fused"]
ALONE, TABLES = "auto", ("indices", "constant")  # kernel.coefficients of one medium, and of many: a table in global memory, or in constant memory
ALL_MARCHES = ["--cells-per-block", "64,128", *block("march", 0, 0, 1)]
HOST = block("literal", 1024, 16, 1)  # what it chooses on the host: whole rows, as those of both models are shorter


def sizes(study):
    def call(cells, name, words):
        content = timed(study.tune(f"cube-{cells}-{name}", study.cube(cells), *words))
        return dict(content, rows=[dict(row, inner=[cells] * 3) for row in content["rows"]])
    ways = [(name, tile(name)) for name in TILES] + [("fastest", ALL_MARCHES)]
    study.write("paper-002-sizes.json", merge([({"way": name, "cells": cells, "thickness": study.layer}, partial(call, cells, name, words))
                                               for cells in study.sizes for name, words in ways]))


def faces(study):
    ceilings = study.ceilings()
    ways = [(name, "tile", (*TILES[name], PLANES)) for name in TILES] + [("march", "march", OWN_BLOCK)]

    def call(cells, way, variant, sizes):
        content = study.saved(f"faces-{cells}-{way}", "roofline", "kernels", study.cube(cells), *study.place(), *study.quick,
                              "--precision", "single", "--filter", f"^yee/{variant}/faces", "--ceilings", ceilings, *shape(*sizes))
        return dict(content, rows=[{key: row[key] for key in ("variant", "layers", "stage", "grid", "kernels", "seconds")}
                                   for row in content["rows"]])
    study.write("paper-002-faces.json", merge([({"way": way, "cells": cells, "thickness": study.layer}, partial(call, cells, way, *of))
                                               for cells in study.faces for way, *of in ways]))


def layers(study):
    """The field kernels of A1 by themselves, with the bytes that they have to move, and those of as many cells without layers."""
    ceilings = study.ceilings()

    def call(cells, layer, layered):
        case = study.cube(cells, layer) if layered else study.empty_cube(cells, layer)
        content = study.saved(f"layers-{cells}-{layer}-{layered}", "roofline", "kernels", case, *study.place(), *study.quick,
                              "--precision", "single", "--filter", f"^yee/march/{'fused/' if layered else ''}single", "--ceilings", ceilings)
        return dict(content, rows=[{key: row[key] for key in ("stage", "grid", "seconds", "model")} for row in content["rows"]])
    cubes = [(study.layered, layer) for layer in study.layers] + [(cells, study.layer) for cells in study.unfit]
    study.write("paper-002-layers.json", merge([({"cells": cells, "thickness": layer, "layered": layered}, partial(call, cells, layer, layered))
                                                for cells, layer in cubes for layered in (False, True)]))


def media(study):
    fused = [*MARCH, *FUSED]
    ways = [("no layers", study.empty_cube, 1, 0, MARCH, ALONE), ("one medium", study.cube, 1, 0, fused, ALONE),
            *((f"{count} media", partial(study.filled_cube, count=count, side=side), count, side, fused, coefficients)
              for count, side in ((16, 32), (16, 1), (256, 1)) for coefficients in TABLES)]

    def call(way, case, count, side, words, coefficients):
        content = timed(study.tune(f"media-{way.replace(' ', '-')}-{side}-{coefficients}", case(study.media), *words,
                                   "--set", f"kernel.coefficients={coefficients}"))
        thickness = study.layer if words is fused else 0
        return dict(content, rows=[dict(row, inner=[study.media] * 3, thickness=thickness) for row in content["rows"]])
    study.write("paper-002-media.json", merge([({"way": way, "media": count, "side": side, "coefficients": coefficients},
                                                partial(call, way, case, count, side, words, coefficients))
                                               for way, case, count, side, words, coefficients in ways]))


def of_model(study, name, thickness, way, words, device=None):
    """A model's times; it is made anew for each of them, in the same files."""
    def make():
        case, inner = study.model(name, thickness)
        content = timed(study.tune(f"{name}-{thickness}-{way}", case, *words, device=device))
        return dict(content, rows=[dict(row, inner=inner) for row in content["rows"]])
    return study.kept(f"{name}-{thickness}-{way}", make)


def model(study, name, file):
    study.write(file, merge([({"way": way, "thickness": thickness}, partial(of_model, study, name, thickness, way, words))
                             for thickness in (0, *study.thicknesses) for way, words in ((CHOSEN, tile(CHOSEN)), ("fastest", MARCH))]))


def coil(study):
    model(study, "mri-coil", "paper-002-coil.json")


def car(study):
    model(study, "car", "paper-002-car.json")


def wave(study):
    words = [*(HOST if study.device == "host" else MARCH), *FUSED]
    ways = {"none": "incident.direction=none", "surface": "incident.kernels=surface", "edges": "incident.kernels=edges"}
    study.write("paper-002-wave.json", merge([({"wave": name, "way": "fastest", "thickness": study.layer},
                                               partial(of_model, study, "car", study.layer, f"wave-{name}", [*words, "--set", setting]))
                                              for name, setting in ways.items()]))


def host(study):
    words = [*HOST, *FUSED]
    study.write("paper-002-host.json", merge(
        [({"model": name, "way": "host", "thickness": thickness}, partial(of_model, study, name, thickness, "host", words, "host"))
         for name in study.scale for thickness in study.host_thicknesses]))


def surface(study):
    study.write("paper-002-surface.json", study.kept("surface", lambda: magnetic_field_on_car(study)))


def sweeps(study):
    def call(name, make, cells, count):
        return runs.timed(study, f"sweeps-{name.replace(' ', '-')}-{cells}-{count}", study.of_sweeps(make(cells), count), [cells + 2 * study.layer] * 3)
    study.write("paper-002-sweeps.json", merge([({"way": name, "cells": cells, "steps_per_sweep": count}, partial(call, name, make, cells, count))
                                                for name, make in (("no layers", study.empty_cube), ("layers", study.cube))
                                                for cells in study.swept for count in (1, 2)]))


def rows(study):
    def call(cells, kind):
        return runs.timed(study, f"rows-{kind}-{cells}", study.run_of(study.cube(cells), kind, rows=kind), [cells + 2 * study.layer] * 3)
    study.write("paper-002-rows.json", merge([({"rows": kind, "cells": cells, "thickness": study.layer}, partial(call, cells, kind))
                                              for cells in study.rows for kind in ("lines", "tight")]))


def processor(study):
    def call(cells):
        return runs.timed(study, f"processor-{cells}", study.of_sweeps(study.cube(cells), 1), [cells + 2 * study.layer] * 3, "host")
    study.write("paper-002-processor.json", merge([({"cells": cells, "thickness": study.layer}, partial(call, cells)) for cells in study.on_processor]))


PARTS = {part.__name__: part for part in (sizes, faces, layers, media, coil, car, wave, host, surface, sweeps, rows, processor)}

if __name__ == "__main__":
    measure(__doc__, PARTS, Cpml, budget="seconds for each size or thickness in each way at most (default: 60)")

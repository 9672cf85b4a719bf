#!/usr/bin/env python3
"""The case car: a car-like conducting shell under a plane wave, for the solver fdtd.

    make_car.py FOLDER [--scale S]      FOLDER/car.json, car-body.json, car-body.raw

A STAND-IN: a shell, one voxel thick, around the outline below, with glass and four wheels; no car in particular.
The wave has 900 MHz and comes from the front, its electric field upright.

At scale 1 there are 519 x 239 x 159 cells of 1 cm; a voxel is a cell. At scale S all is S times as coarse, the wave too, and
the domain is larger where layers and what lies between them and the car would else take room of the car's.

             ___________
          __/    |      \\__          z   glass between the belt line and the roof
    _____/_______|_________\\____     |
   |      __            __      |    |
   |_____/  \\__________/  \\_____|    o---- x, the wave's direction
         \\__/          \\__/
"""
import json
import math
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
try:
    import numpy
except ImportError:
    from system_python import instead_of_this_one
    instead_of_this_one("numpy")

from make_voxels import call, write_model

EPS0, MU0 = 8.8541878128e-12, 1.2566370621200546e-06
CELLS, SIDE = (519, 239, 159), 1e-2  # at scale 1
FREQUENCY = 900e6
CPML = 10
# m, of the car: corner (0, 0) is at its front, on the ground and in the middle across.
LENGTH, HALF_WIDTH = 4.4, 0.85
OUTLINE_X = (0.0, 0.05, 1.10, 1.65, 3.05, 3.85, 4.35, 4.40)
OUTLINE_Z = (0.50, 0.75, 0.90, 1.30, 1.30, 0.95, 0.90, 0.50)
FLOOR, BELT, ROOF = 0.22, 0.92, 1.24
WHEELS_X, WHEEL_Y, RADIUS, RIM, TYRE = (0.80, 3.50), 0.74, 0.32, 0.20, 0.10
AHEAD, BELOW = 0.40, 0.14  # from the domain's end to the car, at least
PEC, GLASS, RUBBER = 1, 2, 3
MEDIA = [{"name": "metal", "kind": "pec"},
         {"name": "glass", "permittivity": 6 * EPS0},               # made up, as are
         {"name": "rubber", "permittivity": 3 * EPS0, "conductivity": 1e-3}]  # these


def grown(solid):
    """With all of the 26 neighbours."""
    for axis in range(3):
        more = solid.copy()
        to, of = [slice(None)] * 3, [slice(None)] * 3
        to[axis], of[axis] = slice(1, None), slice(None, -1)
        more[tuple(to)] |= solid[tuple(of)]
        more[tuple(of)] |= solid[tuple(to)]
        solid = more
    return solid


def place_car(scale):
    """Cells, the side of one, those of the layers, from there to the wave's box, and where the car's corner lies in x and z."""
    side, layer = SIDE * scale, max(2, round(CPML / scale))
    margin = (layer + 3) * side
    clear = margin + side  # bodies stay a cell away from the box's faces
    front, ground = max(AHEAD, clear), max(BELOW, clear)
    taken = front + LENGTH + clear, 2 * (HALF_WIDTH + clear), ground + max(OUTLINE_Z) + clear
    cells = [max(24, round(n / scale), math.ceil(length / side)) for n, length in zip(CELLS, taken)]
    return cells, side, layer, margin, (front, ground)


def make_car(cells, side, corner):
    """The medium of each voxel, by its middle, [z][y][x]."""
    x = (numpy.arange(cells[0]) + 0.5) * side - corner[0]
    y = abs((numpy.arange(cells[1]) + 0.5 - cells[1] / 2) * side)
    z = (numpy.arange(cells[2]) + 0.5) * side - corner[1]
    top = numpy.interp(x, OUTLINE_X, OUTLINE_Z, left=-1, right=-1)
    width = HALF_WIDTH - 0.45 * numpy.clip(z - BELT, 0, None)  # the cabin leans inwards
    solid = ((z > FLOOR)[:, None, None] & (z[:, None, None] < top) &
             (y[:, None] < width[:, None, None]))
    wells = numpy.zeros_like(solid)
    wheels = []
    for centre in WHEELS_X:
        distance = numpy.hypot(x - centre, (z - RADIUS)[:, None])[:, None, :]
        wheels.append((distance, abs(y - WHEEL_Y)[:, None]))
        wells |= (distance < RADIUS + 0.06) & (y[:, None] > WHEEL_Y - TYRE - 0.04)
    solid &= ~wells
    # What has a neighbour outside, in all 26 directions: no gap at edges and corners.
    shell = solid & grown(~solid)
    index = numpy.where(shell, PEC, 0).astype(numpy.uint8)
    panes = (z > BELT + 0.04) & (z < ROOF)
    pillars = (abs(x - 2.35) > 0.05)
    index[shell & panes[:, None, None] & pillars] = GLASS
    for distance, across in wheels:
        tyre = (distance < RADIUS) & (across < TYRE)
        index[tyre] = RUBBER
        index[tyre & (distance < RIM)] = PEC
    return index


def main(folder, scale):
    cells, side, layer, margin, corner = place_car(scale)
    write_model(make_car(cells, side, corner), MEDIA, folder / "car-body.json")
    size = [n * side for n in cells]
    case = {
        "solver": "fdtd", "system": "maxwell", "dimension": 3, "precision": "single",
        "grid": {"cells": cells, "lower": 0, "upper": size, "boundary": "pec"},
        "material": {"permittivity": EPS0, "permeability": MU0},
        "voxels": {"path": "car-body.json", "spacing": "cells"},
        "cpml": {"lower": layer, "upper": layer, "sigma_max": 0.75, "kappa_max": 15, "alpha_max": 0.05},
        "incident": {"direction": "+x", "polarization": "Ez", "lower": [margin] * 3,
                     "upper": [s - margin for s in size], "waveform": "harmonic",
                     "frequency": FREQUENCY / max(1, scale), "amplitude": 1},
        "initial": {"kind": "zero"}, "exact": {"kind": "none"},
        "method": {"courant": 0.99},
        "time": {"final": 5e-8},
        "receivers": {"points": [[corner[0] + 2.0, size[1] / 2 + 0.4, corner[1] + 1.0],
                                 [corner[0] + 2.0, size[1] / 2, corner[1] + 0.5]], "every": 10},
    }
    (folder / "car.json").write_text(json.dumps(case, indent=1) + "\n")
    print(f"written: {folder / 'car.json'}, and the model beside it")


if __name__ == "__main__":
    call(main, __doc__, "1 cm")

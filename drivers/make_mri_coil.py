#!/usr/bin/env python3
"""The case mri-coil: a head in a coil of eight sources, for the solver fdtd, on a grid that is finer at the head.

    make_mri_coil.py FOLDER [--scale S]      FOLDER/mri-coil.json, mri-coil-body.json, mri-coil-body.raw

A STAND-IN for a segmented body: head, neck and trunk are nested ellipsoids, and the constants of their tissues
are made up, in the range of what living tissues have, so that there are as many media and as much
contrast as in a real one. No dose or field of a person may be read off it. The coil is eight straight wires around
the head, each with a gap in the middle, driven with 128 MHz, an eighth of a period after its neighbour.

At scale 1 there are 312 x 328 x 325 cells, of 2 mm at the head and 4 mm elsewhere; a voxel is a cell. At scale S
all is S times as coarse.

    z    |------- trunk, 4 mm -------|- - -|----- head, 2 mm -----|- - -|-- air, 4 mm --|
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
FINE = 2e-3      # m, at scale 1
FREQUENCY = 128e6
CPML = 10
# Cells at scale 1: coarse, then finer, fine, then coarser, coarse. Symmetric across x and y.
AXES = {"x": (44, 12, 200, 12, 44), "y": (48, 12, 208, 12, 48), "z": (120, 12, 145, 12, 36)}

# Centre and half axes in m, the head's centre at 0, z up; the last one that holds a place counts. Then
# eps/eps0 and sigma in S/m: made up, see above.
TISSUES = [
    ("trunk skin", (0, 0.02, -0.52), (0.220, 0.140, 0.330), 60, 0.50),
    ("trunk fat", (0, 0.02, -0.52), (0.216, 0.136, 0.326), 6, 0.04),
    ("trunk muscle", (0, 0.02, -0.52), (0.200, 0.120, 0.310), 64, 0.70),
    ("ribs", (0, 0.02, -0.47), (0.175, 0.105, 0.210), 15, 0.06),
    ("chest", (0, 0.02, -0.47), (0.168, 0.098, 0.203), 58, 0.65),
    ("left lung", (0.080, 0.02, -0.44), (0.065, 0.080, 0.130), 30, 0.30),
    ("right lung", (-0.080, 0.02, -0.44), (0.068, 0.080, 0.135), 31, 0.32),
    ("heart muscle", (0.030, -0.02, -0.46), (0.048, 0.045, 0.060), 84, 0.75),
    ("blood of the heart", (0.030, -0.02, -0.46), (0.030, 0.028, 0.040), 73, 1.25),
    ("liver", (-0.075, 0.01, -0.62), (0.085, 0.075, 0.060), 65, 0.50),
    ("stomach", (0.075, -0.01, -0.63), (0.060, 0.050, 0.050), 75, 0.90),
    ("spleen", (0.120, 0.05, -0.63), (0.030, 0.035, 0.050), 82, 0.80),
    ("aorta", (0.010, 0.06, -0.55), (0.012, 0.012, 0.220), 72, 1.20),
    ("trunk spine", (0, 0.095, -0.50), (0.022, 0.022, 0.300), 25, 0.17),
    ("trunk marrow", (0, 0.095, -0.50), (0.008, 0.008, 0.295), 44, 0.35),
    ("neck skin", (0, 0.02, -0.155), (0.066, 0.070, 0.120), 62, 0.52),
    ("neck fat", (0, 0.02, -0.155), (0.063, 0.067, 0.118), 6.5, 0.05),
    ("neck muscle", (0, 0.02, -0.155), (0.058, 0.062, 0.116), 63, 0.72),
    ("windpipe", (0, -0.015, -0.160), (0.010, 0.010, 0.110), 1, 0),
    ("thyroid", (0, -0.030, -0.190), (0.026, 0.009, 0.020), 67, 0.80),
    ("left artery", (0.032, 0.0, -0.160), (0.005, 0.005, 0.100), 71, 1.22),
    ("right artery", (-0.032, 0.0, -0.160), (0.005, 0.005, 0.100), 71.5, 1.23),
    ("neck spine", (0, 0.045, -0.160), (0.018, 0.018, 0.110), 24, 0.16),
    ("neck marrow", (0, 0.045, -0.160), (0.007, 0.007, 0.105), 45, 0.36),
    ("head skin", (0, 0, 0), (0.078, 0.098, 0.120), 61, 0.51),
    ("head fat", (0, 0, 0), (0.074, 0.094, 0.116), 5.8, 0.045),
    ("head muscle", (0, 0, 0), (0.072, 0.092, 0.114), 63.5, 0.71),
    ("outer skull", (0, 0, 0.008), (0.069, 0.089, 0.104), 14, 0.07),
    ("marrow of the skull", (0, 0, 0.008), (0.067, 0.087, 0.102), 26, 0.18),
    ("inner skull", (0, 0, 0.008), (0.065, 0.085, 0.100), 14.5, 0.072),
    ("membrane", (0, 0, 0.008), (0.0625, 0.0825, 0.0975), 56, 0.74),
    ("fluid", (0, 0, 0.008), (0.0605, 0.0805, 0.0955), 84.5, 2.10),
    ("grey matter", (0, 0, 0.010), (0.057, 0.077, 0.090), 74, 0.58),
    ("white matter", (0, 0, 0.012), (0.048, 0.067, 0.078), 53, 0.34),
    ("left ventricle", (0.014, 0.005, 0.018), (0.008, 0.030, 0.014), 84, 2.12),
    ("right ventricle", (-0.014, 0.005, 0.018), (0.008, 0.030, 0.014), 84, 2.13),
    ("left thalamus", (0.011, 0.010, 0.000), (0.009, 0.014, 0.010), 73, 0.60),
    ("right thalamus", (-0.011, 0.010, 0.000), (0.009, 0.014, 0.010), 73, 0.61),
    ("cerebellum", (0, 0.050, -0.050), (0.042, 0.026, 0.024), 79, 0.82),
    ("brain stem", (0, 0.022, -0.060), (0.013, 0.013, 0.045), 58, 0.40),
    ("left eye", (0.031, -0.076, 0.004), (0.012, 0.012, 0.012), 69, 1.50),
    ("right eye", (-0.031, -0.076, 0.004), (0.012, 0.012, 0.012), 69, 1.51),
    ("left lens", (0.031, -0.084, 0.004), (0.0045, 0.003, 0.0045), 43, 0.30),
    ("right lens", (-0.031, -0.084, 0.004), (0.0045, 0.003, 0.0045), 43, 0.31),
    ("nose and sinuses", (0, -0.078, -0.025), (0.016, 0.016, 0.022), 1, 0),
    ("tongue", (0, -0.052, -0.070), (0.024, 0.032, 0.018), 65, 0.69),
    ("teeth", (0, -0.082, -0.068), (0.022, 0.006, 0.012), 13, 0.07),
    ("jaw", (0, -0.072, -0.092), (0.034, 0.020, 0.009), 14.7, 0.068),
]


def segments(counts, scale):
    """As grid.x of a case, [cells, first side, last side], of a coarser grid the same lengths."""
    coarse, to, fine, back, end = [max(1, round(n / scale)) for n in counts]
    return [[coarse, 2, 2], [to, 2, 1] if to > 1 else [1, 1.5, 1.5], [fine, 1, 1],
            [back, 1, 2] if back > 1 else [1, 1.5, 1.5], [end, 2, 2]]


def corners(parts):
    """Where cells begin and end, in fine sides from the first one on (hermite/grid/grading.hpp)."""
    x = [0.0]
    for n, first, last in parts:
        q = (last / first) ** (1 / (n - 1)) if n > 1 else 1
        x += list(x[-1] + first * numpy.cumsum(q ** numpy.arange(n)))
    return numpy.array(x)


def make_axes(scale):
    """Segments and corners in m of x, y and z; the middle of the fine cells is at 0."""
    parts = {d: segments(counts, scale) for d, counts in AXES.items()}
    at = {}
    for d, list_ in parts.items():
        x = corners(list_)
        before, fine = list_[0][0] + list_[1][0], list_[2][0]
        at[d] = (x - (x[before] + x[before + fine]) / 2) * FINE * scale
    return parts, at


def make_body(at):
    """The tissue of each cell, by its middle, [z][y][x]."""
    middle = [(at[d][1:] + at[d][:-1]) / 2 for d in "zyx"]
    index = numpy.zeros([len(m) for m in middle], numpy.uint8)
    for number, (_, centre, half, _, _) in enumerate(TISSUES, 1):
        part, squares = [], []
        for m, c, r in zip(middle, centre[::-1], half[::-1]):
            inside = numpy.flatnonzero(abs(m - c) <= r)
            part.append(slice(inside[0], inside[-1] + 1) if len(inside) else slice(0, 0))
            squares.append(((m[part[-1]] - c) / r) ** 2)
        holds = (squares[0][:, None, None] + squares[1][:, None] + squares[2]) <= 1
        index[tuple(part)][holds] = number
    return index


def wires(at):
    """Boxes of conductor around lines of z edges, and the points of the gaps' edges."""
    lower, upper, gaps = [], [], []
    z = at["z"]
    gap = int(numpy.argmin(abs(z)))
    ends = [int(numpy.argmin(abs(z - end))) for end in (-0.1, 0.1)]
    for n in range(8):
        angle = 2 * math.pi * (n + 0.5) / 8
        node = [int(numpy.argmin(abs(at[d] - 0.15 * f(angle))))
                for d, f in (("x", math.cos), ("y", math.sin))]
        line = [at[d][i] for d, i in zip("xy", node)]
        thin = [0.25 * (at[d][i + 1] - at[d][i]) for d, i in zip("xy", node)]
        gaps.append([*line, (z[gap] + z[gap + 1]) / 2])
        for begin, end in ((ends[0], gap), (gap + 1, ends[1])):
            if end <= begin:
                continue
            lower.append([line[0] - thin[0], line[1] - thin[1], z[begin]])
            upper.append([line[0] + thin[0], line[1] + thin[1], z[end]])
    return lower, upper, gaps


def main(folder, scale):
    parts, at = make_axes(scale)
    media = [{"name": name, "permittivity": eps * EPS0, "conductivity": sigma}
             for name, _, _, eps, sigma in TISSUES]
    write_model(make_body(at), media, folder / "mri-coil-body.json")
    lower, upper, gaps = wires(at)
    case = {
        "solver": "fdtd", "system": "maxwell", "dimension": 3, "precision": "single",
        "grid": {"cells": [len(at[d]) - 1 for d in "xyz"], **parts,
                 "lower": [at[d][0] for d in "xyz"], "upper": [at[d][-1] for d in "xyz"],
                 "boundary": "pec"},
        "material": {"permittivity": EPS0, "permeability": MU0},
        "voxels": {"path": "mri-coil-body.json", "spacing": "cells"},
        "objects": {"kind": "pec", "lower": lower, "upper": upper},
        "cpml": {"lower": max(2, round(CPML / scale)), "upper": max(2, round(CPML / scale)),
                 "sigma_max": 0.75, "kappa_max": 15, "alpha_max": 0.05},
        "sources": {"points": gaps, "fields": "Ez", "waveform": "harmonic", "frequency": FREQUENCY,
                    "delay": [n / 8 / FREQUENCY for n in range(8)], "amplitude": 1},
        "initial": {"kind": "zero"}, "exact": {"kind": "none"},
        "method": {"courant": 0.99},
        "time": {"final": 3 / FREQUENCY},
        "receivers": {"points": [[0, 0, 0], [0, 0, 0.05], [0, 0, -0.4]], "every": 10},
    }
    (folder / "mri-coil.json").write_text(json.dumps(case, indent=1) + "\n")
    print(f"written: {folder / 'mri-coil.json'}, and the model beside it")


if __name__ == "__main__":
    call(main, __doc__, "2 mm")

"""|H| on the car's surface, from a run with a running Fourier transform at the frequency of its plane wave."""
import os
import shutil

import numpy

from models import made
from study import read

IMPEDANCE = 376.730313668  # ohm: the incident wave's |E| over |H|
# Name of a view: the axis that it looks along, and whether from its far end.
VIEWS = {"side": ("y", False), "top": ("z", True), "front": ("x", False)}


def transforms(case):
    """When to sample: whole periods, the last quarter of the run."""
    period = 1 / case["incident"]["frequency"]
    duration = max(1, int(0.25 * case["time"]["final"] / period)) * period
    return {"frequencies": case["incident"]["frequency"], "fields": ["Hx", "Hy", "Hz"], "begin": case["time"]["final"] - duration}


def amplitudes(folder):
    """|H| at the middle of each cell of the box, [z][y][x], as a multiple of the incident wave's."""
    told = read(os.path.join(folder, "spectra.json"))
    squares = 0
    for field in told["fields"]:
        values = numpy.load(os.path.join(folder, field["file"]), mmap_mode="r")[0]
        values = (values[..., 0] + 1j * values[..., 1]) * (2 / told["duration"])
        axis = 2 - "xyz".index(field["field"][1])  # H lies on the faces of a cell: the mean of two of them
        ends = [slice(None)] * 3, [slice(None)] * 3
        ends[0][axis], ends[1][axis] = slice(None, -1), slice(1, None)
        squares = squares + abs((values[tuple(ends[0])] + values[tuple(ends[1])]) / 2) ** 2
    return numpy.sqrt(squares) * IMPEDANCE


def seen(solid, field, axis, far):
    """What a view shows: the field in the cell before the first that is solid, -1 where none is."""
    if far:
        solid, field = numpy.flip(solid, axis), numpy.flip(field, axis)
    first = numpy.argmax(solid, axis)
    before = numpy.take_along_axis(field, numpy.expand_dims(numpy.maximum(first - 1, 0), axis), axis).squeeze(axis)
    return numpy.where(solid.any(axis), before, -1)


def magnetic_field_on_car(study):
    folder = os.path.join(study.work, "surface")
    case, _, voxels = made("car", folder, study.scale["car"])
    side = case["grid"]["upper"][0] / case["grid"]["cells"][0]
    places = [numpy.flatnonzero((voxels > 0).any(tuple({0, 1, 2} - {axis}))) for axis in (2, 1, 0)]
    cells = case["grid"]["cells"]
    lower = [max(0, int(p[0]) - 2) for p in places]  # of the box around it: x, y, z
    upper = [min(cells[d], int(p[-1]) + 3) for d, p in enumerate(places)]
    case["spectra"] = dict(transforms(case), lower=[max(0, (n - 0.25) * side) for n in lower],
                           upper=[min(m, n + 0.25) * side for m, n in zip(cells, upper)])
    case.pop("receivers")
    case["voxels"]["path"] = os.path.join("surface", case["voxels"]["path"])  # from the folder of cases
    study.ceilings()  # as it tells of a program that another tree gave
    study.call("run", study.case("surface", case), *study.place(), "--tuned", "off", "--out", os.path.join(folder, "run"))
    solid = (voxels > 0)[tuple(slice(lower[d], upper[d]) for d in (2, 1, 0))]
    field = amplitudes(os.path.join(folder, "run"))
    views = []
    for name, (axis, far) in VIEWS.items():
        view = seen(solid, field, 2 - "xyz".index(axis), far)[::study.skip, ::study.skip]
        percent = numpy.where(view < 0, -1, numpy.rint(100 * view)).astype(int)
        views.append({"view": name, "side": side * study.skip, "percent": percent.tolist()})
    manifest = read(os.path.join(folder, "run", "manifest.json"))
    shutil.rmtree(os.path.join(folder, "run"))  # the fields are large
    return {"manifest": manifest, "frequency": case["incident"]["frequency"],
            "grid": cells, "rows": views}

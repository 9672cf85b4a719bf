"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import math
import os
import statistics

from account import ROOT, digest, read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-002-{kind}.json" for kind in ("sizes", "faces", "layers", "media", "coil", "car", "wave", "host", "surface", "sweeps", "rows", "processor")}
PAPER = read(os.path.join(HERE, "paper.json"))
APPROACHES = {"A1": ("auto", "fused"), "A2": ("regions",), "A3": ("faces",)}  # values of cpml.kernels
LIGHT = 299792458.0  # m/s
TILES = ("16x16", "32x16")
CHOSEN = PAPER["tiles"]["chosen"]
MODELS = {"coil": "mri-coil", "car": "car"}  # kind of results: name of the model


def digest_of_models():
    """Figure 8 needs nothing that was measured, but what makes the models."""
    return digest(os.path.join(ROOT, "drivers", f"make_{name.replace('-', '_')}.py") for name in MODELS.values())


def timed(machine, kind, way, **wanted):
    return [row for row in machine.rows(kind) if row["way"] == way and row["verified"]
            and all(row[key] == value for key, value in wanted.items())]


def approach(machine, kind, tile, name, over):
    """{size or thickness: row} of A1, A2 or A3; Mur's walls, which are no approach, have the thickness 0."""
    return {row[over]: row for row in timed(machine, kind, tile) if row["cpml_kernels"] in APPROACHES[name] and row["thickness"] > 0}


def fastest(machine, kind, over):
    """Likewise our fastest variant; one or two samples may be luck."""
    best = {}
    for row in timed(machine, kind, "fastest"):
        if row["thickness"] > 0 and len(row["samples"]) >= 3:
            at = row[over]
            if at not in best or row["seconds"] < best[at]["seconds"]:
                best[at] = row
    return best


def mur(machine, kind, way):
    return min(timed(machine, kind, way, thickness=0), key=lambda row: row["seconds"], default=None)


def faces(machine):
    """(size, way, seconds) where both forms of A3 were measured, the naive one first: of a face across each axis, and of the "step", all
    kernels. Of E and H together."""
    rows, forms = machine.rows("faces"), ("faces-naive", "faces")
    for cells, way in dict.fromkeys((row["cells"], row["way"]) for row in rows):
        found = {}
        for row in rows:
            if (row["cells"], row["way"]) != (cells, way):
                continue
            seconds = found.setdefault(row["layers"], dict.fromkeys(("x", "y", "z", "step"), 0.0))
            seconds["step"] += row["seconds"]["median"]
            for kernel in row["kernels"]:
                if kernel["name"].startswith("cpml_face_"):
                    axis = kernel["name"].split("_")[2]
                    seconds[axis] += kernel["seconds"]["median"] / 2  # of two faces
        if all(form in found for form in forms):
            yield cells, way, [found[form] for form in forms]


def face_kernels(machine, **wanted):
    """The kernels of faces by themselves, of the rows with given values."""
    return [kernel for row in machine.rows("faces") if all(row[key] == value for key, value in wanted.items())
            for kernel in row["kernels"] if kernel["name"].startswith("cpml_face_")]


def blocks_across_x(machine, form):
    return sorted({"x".join(map(str, kernel["cells"])) for kernel in face_kernels(machine, layers=form) if "_x_" in kernel["name"]})


def thicker_across_x(machine, cells):
    """How many times as many cells a face across x has as the others: there layers are whole packs of a GPU thread's cells, and a block of
    ours is as wide as its layer."""
    widths = [kernel["cells"][0] for kernel in face_kernels(machine, cells=cells, layers="faces") if "_x_" in kernel["name"]]
    return statistics.mean(widths) / machine.rows("faces")[0]["thickness"]


def layers(machine):
    """{(cells, thickness): {whether layers are on: (seconds, bytes)}} of a step of E and H by themselves, of as many cells in all."""
    found = {}
    for row in machine.rows("layers"):
        both = found.setdefault((row["cells"], row["thickness"]), {})
        seconds, moved = both.get(row["layered"], (0, 0))
        both[row["layered"]] = (seconds + row["seconds"]["median"], moved + row["model"]["read_bytes"] + row["model"]["written_bytes"])
    return found


def effective(row):
    """Cells a second, those of layers left out: as the paper counts."""
    return math.prod(row["inner"]) / row["seconds"]


def whole(row):
    """Cells a second, those of layers too."""
    return math.prod(row["grid"]) / row["seconds"]


def over_values(row):
    """What a run takes of memory over its six fields and two psi of E and of H in each layer, less 1; in single precision."""
    cells, layer = row["points"][0], row["thickness"]
    return row["bytes"] / (4 * (6 * cells ** 3 + 24 * layer * cells ** 2)) - 1


def costs(rows):
    """{thickness: row} -> (seconds of a cell within, of a cell of layers), by the straight line through the times, and how far it is off."""
    layers = [math.prod(row["grid"]) - math.prod(row["inner"]) for row in rows.values()]
    seconds = [row["seconds"] for row in rows.values()]
    each, without = statistics.linear_regression(layers, seconds)
    off = max(abs((without + each * n) / time - 1) for n, time in zip(layers, seconds))
    return without / math.prod(next(iter(rows.values()))["inner"]), each, off


def speedups(machine, kind):
    """(thickness, row of the host, {name: times faster}) where the host was measured."""
    lines = {name: approach(machine, kind, CHOSEN, name, "thickness") for name in APPROACHES}
    lines["fastest"] = fastest(machine, kind, "thickness")
    for host in sorted(timed(machine, "host", "host", model=MODELS[kind]), key=lambda row: row["thickness"]):
        at = host["thickness"]
        yield at, host, {name: host["seconds"] / rows[at]["seconds"] for name, rows in lines.items() if at in rows}


def threads(machine):
    """Of the processor that stands for the paper's."""
    told = machine["host"]["manifest"]["machine"]
    return f"{told['processor']}, {told['threads']} threads"

"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import math
import os

from account import read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-002-{kind}.json" for kind in ("sizes", "coil", "car", "host", "surface")}
PAPER = read(os.path.join(HERE, "paper.json"))
APPROACHES = {"A1": ("auto", "fused"), "A2": ("regions",), "A3": ("faces",)}  # values of cpml.kernels
TILES = ("16x16", "32x16")
CHOSEN = PAPER["tiles"]["chosen"]
MODELS = {"coil": "mri-coil", "car": "car"}  # kind of results: name of the model


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


def effective(row):
    """Cells a second, those of layers left out: as the paper counts."""
    return math.prod(row["inner"]) / row["seconds"]


def whole(row):
    """Cells a second, those of layers too."""
    return math.prod(row["grid"]) / row["seconds"]


def speedups(machine, kind):
    """(thickness, row of the host, {name: times faster}) where both were measured."""
    lines = {name: approach(machine, kind, CHOSEN, name, "thickness") for name in APPROACHES}
    lines["fastest"] = fastest(machine, kind, "thickness")
    for host in sorted(timed(machine, "host", "host", model=MODELS[kind]), key=lambda row: row["thickness"]):
        at = host["thickness"]
        found = {name: host["seconds"] / rows[at]["seconds"] for name, rows in lines.items() if at in rows}
        if found:
            yield at, host, found


def threads(machine):
    """Of the processor that stands for the paper's."""
    told = machine["host"]["manifest"]["machine"]
    return f"{told['processor']}, {told['threads']} threads"

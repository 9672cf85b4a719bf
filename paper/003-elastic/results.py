"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import math
import os
import statistics

from account import read

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {kind: f"paper-003-{kind}.json" for kind in ("seismograms", "layers", "large", "compilers", "reads", "depth", "blocks", "memory", "scaling", "processor", "media",
                                                   "thickness", "ladder", "loh1")}
PAPER = read(os.path.join(HERE, "paper.json"))
COMPONENTS = ("vx", "vy", "vz")
WAYS = {"paper": "as the paper's", "ours": "as ours"}
LOH1_WAYS = {**WAYS, "images": "as ours, but for images at the surface", "between": "as ours, the interface midway between nodes"}
LADDER = {"literal": "as the algorithm is written down", "tile": "as the paper's: threads walk along z", "march": "the default on GPUs"}
MEDIA = {"layers": "two layers", "points": "values of its own at each point"}
WHERE = {"device": "device", "host": "host, all threads", "one thread": "host, one thread"}


# --- seismograms ---------------------------------------------------------------------------------


def trace(machine, where, way="paper", refinement=1):
    return next((row for row in machine.rows("seismograms")
                 if (row["where"], row["way"], row["refinement"]) == (where, way, refinement)), None)


def refined(machine, way):
    """[row], from the coarsest grid to the finest."""
    rows = [row for row in machine.rows("seismograms") if (row["where"], row["way"]) == ("device", way)]
    return sorted(rows, key=lambda row: row["refinement"])


def times(row):
    count = len(row["vx"])
    return [row["final_time"] * n / (count - 1) for n in range(count)]


def squares(*traces):
    return sum(value * value for values in traces for value in values)


def misfit(row, reference, components=COMPONENTS):
    """The root of the squares of what differs, over those of the reference."""
    return math.sqrt(squares(*([a - b for a, b in zip(row[c], reference[c])] for c in components))
                     / squares(*(reference[c] for c in components)))


def to_zero(fine, coarse, order=1):
    """Where values go with h that are of some order, from those of some h and of twice as much."""
    return {c: [a + (a - b) / (2 ** order - 1) for a, b in zip(fine[c], coarse[c])] for c in COMPONENTS}


def shortest_wave(speed, tau):
    """Its length: exp(-(w tau)^2 / 2) is 1 % at w tau = 3."""
    return speed * 2 * math.pi * tau / 3


def points_of_wave(row):
    """Points of the shortest wave."""
    model = PAPER["model"]
    tau = model["tau"] * row["h"] * row["refinement"] / model["h"]  # longer in a trial, whose cells are larger
    return shortest_wave(model["slowest"], tau) / row["h"]


def residual(row):
    """Of a row that was compared with the device: the largest difference, and the largest value."""
    return (max(abs(value) for c in COMPONENTS for value in row["residual"][c]), max(abs(value) for c in COMPONENTS for value in row[c]))


def loh1(machine, width, way):
    """[row] of a source, from the coarsest grid to the finest."""
    return sorted((row for row in machine.rows("loh1") if (row["source_width"], row["way"]) == (width, way)), key=lambda row: -row["h"])


def points_of_loh1(machine, row):
    """Points of the shortest wave, as of the two layers."""
    slowest = min(machine["loh1"]["manifest"]["case"]["resolved"]["layers"]["s_speed"])
    return shortest_wave(slowest, row["source_width"]) / row["h"]


# --- times ---------------------------------------------------------------------------------------


def loops(machine, kind, where):
    """{thickness: row}"""
    return {row["thickness"]: row for row in machine.rows(kind) if row["where"] == where}


def step(row):
    """Seconds of a step."""
    return row["seconds"] / row["steps"]


def speed(points, seconds):
    return math.prod(points) / seconds


def lost(rows, ranks):
    """Seconds of a step of so many GPUs that they would not need if each were as fast as one alone."""
    return step(rows[ranks]) * (1 - efficiency(rows, ranks))


def in_layers(points, thickness):
    """The part of the points that lies in layers: at both ends of x and y, and below."""
    inner = (max(n - ends * thickness, 0) for n, ends in zip(points, (2, 2, 1)))
    return 1 - math.prod(inner) / math.prod(points)


def price_of_layers(points, thickness, seconds, without):
    """How many times as long as another point one in a layer takes, by a step with layers and one without."""
    return 1 + (seconds / without - 1) / in_layers(points, thickness)


def steps(machine, kind, mark):
    """{mark: (points, seconds of both half steps, their larger spread, their compulsory bytes)} of the kernels by themselves."""
    found = {}
    for row in machine.rows(kind):
        at = tuple(row[mark]) if isinstance(row[mark], list) else row[mark]
        found.setdefault(at, []).append(row)
    return {at: (rows[0]["points"], sum(row["seconds"]["median"] for row in rows), max(row["seconds"]["spread"] for row in rows),
                 sum(row["model"]["read_bytes"] + row["model"]["written_bytes"] for row in rows))
            for at, rows in sorted(found.items()) if len(rows) == 2}


def by_layer(machine):
    """{points of a layer: what `steps` gives} of the grid that most layers were tried on, and {points along x: {points of a layer: the same}}
    of all."""
    found = {}
    for (x, thickness), step_of in steps(machine, "thickness", "along_x_and_layer").items():
        found.setdefault(x, {})[thickness] = step_of
    return max(found.values(), key=len, default={}), found


def dearer(swept):
    """{points of a layer: (how much longer a step takes than without layers, how much more bytes it moves)}"""
    _, without, _, bytes_without = swept[0]
    return {t: (seconds / without - 1, moved / bytes_without - 1) for t, (_, seconds, _, moved) in swept.items()}


def straight(found):
    """(seconds a point along z, seconds at none) of the straight line through what `steps` found."""
    return statistics.linear_regression(list(found), [seconds for _, seconds, *_ in found.values()])


def falls(each):
    """Whether values, {(x, y): value}, become less with each step along x."""
    return all(later < earlier for (x, y), earlier in each.items() for (other, same), later in each.items() if same == y and other > x)


def block_of(machine):
    """Points of a block, along x, y and z."""
    return machine.rows("blocks")[0]["kernels"][0]["cells"]


# --- several GPUs --------------------------------------------------------------------------------

ORDER = 3  # Hermite's
FIELDS = {"elastic": 9, "maxwell": 6, "acoustics": 4}
SYSTEMS = {"elastic": "elastic waves", "maxwell": "Maxwell's equations, Yee's scheme", "acoustics": f"acoustics, Hermite, N = {ORDER}"}


def values(row):
    """How many numbers the fields of a grid are."""
    return math.prod(row["points"]) * FIELDS[row["system"]] * ((ORDER + 1) ** 3 if row["solver"] == "hermite" else 1)


def scaling(machine, kind):
    """{(system, points of a layer): {GPUs: row}}; `kind`: weak, as much work for each, or strong, the same for all."""
    found = {}
    for row in machine.rows("scaling"):
        if row["kind"] == kind:
            found.setdefault((row["system"], row["thickness"]), {})[row["ranks"]] = row
    return {key: dict(sorted(rows.items())) for key, rows in found.items() if 1 in rows}


def shared(machine, kind):
    """Of these what more than one GPU did."""
    return {key: rows for key, rows in scaling(machine, kind).items() if len(rows) > 1}


def efficiency(rows, ranks):
    """Of so many GPUs: the speed of each, over that of one alone."""
    return speed(rows[ranks]["points"], step(rows[ranks])) / ranks / speed(rows[1]["points"], step(rows[1]))


# --- reads ---------------------------------------------------------------------------------------


def reads(row):
    """Of the fields that a half step differentiates, per point and field: values asked for, and values that
    a block reads where it keeps each. Bytes are those of single precision."""
    fields, written = (3, 6) if row["stage"] == "stress" else (6, 3)
    model, points = row["model"], row["cells"]
    media = model["read_bytes"] / points - 4 * 9  # without layers a half step reads nothing else
    asked = (model["requested_bytes"] / points - media) / 4 - 2 * written
    halo = (model["block_bytes"] - model["read_bytes"] - model["written_bytes"]) / points / 4
    return asked / fields, 1 + halo / fields


# --- memory --------------------------------------------------------------------------------------


def of_cubes(machine, thickness):
    """(a, b) of a n^3 + b n^2, the bytes of a cube of n points a side, by least squares of relative errors."""
    m = [[0.0, 0.0], [0.0, 0.0]]
    right = [0.0, 0.0]
    for row in machine.rows("memory"):
        if (row["grid"], row["thickness"]) == ("cube", thickness):
            n = row["points"][0]
            terms = [n ** 3 / row["bytes"], n ** 2 / row["bytes"]]
            for i in range(2):
                right[i] += terms[i]
                for j in range(2):
                    m[i][j] += terms[i] * terms[j]
    det = m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return (right[0] * m[1][1] - right[1] * m[0][1]) / det, (m[0][0] * right[1] - m[1][0] * right[0]) / det


def largest_cube(machine, thickness, limit):
    """Points a side of the largest cube that takes no more bytes."""
    a, b = of_cubes(machine, thickness)
    low, high = 0, 100000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if a * middle ** 3 + b * middle ** 2 <= limit else (low, middle)
    return low

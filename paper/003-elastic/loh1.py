"""What differs between seismograms of the layer over a half-space LOH.1 and those of an independent code, data/reference/loh1.csv.

The reference's moment rate is a Gaussian of frequencies that need finer grids than most are; ours may be a longer one. A Gaussian of
one width is a Gaussian of a smaller one, smoothed: so the reference is smoothed to match, as tests/drivers/loh1.cpp has it."""
import math

REFERENCE = "data/reference/loh1.csv"
WIDTH, CENTRE = 0.06, 0.36  # s, of the reference's moment rate: standard deviation
STEP = 0.0025  # s, between values of the smoothed reference
FARTHEST = 0.3  # s, of the shifts that are tried
SIGNS = {"vx": 1, "vy": 1, "vz": -1}  # its columns are north, east and up; our z points down


def centre(width):
    """Of a moment rate of another width, as much of it cut off at the beginning."""
    return CENTRE * width / WIDTH


def read_reference():
    """[time], {component: [velocity]}."""
    with open(REFERENCE) as file:
        rows = [[float(cell) for cell in line.split(",")] for line in file if not line.startswith("#")]
    return [row[0] for row in rows], {c: [sign * row[n] for row in rows] for n, (c, sign) in enumerate(SIGNS.items(), 1)}


def smoothed(place, smoothing, count):
    """{row: weight} of a Gaussian about a place, both in rows; nothing where all rows are far."""
    reach = 5 * smoothing
    weights = {row: math.exp(-((place - row) / smoothing) ** 2 / 2)
               for row in range(max(0, math.ceil(place - reach)), min(count, math.floor(place + reach) + 1))}
    return {row: weight / sum(weights.values()) for row, weight in weights.items()}


def between(place, count):
    """{row: weight} of the cubic through the four rows around a place, as rows are no closer than the shortest source needs."""
    first = min(max(math.floor(place) - 1, 0), count - 4)
    rows = range(first, first + 4)
    return {row: math.prod((place - other) / (row - other) for other in rows if other != row) for row in rows}


class Reference:
    """As a source of that width would have given it; linear between values that are far closer than it changes."""

    def __init__(self, width):
        times, traces = read_reference()
        spacing, late = times[1] - times[0], centre(width) - CENTRE
        smoothing = math.sqrt(width ** 2 - WIDTH ** 2) / spacing
        self.first = times[0]
        self.traces = {c: [] for c in SIGNS}
        for n in range(round((times[-1] + late - times[0]) / STEP) + 1):
            place = (n * STEP - late) / spacing
            weights = smoothed(place, smoothing, len(times)) if smoothing else between(place, len(times))
            for c, values in traces.items():
                self.traces[c].append(sum(weight * values[row] for row, weight in weights.items()))

    def at(self, component, time):
        values = self.traces[component]
        place = min(max((time - self.first) / STEP, 0), len(values) - 1)
        below = min(int(place), len(values) - 2)
        return values[below] + (place - below) * (values[below + 1] - values[below])


def shift(reference, component, times, values):
    """How much later than the reference's: where they are most alike, whatever their sizes, by a parabola through the best shift and
    its neighbours."""
    def likeness(lag):
        shifted = [reference.at(component, t - lag) for t in times]
        return sum(v * w for v, w in zip(values, shifted)) / math.sqrt(sum(w * w for w in shifted))
    lags = [n * 2 * STEP for n in range(-round(FARTHEST / STEP / 2), round(FARTHEST / STEP / 2) + 1)]
    alike = [likeness(lag) for lag in lags]
    best = min(max(alike.index(max(alike)), 1), len(lags) - 2)
    left, middle, right = alike[best - 1:best + 2]
    return lags[best] + 2 * STEP * (left - right) / (2 * (left - 2 * middle + right))


def misfits(reference, times, traces):
    """Of each component: the root of the squares of what differs over those of the reference, how late it is, and its largest value
    over the reference's; and the first of all three together."""
    differs, wholes, found = 0, 0, {"l2": {}, "late": {}, "peak": {}}
    for c, values in traces.items():
        wanted = [reference.at(c, t) for t in times]
        miss, whole = sum((a - b) ** 2 for a, b in zip(values, wanted)), sum(b * b for b in wanted)
        differs, wholes = differs + miss, wholes + whole
        found["l2"][c] = math.sqrt(miss / whole)
        found["late"][c] = shift(reference, c, times, values)
        found["peak"][c] = max(map(abs, values)) / max(map(abs, wanted))
    return dict(found, all=math.sqrt(differs / wholes))

"""What measure.py left in data/results, and the questions that figures and tables put to it."""
import hashlib
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ORDERS = (1, 2, 3)
PREFIX = "paper-001-"
KINDS = ("kernels", "blocks", "stages", "systems", "large", "tune-advection", "tune-acoustics")


def read(path):
    with open(path) as file:
        return json.load(file)


PAPER = read(os.path.join(HERE, "paper.json"))


class Machine:
    """The files of a machine; what was not measured is None."""

    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.paths = {kind: os.path.join(folder, f"{PREFIX}{kind}.json") for kind in KINDS}
        self.paths["table1"] = os.path.join(folder, "table1.json")
        self.paths = {kind: path for kind, path in self.paths.items() if os.path.exists(path)}
        self.files = {kind: read(path) for kind, path in self.paths.items()}

    def __getitem__(self, kind):
        return self.files.get(kind)

    def rows(self, kind):
        return self.files[kind]["rows"] if kind in self.files else []

    def ceilings(self):
        """{name: value} of what was measured of the device; empty where it was not."""
        for content in self.files.values():
            if content.get("ceilings"):
                return {ceiling["name"]: ceiling["value"] for ceiling in content["ceilings"]["list"]}
        return {}

    def device(self):
        machine = next(iter(self.files.values()))["manifest"]["machine"]
        device = machine["device"].replace("cuda:", "")
        return device if device != "host" else f"{machine['processor']}, {machine['threads']} threads"

    def quoted(self):
        return PAPER["quoted"].get(self.device())

    def provenance(self):
        """(file, commit, dirty, begun, digest) of each file."""
        for kind, path in self.paths.items():
            manifest = self.files[kind]["manifest"]
            with open(path, "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()[:12]
            yield os.path.basename(path), manifest["git"]["commit"][:10], manifest["git"]["dirty"], manifest["started"], digest


def machines(folder):
    found = [Machine(os.path.join(folder, name)) for name in sorted(os.listdir(folder))
             if os.path.isdir(os.path.join(folder, name))]
    return [machine for machine in found if machine.files]


# --- rows of `hermite roofline` ------------------------------------------------------------------


def pick(rows, pipeline, stage, **wanted):
    """Rows of one of a pipeline's stages, that to the dual grid: the way back is the same work."""
    return [row for row in rows if row["pipeline"] == pipeline and row["stage"] == stage
            and all(row.get(key) == value for key, value in wanted.items())]


def interpolations(rows, **wanted):
    return pick(rows, "two-kernel", "reconstruct to dual", **wanted)


def evolutions(rows, **wanted):
    return pick(rows, "two-kernel", "evolve to dual", **wanted)


def seconds(row):
    return row["seconds"]["median"]


def cell_rate(row):
    return row["cells"] / seconds(row)


def flop_rate(row):
    return row["model"]["flops"] / seconds(row)


def compulsory_rate(row):
    return (row["model"]["read_bytes"] + row["model"]["written_bytes"]) / seconds(row)


def throughput(row):
    """Bytes that the kernel asks of global memory, over time."""
    return row["model"]["requested_bytes"] / seconds(row)


def is_counted(rows):
    return bool(rows) and all(row["counters"] and row["counters"]["memory_bytes"] for row in rows)


def bandwidth(row):
    """Bytes that the memory delivers, over time: the hardware's count; where there is none, the compulsory bytes."""
    return row["counters"]["memory_bytes"] / seconds(row) if is_counted([row]) else compulsory_rate(row)


def by_cells(machine, find, order):
    """{cells per block: row} of the optimised kernel."""
    rows = find(machine.rows("blocks"), order=order, variant="march")
    return {row["cells_per_block"]: row for row in sorted(rows, key=lambda row: row["cells_per_block"])}


def naive(machine, order):
    """The interpolation that takes each cell by itself."""
    return next(iter(interpolations(machine.rows("kernels"), order=order, variant="literal")), None)


# --- groups of `hermite tune` --------------------------------------------------------------------


def tuned_groups(machine, system):
    content = machine[f"tune-{system}"]
    return sorted(content["groups"], key=lambda group: group["order"]) if content else []


def timed(group):
    return [row for row in group["rows"] if row.get("seconds") and row["verified"]]


def best_of(group, **wanted):
    """The fastest configuration, of those with given values; None where none was timed."""
    rows = [row for row in timed(group) if all(row["configuration"].get(key) == value for key, value in wanted.items())]
    return min(rows, key=lambda row: (len(row["samples"]) < 3, row["seconds"]), default=None)  # one sample may be luck

"""Table 1: the time to solution of each pipeline, in runs of `hermite` that take all the steps."""
import json
import os
import random
import shutil
import statistics
import struct
import tempfile
from array import array

from runs import memory_statement
from setting import CASES, LAM, ORDERS
from study import Failed, read

# Keys of the section kernel that the tuner chooses.
KEYS = ("variant", "cells_per_block", "rows_per_block", "planes_per_block", "slab", "min_blocks")
SLAB = 8  # where slabs were not tuned
LONG = 10  # seconds of a time loop that is run but once: no slow moment of the machine weighs there

# Rows of Table 1: what it is called, pipeline, variant, q, and further keys of the section kernel. A variant
# or a slab that is None is the fastest that the tuner found. `truncate` false computes every coefficient in
# every stage, as the paper's algorithms do.
TABLE = (
    ("monolithic, as published", "monolithic", "literal", "full", {"truncate": False}),
    ("two kernels, as published", "two-kernel", "march", "full", {"truncate": False, "slab": 0}),
    ("monolithic", "monolithic", None, "full", {}),
    ("monolithic, fewest stages", "monolithic", None, "auto", {}),
    ("two kernels, whole grid", "two-kernel", None, "full", {"slab": 0}),
    ("two kernels, in slabs", "two-kernel", None, "full", {"slab": None}),
    ("half-step shift", "shift", None, "full", {}),
    ("full-step shift", "full-step", None, "full", {}),
    ("full-step shift, two steps a sweep", "full-step", None, "full", {"steps_per_sweep": 2}),
)


def fastest(tuned, pipeline, order, variant, keys):
    """The fastest configuration that the tuner measured, of one variant or of all: its keys, its seconds a step.

    Where it measured none, the code's own choice, and no seconds.
    """
    def least(rows):
        return min(rows, key=lambda row: (len(row["samples"]) < 3, row["seconds"]))  # one sample may be luck

    wanted = pipeline, order, keys.get("steps_per_sweep", 1)
    rows = [row for group in tuned if (group["pipeline"], group["order"], group.get("steps_per_sweep", 1)) == wanted
            for row in group["rows"] if row.get("seconds") and row["verified"]]
    if variant is None and rows:
        variant = least(rows)["configuration"]["variant"]
    rows = [row for row in rows if variant == row["configuration"]["variant"]
            and ("slab" not in keys or (keys["slab"] == 0) == (row["configuration"]["slab"] == 0))]
    if not rows:
        own = {"variant": variant} if variant else {}
        return dict(own, **{key: SLAB if value is None else value for key, value in keys.items()}), None
    best = least(rows)
    chosen = {key: best["configuration"][key] for key in KEYS if best["configuration"].get(key)}
    return dict(chosen, **{key: value for key, value in keys.items() if value is not None}), best["seconds"]


def random_data(path, cells, order):
    """Nodal data in (-1, 1) of one field as .npy: a stretch of a prime length, again and again."""
    shape = (1,) + (cells,) * 3 + (order + 1,) * 3
    count = (cells * (order + 1)) ** 3
    draw = random.Random(7)
    stretch = array("f", (draw.uniform(-1, 1) for _ in range(262147))).tobytes()
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        whole, rest = divmod(4 * count, len(stretch))
        for _ in range(whole):
            file.write(stretch)
        file.write(stretch[:rest])


def place_for_data(study):
    """Fields of a gigabyte pass through files: in memory, where there is such a place and it has room, of which containers have little."""
    largest = 4 * (study.cells * (max(ORDERS) + 1)) ** 3
    shared = "/dev/shm"
    return shared if os.path.isdir(shared) and shutil.disk_usage(shared).free > 2 * largest else os.path.abspath(study.work)


def time_loop(study, folder, order, keys, stages, pipeline):
    """One run: its row of results, with its blocks and what memory it took."""
    run = os.path.join(folder, "run")
    settings = {"kernel.pipeline": pipeline, "method.order": order, "method.stages": stages}
    settings.update({f"kernel.{key}": value if key == "variant" else json.dumps(value) for key, value in keys.items()})
    settings.update({"method.courant": LAM, "grid.cells": study.cells, "time.final": study.steps * LAM / study.cells,
                     "precision": "single", "initial.kind": "file", "initial.path": os.path.join(folder, f"{order}.npy"),
                     "exact.kind": "none"})
    words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    printed, _ = study.call("run", CASES["advection"], *study.place(), "--tuned", "off", "--no-final", "--out", run, *words)
    results = read(os.path.join(run, "results.json"))
    shutil.rmtree(run)
    return results["manifest"], dict(results["rows"][0], kernel=keys, block=results["manifest"]["block"], memory=memory_statement(printed))


def time_to_solution(study, tuned):
    """The rows of table1.json, after each order those that there are; `tuned` are groups of the tuner's results."""
    manifest, rows, left_out = None, [], []
    with tempfile.TemporaryDirectory(prefix="hermite-", dir=place_for_data(study)) as folder:
        for order in ORDERS:
            random_data(os.path.join(folder, f"{order}.npy"), study.cells, order)
            found = {}
            for sample in range(study.samples):  # so that a slow spell of the machine meets all alike
                for name, pipeline, variant, q, wanted in reversed(TABLE):  # as published last: these take minutes, and time may run out
                    if sample > 0 and name in found and found[name]["seconds"] > LONG:
                        continue
                    try:
                        keys, step = fastest(tuned, pipeline, order, variant, wanted)
                        made, row = study.kept(f"run-{name.replace(' ', '-')}-{order}-{sample}",
                                               lambda: time_loop(study, folder, order, keys, q, pipeline))
                    except Failed as failure:
                        left_out.append({"name": name, "order": order, "sample": sample, "reason": str(failure)})
                        continue
                    manifest = manifest or made
                    as_tuned = q == "full" and wanted.get("truncate", True)
                    kept = found.setdefault(name, dict(row, name=name, initial="random", tuned=step is not None, samples=[],
                                                       tuned_step_seconds=step if as_tuned else None))
                    kept["samples"].append(row["seconds"])
            os.remove(os.path.join(folder, f"{order}.npy"))
            for row in (found[name] for name, *_ in TABLE if name in found):
                samples = row["samples"]
                median, spread = statistics.median(samples), None
                if len(samples) > 1:
                    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
                    spread = (high - low) / median
                rows.append(dict(row, seconds=median, spread=spread))
            if not rows:
                raise Failed(left_out[-1]["reason"])
            yield {"schema": 1, "manifest": manifest, "left_out": left_out, "rows": rows}

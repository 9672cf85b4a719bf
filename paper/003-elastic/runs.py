"""Runs of `hermite` and what is kept of them: the seconds of the time loop, memory, seismograms."""
import csv
import os
import re
import statistics
import tempfile

from study import Failed, read

COMPONENTS = ("vx", "vy", "vz")


def run(study, name, case, device=None, threads=0):
    """A run's manifest, its row of results, and the traces of its receiver."""
    def make():
        ceilings = study.ceilings()  # tells of a program that another tree gave
        words = ["--device", "host", "--threads", threads] if threads else study.place(device)
        # Fields of gigabytes are left: in memory, where there is such a place.
        shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
        with tempfile.TemporaryDirectory(prefix="hermite-", dir=shared) as folder:
            study.call("run", case, *words, "--tuned", "off", "--out", folder)
            manifest = read(os.path.join(folder, "manifest.json"))
            if manifest["git"] != read(ceilings)["manifest"]["git"]:
                raise Failed(f"{study.program} was built from another tree")
            row = read(os.path.join(folder, "results.json"))["rows"][0]
            with open(os.path.join(folder, "receivers.csv")) as file:
                lines = list(csv.DictReader(file))
        return {"manifest": manifest, "row": row, "traces": {c: [float(line[c + "@1"]) for line in lines] for c in COMPONENTS}}
    return study.kept("run-" + name, make)


def timed(study, name, case, points, device=None, threads=0, samples=None):
    """As `merge` takes it: one row, of the median time loop of some runs."""
    runs = [run(study, f"{name}-{sample}", case, device, threads) for sample in range(samples or study.samples)]
    seconds, manifest = [each["row"]["seconds"] for each in runs], runs[0]["manifest"]
    median, spread = statistics.median(seconds), None
    if len(seconds) > 1:
        low, _, high = statistics.quantiles(seconds, n=4, method="inclusive")
        spread = (high - low) / median
    machine = manifest["machine"]
    return {"manifest": manifest, "left_out": [], "rows": [
        {"points": points, "steps": runs[0]["row"]["steps"], "seconds": median, "samples": seconds, "spread": spread,
         "device": machine["device"], "processor": machine["processor"], "threads": machine["threads"],
         "compiler": manifest["build"]["compiler"], "block": manifest["block"]}]}


def memory(study, name, case):
    """Bytes that a case takes, to three digits, as `hermite check` prints."""
    def make():
        study.ceilings()
        printed, _ = study.call("check", case, *study.place())
        value, unit = re.search(r"^\| memory .*: ([0-9.]+) ([kMGT]?)B in all$", printed, re.M).groups()
        return float(value) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[unit]
    return study.kept("memory-" + name, make)

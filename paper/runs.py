"""Runs of `hermite` and what is kept of them: seconds of the time loop, memory, seismograms."""
import csv
import os
import re
import statistics
import tempfile

from study import Failed, read

COMPONENTS = ("vx", "vy", "vz")


def run(study, name, case, device=None, threads=0, ranks=0):
    """A run's manifest, its row of results, and the traces of its receiver where it has one."""
    def make():
        ceilings = study.ceilings()  # tells of a program that another tree gave
        words = ["--device", "host", "--threads", threads] if threads else study.place(device)
        with tempfile.TemporaryDirectory(prefix="hermite-") as folder:
            study.call("run", case, *words, "--tuned", "off", "--no-final", "--out", folder, ranks=ranks)
            manifest = read(os.path.join(folder, "manifest.json"))
            if manifest["git"] != read(ceilings)["manifest"]["git"]:
                raise Failed(f"{study.program} was built from another tree")
            row = read(os.path.join(folder, "results.json"))["rows"][0]
            traces = {}
            if os.path.exists(path := os.path.join(folder, "receivers.csv")):
                with open(path) as file:
                    lines = list(csv.DictReader(file))
                traces = {c: [float(line[c + "@1"]) for line in lines] for c in COMPONENTS}
        return {"manifest": manifest, "row": row, "traces": traces}
    return study.kept("run-" + name, make)


def timed(study, name, case, points, device=None, threads=0, samples=None, ranks=0):
    """As `merge` takes it: one row, of the median time loop of some runs."""
    runs = [run(study, f"{name}-{sample}", case, device, threads, ranks) for sample in range(samples or study.samples)]
    seconds, manifest = [each["row"]["seconds"] for each in runs], runs[0]["manifest"]
    median, spread = statistics.median(seconds), None
    if len(seconds) > 1:
        low, _, high = statistics.quantiles(seconds, n=4, method="inclusive")
        spread = (high - low) / median
    machine = manifest["machine"]
    among = {}
    if ranks > 1:  # the part of the time that the rank waited which waited most
        among = {"messages": manifest["messages"]["by"],
                 "waiting": statistics.median(each["manifest"]["messages"]["waiting_most"] for each in runs)}
    return {"manifest": manifest, "left_out": [], "rows": [
        {"points": points, "steps": runs[0]["row"]["steps"], "seconds": median, "samples": seconds, "spread": spread,
         "device": machine["device"], "processor": machine["processor"], "threads": machine["threads"],
         "compiler": manifest["build"]["compiler"], "block": manifest["block"], "bytes": runs[0]["row"]["bytes"], **among}]}


def gpus(study):
    """How many GPUs there are; on the host as many ranks as the study asks for."""
    if not study.device.startswith("cuda"):
        return max(study.gpus)
    printed, _ = study.call("devices")
    return len(re.findall(r"^cuda:", printed, re.M))


def memory_statement(printed):
    """What a case takes, as `hermite` prints it before a run: "fields 1.61 GB, ...: 1.81 GB in all"."""
    return re.search(r"^\| memory +(.* in all)\b", printed, re.M).group(1)


def bytes_of(printed):
    """All of it, to three digits."""
    value, unit = re.search(r": ([0-9.]+) ([kMGT]?)B in all$", memory_statement(printed)).groups()
    return float(value) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[unit]


def memory(study, name, case):
    """Bytes that a case takes, by `hermite check`."""
    def make():
        study.ceilings()
        return bytes_of(study.call("check", case, *study.place())[0])
    return study.kept("memory-" + name, make)

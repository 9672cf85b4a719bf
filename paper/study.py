"""What the measurements of all papers share: calls of `hermite`, each made once. What a call left is kept, so that a
measurement goes on where it was stopped."""
import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from account import read
from repository import ROOT, git, is_checkout

# Folders in which a run's files lie while it is measured; in memory where tempfile's are not.
MOMENTARY = re.compile("(?:" + "|".join(map(re.escape, (tempfile.gettempdir(), "/dev/shm"))) + r")/hermite-\w+")


class Failed(Exception):
    """A call of `hermite` that gave nothing; its last line says why."""


class Study:
    """A paper's own study says its number, and what is measured in earnest and in a trial: values by name."""
    number, full, trial = "", {}, {}
    options = ("device", "threads", "budget")  # values that the command line may replace

    def __init__(self, options):
        self.is_trial, self.program = options.trial, options.program
        self.threads, self.quick = 0, ["--quick"] if options.trial else []
        self.end = time.monotonic() + options.seconds
        self.__dict__.update(self.trial if options.trial else self.full)
        for key in self.options:
            if getattr(options, key) is not None:
                setattr(self, key, getattr(options, key))
        # Paths below the root, where all runs: they stand in the manifests.
        work = os.path.join("build", "paper-" + self.number)
        # One folder for each machine, commit and device, so that nothing stale is gone on with, and two devices are measured
        # at a time.
        self.work = os.path.join(work, "-".join((options.machine, "trial" if options.trial else git("rev-parse", "HEAD")[:10],
                                                 self.device.replace(":", "-"))))
        self.results = os.path.join(os.path.join(work, "results") if options.trial else "data/results", options.machine)
        self.out = options.out or self.results
        os.makedirs(self.work, exist_ok=True)
        self.require_same_setting()

    def require_same_setting(self):
        """What is kept was measured by the same program with as many threads and in the same budget; else it is not gone on with."""
        if not os.access(self.program, os.X_OK):
            sys.exit(f"measure.py: no program {self.program}; build it, or name it by --program")
        with open(self.program, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        now = {"program": digest, "threads": self.threads, "budget": getattr(self, "budget", None)}
        before = self.kept("setting", lambda: now)
        if changed := [key for key in now if before.get(key) != now[key]]:
            sys.exit(f"measure.py: {self.work} holds what was measured with a different {' and '.join(changed)}: delete it, or ask for the same")

    def call(self, *words, data=None, ranks=0):
        """Runs `hermite`, where it is asked for on so many ranks; returns what it printed, and the notices of what it left out."""
        if time.monotonic() > self.end:
            raise Failed("not measured: the time that --seconds gave was over")
        command = [*mpirun(ranks), self.program, *map(str, words)]
        print("+", " ".join(command)[:200], flush=True)
        begin = time.monotonic()
        environment = dict(os.environ, **({"HERMITE_DATA": data} if data else {}))
        # In a group of its own, with what it starts itself: nothing goes on using the GPU when this script is stopped.
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        try:
            printed, said = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        print(f"  {time.monotonic() - begin:.1f} s", flush=True)
        with open(os.path.join(self.work, "log"), "a") as log:
            log.write("+ " + " ".join(command) + "\n" + printed + said)
        notices = [line.partition("notice: ")[2] for line in said.splitlines() if " is left out: " in line]
        if process.returncode:
            reason = (said.strip() or "no message").splitlines()[-1]
            print(" ", reason, flush=True)
            raise Failed(reason)
        return printed, notices

    def kept(self, name, make):
        """What `make` gives, as JSON; not made again where it is there."""
        path = os.path.join(self.work, name + ".json")
        if not os.path.exists(path):
            content = make()
            with open(path + ".part", "w") as file:
                json.dump(content, file)
            os.rename(path + ".part", path)
        return read(path)

    def saved(self, name, *words, data=None):
        """The JSON of a call that takes --json, and its notices."""
        def make():
            file = os.path.join(self.work, "call.json")
            _, notices = self.call(*words, "--json", file, data=data)
            return dict(read(file), left_out=notices)
        return self.kept(name, make)

    def place(self, device=None):
        device = device or self.device
        return ["--device", device, *(["--threads", self.threads] if self.threads and device == "host" else [])]

    def ceilings(self):
        content = self.saved("ceilings", "roofline", "ceilings", *self.place(), *self.quick)
        built = content["manifest"]["git"]
        if not self.is_trial and (built["dirty"] or built["commit"] != git("rev-parse", "HEAD")):
            sys.exit("measure.py: the program was built from another tree, or one with changes: commit, build again "
                     f"and delete {self.work}; or --trial")
        return os.path.join(self.work, "ceilings.json")

    def case(self, name, content):
        """The file of a case."""
        path = os.path.join(self.work, f"case-{name}.json")
        with open(path, "w") as file:
            json.dump(content, file, indent=1)
        return path

    def tune(self, name, case, *words, device=None, budget=None):
        """Interleaved rounds of the configurations that `words` leave open. Ceilings are those of the study's own device."""
        own = device in (None, self.device)
        ceilings = self.ceilings()  # at first, as they tell of a program that another tree gave
        folder = os.path.join(self.work, "tune-" + name)
        return self.saved("tuned-" + name, "tune", case, *self.place(device), "--budget", budget or self.budget, "--rounds", self.rounds,
                          "--seed", 1, *(["--ceilings", ceilings] if own else ["--no-roof"]),
                          "--table", os.path.join(folder, "table.jsonl"), "--out", folder, *words)

    def written(self, name):
        """A file that an earlier part wrote, of this measurement or another one; None where there is none."""
        paths = (os.path.join(folder, name) for folder in (self.out, self.results))
        return next((read(path) for path in paths if os.path.exists(path)), None)

    def write(self, name, content):
        os.makedirs(self.out, exist_ok=True)
        with open(os.path.join(self.out, name), "w") as file:
            file.write(self.without_places(text_of(content)))
        print("written:", os.path.join(self.out, name), flush=True)

    def without_places(self, text):
        """Results name no folder of this machine: cases name files by whole paths, and commands the program and where its files go."""
        for folder in (ROOT, os.path.abspath(self.out), os.path.dirname(os.path.abspath(self.program))):
            text = text.replace(folder + os.sep, "")
        return MOMENTARY.sub("MOMENTARY", text)


def mpirun(ranks):
    """Open MPI's, with all cores for each rank: GPUs' own work is little, but they are filled by the host."""
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return ["mpirun", *root, "--bind-to", "none", "--oversubscribe", "-n", str(ranks)] if ranks else []


def text_of(content):
    """JSON with a line for each row and for each other part."""
    lines = []
    for key, value in content.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value = "[\n " + ",\n ".join(json.dumps(item) for item in value) + "\n]"
        else:
            value = json.dumps(value)
        lines.append(f"{json.dumps(key)}: {value}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def merge(parts):
    """Results of several calls as one: (swept values, call) -> rows that know their values."""
    merged, rows, left_out = {}, [], []
    for marks, call in parts:
        try:
            content = call()
        except Failed as failure:
            left_out.append(dict(marks, reason=str(failure)))
            continue
        merged = merged or {key: value for key, value in content.items() if key not in ("rows", "left_out")}
        rows += [dict(row, **marks) for row in content["rows"]]
        left_out += [dict(marks, reason=notice) for notice in content["left_out"]]
    if not rows:
        raise Failed(left_out[-1]["reason"])
    return dict(merged, left_out=left_out, rows=rows)


def timed(content):
    """What `tune` found as rows, those alone that were timed, and why others were not; samples are the seconds of a step."""
    rows = [dict({key: row["configuration"][key] for key in
                  ("variant", "cells_per_block", "rows_per_block", "planes_per_block", "cpml_kernels") if key in row["configuration"]},
                 **{key: row[key] for key in ("blocks", "status", "verified", "seconds", "spread", "share", "registers", "occupancy")},
                 samples=[sample["seconds"] for sample in row["samples"]], grid=group["cells"], precision=group["precision"])
            for group in content["groups"] for row in group["rows"] if row.get("seconds")]
    skipped = [f"{row['configuration']['variant']}, {row['blocks'] or 'no blocks'}: {row['reason']}" for group in content["groups"]
               for row in group["rows"] if row.get("reason") and not row["reason"].startswith("the same blocks")]
    return {"manifest": content["manifest"], "ceilings": content["ceilings"], "left_out": content["left_out"] + skipped, "rows": rows}


def require_clean_checkout():
    if not is_checkout():
        sys.exit("measure.py: this is no git checkout, and data/results holds what a commit's program measured: clone the repository, or --trial")
    if git("status", "--porcelain", "--", ".", ":!data/results", ":!paper/*/report.md", ":!paper/*/figures") != "":
        sys.exit("measure.py: the tree is not clean, and data/results holds what a clean one measured: commit, or --trial")


def measure(document, parts, make_study, budget):
    """The command of a paper's measure.py; `parts` are functions of the study, `budget` says what the option is for."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine", help="folder of data/results, as in h200")
    parser.add_argument("--parts", default=",".join(parts), help="some of " + ",".join(parts))
    parser.add_argument("--out", type=os.path.abspath, help="where the files go (default: data/results/MACHINE)")
    parser.add_argument("--program", default="build/bin/hermite")
    parser.add_argument("--device", help="cuda, cuda:1 or host")
    parser.add_argument("--threads", type=int, help="threads of the host (default: as many as there are cores)")
    parser.add_argument("--budget", type=float, help=budget)
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="no call begins later than that; the files say what is left out, and the same command goes on")
    parser.add_argument("--trial", action="store_true", help="small, on the host; never into data/results")
    if "samples" in make_study.options:
        parser.add_argument("--samples", type=int, help=f"time loops of each row of a table (default: {make_study.full['samples']})")
    options = parser.parse_args()
    os.chdir(ROOT)
    chosen = options.parts.split(",")
    if unknown := set(chosen) - set(parts):
        parser.error(f"--parts: there is no {', '.join(sorted(unknown))}; allowed are {', '.join(parts)}")
    if not options.trial:
        require_clean_checkout()
    study = make_study(options)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("measure.py: stopped"))  # as for Ctrl-C: with the call that runs
    failed = False
    for part in chosen:
        begin = time.monotonic()
        try:
            parts[part](study)
        except (Failed, OSError) as failure:  # no room for a file, too: the other parts go on
            failed = True
            print(f"{part} failed: {failure}", file=sys.stderr)
        print(f"== {part}: {time.monotonic() - begin:.0f} s", flush=True)
    if study.out == study.results and not study.is_trial:
        report = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "report.py")
        failed = subprocess.run([sys.executable, report]).returncode != 0 or failed
    sys.exit(1 if failed else 0)

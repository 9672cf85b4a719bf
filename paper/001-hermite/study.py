"""Calls of `hermite`, each made once: what it left is kept, so that a measurement goes on where it was stopped."""
import json
import os
import subprocess
import sys
import time

WORK = os.path.join("build", "paper-001")  # paths below the root, where all runs: they stand in the manifests
CASES = {"advection": "data/cases/advection-3d.json", "acoustics": "data/cases/acoustics-wave-3d.json",
         "maxwell": "data/cases/maxwell-wave-3d.json"}
TUNED = ("advection", "acoustics")
ORDERS = (1, 2, 3)
LAM = 0.8
FULL = {"device": "cuda", "cells": 150, "sweep_cells": 120, "large_cells": 300, "steps": 200, "samples": 3, "budget": 90, "quick": [],
        "blocks": (2, 4, 8, 10, 16, 32), "stages": (1, 2, 3, 5, 7, 9, 12, 15, 18, 21),
        "tuned_blocks": "4,8,10,16,32", "rounds": 9}
TRIAL = {"device": "host", "cells": 12, "sweep_cells": 12, "large_cells": 16, "steps": 3, "samples": 2, "budget": 60, "quick": ["--quick"],
         "blocks": (4, 10), "stages": (1, 3, 9, 15, 21), "tuned_blocks": "4,10", "rounds": 3}


class Failed(Exception):
    """A call of `hermite` that gave nothing; its last line says why."""


class Study:
    def __init__(self, options):
        self.__dict__.update(TRIAL if options.trial else FULL)
        for key in ("device", "samples", "budget"):
            if getattr(options, key) is not None:
                setattr(self, key, getattr(options, key))
        self.trial, self.program = options.trial, options.program
        # One folder for each machine and commit, so that nothing stale is gone on with.
        self.work = os.path.join(WORK, "trial" if options.trial else f"{options.machine}-{git('rev-parse', '--short', 'HEAD')}")
        self.out = options.out or os.path.join(os.path.join(WORK, "results") if options.trial else "data/results", options.machine)
        os.makedirs(self.work, exist_ok=True)

    def call(self, *words, data=None):
        """Runs `hermite`; returns what it printed, and the notices of what it left out."""
        command = [self.program, *map(str, words)]
        print("+", " ".join(command[1:])[:200], flush=True)
        begin = time.monotonic()
        environment = dict(os.environ, **({"HERMITE_DATA": data} if data else {}))
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        print(f"  {time.monotonic() - begin:.1f} s", flush=True)
        with open(os.path.join(self.work, "log"), "a") as log:
            log.write("+ " + " ".join(command) + "\n" + done.stdout + done.stderr)
        notices = [line.partition("notice: ")[2] for line in done.stderr.splitlines() if " is left out: " in line]
        if done.returncode:
            reason = (done.stderr.strip() or "no message").splitlines()[-1]
            print(" ", reason, flush=True)
            raise Failed(reason)
        return done.stdout, notices

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

    def ceilings(self):
        content = self.saved("ceilings", "roofline", "ceilings", "--device", self.device, *self.quick)
        built = content["manifest"]["git"]
        if not self.trial and (built["dirty"] or built["commit"] != git("rev-parse", "HEAD")):
            sys.exit("measure.py: the program was built from another tree, or one with changes: commit, build again "
                     f"and delete {self.work}; or --trial")
        return os.path.join(self.work, "ceilings.json")

    def roofline(self, name, what, *words, system="advection", precision="single", cells=None, data=None):
        self.ceilings()
        return self.saved(name, "roofline", what, "--device", self.device, "--case", CASES[system], "--precision", precision,
                          "--cells", cells or self.sweep_cells, "--ceilings", os.path.join(self.work, "ceilings.json"),
                          *self.quick, *words, data=data)

    def write(self, name, content):
        os.makedirs(self.out, exist_ok=True)
        with open(os.path.join(self.out, name), "w") as file:
            file.write(text_of(content))
        print("written:", os.path.join(self.out, name), flush=True)


def git(*words):
    done = subprocess.run(["git", *words], capture_output=True, text=True)
    return done.stdout.strip()


def read(path):
    with open(path) as file:
        return json.load(file)


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

#!/usr/bin/env python3
"""Measures everything that report.py draws and tabulates, with the command `hermite`.

  measure.py MACHINE                 on a machine with a GPU: data/results/MACHINE/*.json
  measure.py MACHINE --out FOLDER    the same files in another folder
  measure.py NAME --trial            small and on the host, into build/paper-001: worth nothing, but
                                     report.py --results build/paper-001/results shows whether all works

What every call of `hermite` left is kept in build/paper-001, so that the same command goes on where it was
stopped; --parts chooses what is measured, and a part that fails leaves what the others need. Each file names
what was left out and why.

  kernels       paper-001-kernels.json   every kernel of advection with full q, hardware counters (Figures 1, 5)
  blocks        paper-001-blocks.json    interpolation and evolution by cells per block (Figures 1, 2)
  stages        paper-001-stages.json    evolution and monolithic kernels by q (Figures 3, 4)
  systems       paper-001-systems.json   the fast kernels of acoustics and Maxwell's equations, full q, both precisions
  steps         paper-001-steps.json     whole steps of the pipeline parity, acoustics and Maxwell, both precisions
  waves         paper-001-waves.json     leapfrog and conservative of acoustics, every kernel, both precisions
  large         paper-001-large.json     the fast kernels of all three on a grid eight times as large, or the largest that memory holds
  tune          paper-001-tune-*.json    the fastest blocks of every pipeline, advection and acoustics
  table1        table1.json              time to solution with these blocks (Table 1); needs tune
"""
import os
import shutil
import sys
from functools import partial

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
from setting import CASES, LAM, ORDERS, SYSTEMS, TUNED, Hermite  # noqa: E402
from study import Failed, measure, merge, timed  # noqa: E402
from table1 import time_to_solution  # noqa: E402

# A Courant number at which every q counts as stable: kernels take as long whatever the time step.
TINY_LAM = 1e-5


# --- the parts -----------------------------------------------------------------------------------


def kernels(study):
    def call(order):
        return lambda: study.roofline(f"kernels-{order}", "counters", "--orders", order, "--set", "method.stages=full", cells=study.cells)
    study.write("paper-001-kernels.json", merge([({}, call(order)) for order in ORDERS]))


def blocks(study):
    def call(cells):
        return lambda: study.roofline(f"blocks-{cells}", "counters", "--filter", "^two-kernel/march", "--set",
                                      "method.stages=full", "--set", f"kernel.cells_per_block={cells}")
    study.write("paper-001-blocks.json", merge([({"cells_per_block": cells}, call(cells)) for cells in study.blocks]))


def stages(study):
    # The program takes no step that is known to be unstable. At a tiny Courant number all q are known not to
    # be, once they are sampled there; in a copy of the data, as nobody computes with such a one.
    data = os.path.join(study.work, "data")
    if not os.path.exists(data):
        table = os.path.join(study.work, "advection.json")
        shutil.copy("data/stability/advection.json", table)
        study.call("stability", "--system", "advection", "--dim", 3, "--orders", "1,2,3", "--courant", TINY_LAM, "--out", table)
        os.makedirs(os.path.join(data, "stability"))
        os.rename(table, os.path.join(data, "stability", "advection.json"))

    def call(q, truncate, variants):
        orders = ",".join(str(order) for order in ORDERS if q <= 3 * (2 * order + 1))
        return lambda: study.roofline(
            f"stages-{q}-{'truncated' if truncate else 'whole'}", "kernels", "--filter", f"^(monolithic/({variants})|two-kernel/march)",
            "--orders", orders, "--set", f"method.stages={q}", "--set", f"method.courant={TINY_LAM}",
            "--set", f"kernel.truncate={'true' if truncate else 'false'}", *([] if study.quick else ["--quick"]), data=data)
    study.write("paper-001-stages.json",
                merge([({"truncate": truncate}, call(q, truncate, variants)) for q in study.stages
                       for truncate, variants in ((False, "literal"), (True, "march|registers"))]))


def systems(study):
    def call(system, order):
        return lambda: study.roofline(f"systems-{system}-{order}", "counters", "--filter", f"^(monolithic|parity)/({fast})/", "--orders", order,
                                      "--set", "method.stages=full", system=system, precision="both", cells=study.cells)
    fast = "literal|march" if study.is_trial else "registers|matrix"
    study.write("paper-001-systems.json",
                merge([({"system": system, "order": order}, call(system, order)) for order in ORDERS for system in SYSTEMS]))


def steps(study):
    """Whole steps: both half steps with their halos, launched as a run launches them. A dozen searches, so each has a part of the time."""
    def call(system, order, precision):
        return lambda: timed(study.tune(
            f"steps-{system}-{order}-{precision}", CASES[system], "--pipelines", "parity", "--orders", order, "--precisions", precision,
            "--variants", fast, "--set", f"grid.cells={study.cells}", budget=study.budget / 8))
    fast = "literal" if study.is_trial else "registers,matrix"
    study.write("paper-001-steps.json", merge([({"system": system, "precision": precision, "order": order}, call(system, order, precision))
                                               for system in SYSTEMS for precision in ("single", "double") for order in ORDERS]))


def waves(study):
    def call(order):
        return lambda: study.roofline(f"waves-{order}", "kernels", "--filter", "^(leapfrog|conservative)/", "--orders", order,
                                      system="acoustics", precision="both", cells=study.cells)
    study.write("paper-001-waves.json", merge([({}, call(order)) for order in ORDERS]))


def large(study):
    """Of each system and precision; a grid that memory does not hold is left out with the reason, and the next smaller one taken."""
    def call(system, precision, order, cells, names):
        return study.roofline(f"large-{system}-{precision}-{order}-{cells}", "kernels", "--filter", f"^({names})/", "--orders", order,
                              "--set", "method.stages=full", system=system, precision=precision, cells=cells)

    def parts(system, precision, order, names):
        yield {"system": system}, partial(call, system, precision, order, study.cells, names)
        for cells in study.large_cells:
            found = partial(call, system, precision, order, cells, names)
            yield {"system": system}, found
            try:
                found()
                return
            except Failed:
                pass
    fast = "literal|march" if study.is_trial else "registers|matrix"
    every = "[a-z-]*/march" if study.is_trial else "[a-z-]*/registers"
    subjects = [("advection", "single", every)] + [(system, precision, f"parity/({fast})") for system in SYSTEMS for precision in ("single", "double")]
    study.write("paper-001-large.json", merge([part for system, precision, names in subjects for order in ORDERS
                                               for part in parts(system, precision, order, names)]))


def tuned(study, system):
    pipelines = "monolithic,two-kernel" + (",shift,full-step" if system == "advection" else ",parity")
    return found_by_tune(study, system, f"tune-{system}", pipelines, study.budget)


def tuned_pairs(study):
    """Of two full steps in one sweep, in a part of the time: there is one pipeline."""
    return found_by_tune(study, "advection", "tune-pairs", "full-step", study.budget / 4, "--set", "kernel.steps_per_sweep=2")


def found_by_tune(study, system, name, pipelines, budget, *words):
    folder = os.path.join(study.work, name)
    ceilings = study.ceilings()
    content = study.saved(
        f"{name}-result", "tune", CASES[system], *study.place(), "--pipelines", pipelines,
        "--orders", "1,2,3", "--precisions", "single", "--set", f"grid.cells={study.cells}",
        "--set", f"method.courant={LAM}", "--cells-per-block", study.tuned_blocks,
        "--budget", budget, "--rounds", study.rounds, "--seed", 1, "--ceilings", ceilings,
        "--table", os.path.join(folder, "table.jsonl"), "--out", folder, *words)
    return {key: value for key, value in content.items() if key != "left_out"}


def tune(study):
    for system in TUNED:
        study.write(f"paper-001-tune-{system}.json", tuned(study, system))


def table1(study):
    for content in time_to_solution(study, tuned(study, "advection")["groups"] + tuned_pairs(study)["groups"]):
        study.write("table1.json", content)


PARTS = {part.__name__: part for part in (kernels, blocks, stages, systems, steps, waves, large, tune, table1)}


if __name__ == "__main__":
    measure(__doc__, PARTS, Hermite, budget="seconds for each of the two tunes (default: 120)")

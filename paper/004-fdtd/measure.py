#!/usr/bin/env python3
"""Measures everything that report.py draws and tabulates, with the command `hermite`.

  measure.py MACHINE                 on a machine with a GPU: data/results/MACHINE/paper-004-*.json
  measure.py MACHINE --out FOLDER    the same files in another folder
  measure.py NAME --trial            small and on the host, into build/paper-004: worth nothing, but
                                     report.py --results build/paper-004/results shows whether all works

What every call of `hermite` left is kept in build/paper-004, so that the same command goes on where it was
stopped; --parts chooses what is measured.

  threads    paper-004-threads.json   the kernels of E and of H, each by itself, by threads per block (Figure 6)
  sizes      paper-004-sizes.json     speed of both mappings by size (Figure 7)
"""
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
from setting import MAPPINGS, MEDIA, Yee  # noqa: E402
from study import measure, merge, timed  # noqa: E402


def settings(values):
    return [word for value in values for word in ("--set", value)]


def threads(study):
    ceilings, case = study.ceilings(), study.box(study.cells, "arrays")

    def call(mapping, lanes, count):
        variant, fixed = MAPPINGS[mapping]
        words = settings((*fixed, f"kernel.cells_per_block={lanes * study.cells_of_thread(mapping)}",
                          f"kernel.rows_per_block={count // lanes}"))
        return lambda: study.saved(f"threads-{mapping}-{lanes}-{count}", "roofline", "kernels", case, *study.place(), *study.quick,
                                   "--precision", "single", "--filter", f"^yee/{variant}/", "--ceilings", ceilings, *words)
    study.write("paper-004-threads.json", merge(
        [({"mapping": mapping, "lanes": lanes, "threads_per_block": count}, call(mapping, lanes, count))
         for mapping in MAPPINGS for lanes in study.lanes for count in study.threads_per_block]))


def sizes(study):
    def call(mapping, media, cells):
        variant, fixed = MAPPINGS[mapping]
        return lambda: timed(study.tune(f"{cells}-{mapping}-{media}", study.box(cells, media), "--variants", variant,
                                        "--cells-per-block", study.block_cells, *settings(fixed)))
    study.write("paper-004-sizes.json", merge([({"mapping": mapping, "media": media, "cells": cells}, call(mapping, media, cells))
                                               for cells in study.sizes for media in MEDIA for mapping in MAPPINGS]))


PARTS = {part.__name__: part for part in (threads, sizes)}

if __name__ == "__main__":
    measure(__doc__, PARTS, Yee, budget="seconds for each mapping, medium and size (default: 12)")

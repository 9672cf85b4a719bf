#!/usr/bin/env python3
"""Measures everything that report.py draws and tabulates, with the command `hermite`.

  measure.py MACHINE                 on a machine with a GPU: data/results/MACHINE/paper-004-*.json
  measure.py MACHINE --out FOLDER    the same files in another folder
  measure.py NAME --trial            small and on the host, into build/paper-004: worth nothing, but
                                     report.py --results build/paper-004/results shows whether all works

What every call of `hermite` left is kept in build/paper-004, so that the same command goes on where it was
stopped; --parts chooses what is measured.

  threads    paper-004-threads.json   the kernels of E and of H, each by itself, by threads per block (Figure 6)
  sizes      paper-004-sizes.json     speed of each mapping by size, in the blocks that `threads` found best, in a file of its
                                          if there is one (Figure 7)
"""
import os
import sys
from functools import partial

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
from results import by_block  # noqa: E402
from setting import MAPPINGS, MEDIA, Yee  # noqa: E402
from study import measure, merge, timed  # noqa: E402


# Of a row of `hermite roofline` what the report asks for.
ROW = ("stage", "grid", "cells", "seconds")


def by_threads(study):
    ceilings, case = study.ceilings(), study.box(study.cells, "arrays")

    def call(mapping, lanes, count):
        content = study.saved(f"threads-{mapping}-{lanes}-{count}", "roofline", "kernels", case, *study.place(), *study.quick,
                              "--precision", "single", "--filter", f"^yee/{MAPPINGS[mapping][0]}/", "--ceilings", ceilings,
                              *study.block(mapping, lanes, count, study.cells))
        return dict(content, rows=[{key: row[key] for key in ROW} for row in content["rows"]])
    return merge([({"mapping": mapping, "lanes": lanes, "threads_per_block": count}, partial(call, mapping, lanes, count))
                  for lanes in study.lanes for mapping in MAPPINGS for count in study.threads_per_block])


def threads(study):
    study.write("paper-004-threads.json", by_threads(study))


def best_blocks(study):
    """(threads along x, threads) of each mapping: E and H in the least time together."""
    rows = (study.written("paper-004-threads.json") or by_threads(study))["rows"]
    times = {mapping: by_block(rows, mapping) for mapping in MAPPINGS}
    return {mapping: min(times[mapping], key=times[mapping].get) for mapping in MAPPINGS}


def sizes(study):
    best = best_blocks(study)

    def call(mapping, media, cells):
        return lambda: timed(study.tune(f"{cells}-{mapping}-{media}", study.box(cells, media), "--set",
                                        f"kernel.variant={MAPPINGS[mapping][0]}", *study.block(mapping, *best[mapping], cells)))
    study.write("paper-004-sizes.json", merge(
        [(dict(zip(("lanes", "threads_per_block"), best[mapping]), mapping=mapping, media=media, cells=cells), call(mapping, media, cells))
         for cells in study.sizes for media in MEDIA for mapping in MAPPINGS]))


PARTS = {part.__name__: part for part in (threads, sizes)}

if __name__ == "__main__":
    measure(__doc__, PARTS, Yee, budget="seconds for each mapping, medium and size at most (default: 40)")

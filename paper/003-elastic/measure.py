#!/usr/bin/env python3
"""Measures everything that report.py draws and tabulates, with the command `hermite`.

  measure.py MACHINE                 on a machine with a GPU: data/results/MACHINE/paper-003-*.json
  measure.py MACHINE --out FOLDER    the same files in another folder
  measure.py NAME --trial            small and on the host, into build/paper-003: worth nothing, but
                                     report.py --results build/paper-003/results shows whether all works

What every call of `hermite` left is kept in build/paper-003, so that the same command goes on where it was
stopped; --parts chooses what is measured.

  seismograms  paper-003-seismograms.json  the two layers on the device and on the host, and on finer grids (Figure 5)
  layers       paper-003-layers.json       time by thickness of the layers, on both (Table 2)
  large        paper-003-large.json        the grid that filled the paper's larger GPU, on both
  compilers    paper-003-compilers.json    the same on the host alone, by this compiler and by another one, where
                                           setting.py finds a program of it
  reads        paper-003-reads.json        values that blocks read per point, counted by the accessor
  depth        paper-003-depth.json        time of a step by points along z (Figure 6)
  blocks       paper-003-blocks.json       time of a block by blocks along x and y (Figure 7)
  memory       paper-003-memory.json       what `hermite check` says that grids take
  scaling      paper-003-scaling.json      as much work for each GPU, and the same for all, on 1, 2, 4, ... GPUs by
                                           `mpirun` (Figures 8 and 9); Maxwell's equations and acoustics too
  processor    paper-003-processor.json    the grid of Table 2 on the host, which needs no GPU
  media        paper-003-media.json        the two layers, and a model whose every point has values of its own
  thickness    paper-003-thickness.json    time and bytes of a step by thickness of the layers, and on grids of odd sizes
  ladder       paper-003-ladder.json       the kernels literal, tile and march on the grid that filled the paper's larger GPU
  loh1         paper-003-loh1.json         LOH.1 on finer and finer grids, against an independent code, by a source of two lengths;
                                           the host leaves out the finest grids
"""
import os
import shutil
import sys
from functools import partial

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # what papers share
import loh1 as of_loh1  # noqa: E402
import voxels  # noqa: E402
from runs import COMPONENTS, gpus, memory as memory_of, run, timed  # noqa: E402
from setting import BLOCKS, LADDER, LANES, OTHER, PLANES, ROWS, WAYS, Elastic  # noqa: E402
from study import Failed, measure, merge, read  # noqa: E402


def name_of(*marks):
    return "-".join(map(str, marks))


# --- Figure 5 ------------------------------------------------------------------------------------


def digits(values, count=5):
    return [float(f"{value:.{count}g}") for value in values]


def seismograms(study):
    layer = study.thicknesses[1]

    def of(way, refinement, points, device=None):
        name = name_of("seismogram", device or "device", way, refinement, *points)
        case = study.model(name, points, layer, study.steps, way, refinement)
        return run(study, name, case, device)

    def row(way, refinement, points, device=None, less=None):
        found = of(way, refinement, points, device)
        content = {"h": found["row"]["h"], "points": points, "steps": found["row"]["steps"], "final_time": found["row"]["final_time"],
                   "seconds": found["row"]["seconds"], **{c: digits(found["traces"][c]) for c in COMPONENTS}}
        if less:
            other = of(*less)["traces"]
            content["residual"] = {c: digits([a - b for a, b in zip(found["traces"][c], other[c])]) for c in COMPONENTS}
        return {"manifest": found["manifest"], "left_out": [], "rows": [content]}
    whole, cut = study.points("large"), list(study.cut)
    finer = {r: [(n - 1) * r + 1 for n in cut] for r in study.refinements}
    parts = [({"way": way, "refinement": r, "where": "device"}, partial(row, way, r, finer[r])) for way in WAYS for r in finer]
    parts += [({"way": "paper", "refinement": 1, "where": where}, partial(row, "paper", 1, points, device, ("paper", 1, cut)))
              for where, points, device in (("host", cut, "host"), ("whole", whole, None))]
    study.write("paper-003-seismograms.json", merge(parts))


# --- time loops ----------------------------------------------------------------------------------


def loop(study, grid, thickness, steps, device=None, threads=0, count=None, by=None):
    name = name_of(grid, thickness, steps, device or "device", threads, *(["other"] if by else []))
    points = study.points(grid)
    return timed(by or study, name, study.model(name, points, thickness, steps), points, device, threads, count)


def by_thickness(study, grid, thicknesses, host_steps, samples):
    """The device, the host with all its threads and, where it takes steps, with one thread."""
    call = partial(loop, study, grid)
    parts = [({"where": "device", "thickness": t}, partial(call, t, study.steps, count=samples)) for t in thicknesses]
    parts += [({"where": "host", "thickness": t}, partial(call, t, host_steps, "host", count=1)) for t in thicknesses]
    if grid == "table2":
        parts += [({"where": "one thread", "thickness": t}, partial(call, t, study.serial_steps, "host", 1, 1)) for t in thicknesses]
    return merge(parts)


def layers(study):
    study.write("paper-003-layers.json", by_thickness(study, "table2", study.thicknesses, study.host_steps, study.samples))


def large(study):
    study.write("paper-003-large.json", by_thickness(study, "large", study.thicknesses[:2], study.large_host_steps, min(2, study.samples)))


def processor(study):
    study.write("paper-003-processor.json", merge([({"where": "host", "thickness": t}, partial(loop, study, "table2", t, study.host_steps, "host"))
                                                   for t in study.thicknesses[:2]]))


def compilers(study):
    other = study.built_otherwise()
    if other is None:
        raise Failed(f"there is no {OTHER}, the program of another compiler")
    study.write("paper-003-compilers.json", merge([
        ({"where": where, "thickness": t}, partial(loop, study, "large", t, study.large_host_steps, "host", count=1, by=by))
        for where, by in (("host", None), ("other compiler", other)) for t in study.thicknesses[:2]]))


def media(study):
    """Layers, whose points number a table's factors, and points with values of their own, which take the host long to read."""
    folder = os.path.join(study.work, "voxels")

    def call(points, kind, thickness):
        name = name_of("media", *points, kind, thickness)
        samples = study.samples if points == study.media[0] else min(2, study.samples)

        def make():
            model = voxels.write(folder, points, study.two_layers()) if kind == "points" else None
            return timed(study, name, study.model(name, points, thickness, way="ours", voxels=model), points, samples=samples)
        return study.kept(name, make)  # with it no voxels are written again
    study.write("paper-003-media.json", merge([({"media": kind, "thickness": t}, partial(call, points, kind, t))
                                               for points in study.media for kind in ("layers", "points") for t in study.thicknesses[:2]]))
    shutil.rmtree(folder, ignore_errors=True)  # gigabytes


def ladder(study):
    points = study.points("large")

    def call(variant, thickness):
        name = name_of("ladder", variant, thickness)
        return timed(study, name, study.model(name, points, thickness, study.ladder_steps, kernel={"variant": variant}), points)
    study.write("paper-003-ladder.json", merge([({"variant": variant, "thickness": t}, partial(call, variant, t))
                                                for variant in LADDER for t in study.thicknesses[:2]]))


# --- kernels -------------------------------------------------------------------------------------


def kernels(study, name, points, thickness, variant, kernel=None):
    """Rows of the two half steps, each by itself, of one variant on the paper's model."""
    ceilings = study.ceilings()
    content = study.saved(name, "roofline", "kernels", study.model(name, points, thickness, kernel=kernel), *study.place(), *study.quick,
                          "--precision", "single", "--filter", f"^staggered/{variant}/", "--ceilings", ceilings)
    rows = [{key: row[key] for key in ("variant", "stage", "cells", "kernels", "model", "seconds")} for row in content["rows"]]
    return dict(content, rows=[dict(row, points=points) for row in rows])


def reads(study):
    points = study.points("table2")

    def call(name):
        variant, *block = BLOCKS[name]
        shape = dict(zip(("cells_per_block", "rows_per_block", "planes_per_block"), (n or points[2] for n in block)))
        return kernels(study, "reads-" + name.replace(" ", ""), points, 0, variant, dict(shape, variant=variant))
    study.write("paper-003-reads.json", merge([({"block": name}, partial(call, name)) for name in BLOCKS]))


def by_size(study, file, sizes, **block):
    """Whole steps of what a GPU takes; `sizes` are marks, points and those of a layer."""
    def call(points, thickness):
        return kernels(study, name_of("kernels", *points, thickness), points, thickness, "march", dict(block, variant="march"))
    study.write(file, merge([(marks, partial(call, *size)) for marks, *size in sizes]))


def depth(study):
    x, y, _ = study.points("table2")
    by_size(study, "paper-003-depth.json", [({"along_z": z}, [x, y, z], study.thicknesses[-1]) for z in study.along_z])


def blocks(study):
    by_size(study, "paper-003-blocks.json", [({"blocks": [x, y]}, [LANES * x, ROWS * y, study.planes], study.thicknesses[-1])
                                             for y in study.blocks_y for x in study.blocks_x],
            cells_per_block=LANES, rows_per_block=ROWS, planes_per_block=PLANES)


def thickness(study):
    """The grid stays, layers take of it; then rows of other lengths, without layers and with the paper's."""
    x, *rest = study.cpml_grid
    sizes = [(x, t) for t in study.cpml] + [(n, t) for n in study.along_x for t in study.thicknesses[:2]]
    by_size(study, "paper-003-thickness.json", [({"along_x_and_layer": [n, t]}, [n, *rest], t) for n, t in sizes])


# --- memory --------------------------------------------------------------------------------------


def memory(study):
    manifest = read(study.ceilings())["manifest"]
    sizes = [(name, study.points(name)) for name in ("table2", "large")] + [("cube", [n] * 3) for n in study.cubes]
    rows = []
    for name, points in sizes:
        for thickness in study.thicknesses if name != "large" else study.thicknesses[1:2]:  # it takes long
            at = name_of(*points, thickness)
            rows.append({"grid": name, "points": points, "thickness": thickness,
                         "bytes": memory_of(study, at, study.model("memory-" + at, points, thickness))})
    study.write("paper-003-memory.json", {"manifest": manifest, "left_out": [], "rows": rows})


# --- Figures 8 and 9 -----------------------------------------------------------------------------


def scaling(study):
    thick = study.thicknesses[1]
    models = (("elastic", "fdtd", 0, study.shared_elastic), ("elastic", "fdtd", thick, study.shared_elastic),
              ("maxwell", "fdtd", 0, study.shared_maxwell), ("maxwell", "fdtd", thick, study.shared_maxwell),
              ("acoustics", "hermite", 0, study.shared_acoustics))
    there = gpus(study)

    def call(system, thickness, make, side, along, ranks):
        name = name_of("scaling", system, thickness, side, along, ranks)
        return timed(study, name, make(name, side, along, thickness), [side, side, side * along], ranks=ranks)
    parts = []
    for system, solver, thickness, make in models:
        for kind, side in (("weak", study.each[solver]), ("strong", study.shared[solver])):
            for ranks in (n for n in study.gpus if n <= there):
                marks = {"system": system, "solver": solver, "thickness": thickness, "kind": kind, "ranks": ranks}
                parts.append((marks, partial(call, system, thickness, make, side, ranks if kind == "weak" else 1, ranks)))
    study.write("paper-003-scaling.json", merge(parts))


# --- LOH.1 ---------------------------------------------------------------------------------------


def loh1(study):
    references = {width: of_loh1.Reference(width) for width in study.loh1}
    finest = 0 if study.device.startswith("cuda") else study.loh1_host

    def call(width, way, side):
        name = name_of("loh1", width, way, side)
        case, points = study.layer_over_half_space(name, way, side, width)
        found = run(study, name, case)
        row = found["row"]
        count = len(found["traces"]["vx"])
        times = [row["final_time"] * n / (count - 1) for n in range(count)]
        return {"manifest": found["manifest"], "left_out": [], "rows": [
            {"h": side, "points": points, "steps": row["steps"], "seconds": row["seconds"], "source_width": width,
             **of_loh1.misfits(references[width], times, found["traces"])}]}
    study.write("paper-003-loh1.json", merge([({"way": way}, partial(call, width, way, side)) for width, ways in study.loh1.items()
                                              for way, sides in ways.items() for side in sides if side >= finest]))


PARTS = {part.__name__: part for part in (seismograms, layers, large, compilers, reads, depth, blocks, memory, scaling, processor, media, thickness,
                                          ladder, loh1)}

if __name__ == "__main__":
    measure(__doc__, PARTS, Elastic, budget="not used here: nothing is tuned")

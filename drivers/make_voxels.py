#!/usr/bin/env python3
"""A voxel model for the solver fdtd (case key voxels.path) from NumPy arrays.

    make_voxels.py head.npy media.json head.json

head.npy holds whole numbers [z][y][x], 0 for the background; media.json is the list of the media of 1, 2, ...:
    [ { "permittivity": 4.4e-10, "conductivity": 0.7, "name": "muscle" }, { "kind": "pec" } ]
    [ { "density": 2700, "p_speed": 6000, "s_speed": 3464 } ]                  with the system elastic
Writes head.json and, beside it, head.raw (the format: hermite/media/voxels.hpp).

    make_voxels.py --density rho.npy --p-speed vp.npy --s-speed vs.npy earth.json

Elastic media with values of their own in every voxel, numbers [z][y][x]; one that is not given is the material's.
Writes earth.json and, beside it, earth-density.raw, earth-p_speed.raw and earth-s_speed.raw.
"""
import argparse
import json
import os
import pathlib
import sys
from zipfile import BadZipFile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roofline"))
try:
    import numpy
except ImportError:
    from system_python import instead_of_this_one
    instead_of_this_one("numpy")


def data_of(model_file, name=None):
    """Where the values of a model are: its indices, or those of the constant."""
    model = pathlib.Path(model_file)
    return model.with_name(f"{model.stem}-{name}.raw" if name else f"{model.stem}.raw")


def write_model(index, media, model_file):
    """index [z][y][x]: 0 for the background, i for media[i - 1]."""
    kind = "uint8" if len(media) < 256 else "uint16"
    model, data = pathlib.Path(model_file), data_of(model_file)
    index.astype("<u1" if kind == "uint8" else "<u2").tofile(data)
    head = {"cells": list(index.shape[::-1]), "type": kind, "data": data.name, "media": media}
    model.write_text(json.dumps(head, indent=1) + "\n")


def write_values(values, model_file):
    """values: arrays [z][y][x] of one shape, by the names of constants."""
    model = pathlib.Path(model_file)
    head = {"cells": list(next(iter(values.values())).shape[::-1]), "type": "float32"}
    for name, array in values.items():
        data = data_of(model, name)
        array.astype("<f4").tofile(data)
        head[name] = data.name
    model.write_text(json.dumps(head, indent=1) + "\n")


def call(main, text, finest):
    """main(folder, scale) of a script that makes a model: where, and how much coarser than its finest cells."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--scale", type=float, default=1, help=f"how much coarser than {finest}")
    arguments = parser.parse_args()
    if not 0 < arguments.scale < 1e9:
        parser.error(f"--scale: found {arguments.scale:g}, allowed a number greater than 0")
    folder = pathlib.Path(arguments.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        main(folder, arguments.scale)
    except OSError as error:  # no folder to write to, or no room
        sys.exit(f"{parser.prog}: {error}")
    except (MemoryError, ValueError, OverflowError) as error:  # NumPy's, by how far too large a model is
        sys.exit(f"{parser.prog}: --scale {arguments.scale:g}: found too many cells for this machine's memory, allowed a larger scale: {error}")


def array_of(file, kinds, words):
    """`kinds` are NumPy's letters for what its values may be."""
    try:
        array = numpy.load(file, allow_pickle=False)
    except (ValueError, EOFError, BadZipFile):
        sys.exit(f"{file}: is no array that numpy.save wrote")
    if not isinstance(array, numpy.ndarray):  # of numpy.savez
        sys.exit(f"{file}: found an archive of the arrays {', '.join(array.files) or 'none'}, allowed one array that numpy.save wrote")
    if array.ndim != 3 or not array.size or array.dtype.kind not in kinds:
        sys.exit(f"{file}: found {array.dtype} {list(array.shape)}, allowed {words} [z][y][x]; of a plane [1][y][x]")
    return array


def model_of_indices(array_file, media_file, model_file):
    index = array_of(array_file, "biu", "whole numbers or a mask")
    if index.dtype.kind == "b":
        index = index.astype("u1")
    try:
        media = json.loads(pathlib.Path(media_file).read_text())
    except ValueError as error:
        sys.exit(f"{media_file}: is not JSON: {error}")
    if not isinstance(media, list) or len(media) > 65535:
        sys.exit(f"{media_file}: must be a list of at most 65535 media")
    if index.min() < 0 or index.max() > len(media):
        sys.exit(f"{array_file}: found indices {index.min()} to {index.max()}, allowed 0 to {len(media)}")
    write_model(index, media, model_file)


def model_of_values(files, model_file):
    values = {name: array_of(file, "iuf", "real numbers").astype("<f8") for name, file in files.items()}
    first, shape = next((files[name], array.shape) for name, array in values.items())
    for name, array in values.items():
        if array.shape != shape:
            sys.exit(f"{files[name]}: found the shape {list(array.shape)}, allowed {list(shape)}, that of {first}")
        least, most = (0 if name == "s_speed" else numpy.finfo("<f4").tiny), numpy.finfo("<f4").max
        if not ((array >= least) & (array <= most)).all():
            sys.exit(f"{files[name]}: found values {array.min():g} to {array.max():g}, allowed numbers "
                     + ("of 0 and more" if name == "s_speed" else "greater than 0") + ", in single precision")
    write_values(values, model_file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="the array and the media of indices; the model to write")
    names = ("density", "p_speed", "s_speed")
    for name in names:
        parser.add_argument("--" + name.replace("_", "-"), metavar="NPY", help="of values in every voxel")
    options = parser.parse_args()
    given = {name: getattr(options, name) for name in names if getattr(options, name)}
    if len(options.files) != (1 if given else 3):
        parser.error("give an array, the media and the model to write, or arrays of values by option and the model")
    *read, model = options.files
    if pathlib.Path(model).suffix != ".json":
        parser.error(f"the model to write: found {model}, allowed a name in .json; the data go beside it in .raw")
    inputs = {pathlib.Path(file).resolve() for file in (*read, *given.values())}
    for file in (pathlib.Path(model), *(data_of(model, name) for name in given or [None])):
        if file.resolve() in inputs:
            parser.error(f"the model to write: found {model}, which would overwrite {file}: allowed another name")
    try:
        model_of_values(given, model) if given else model_of_indices(*read, model)
    except OSError as error:  # no such file, or no room
        sys.exit("make_voxels.py: " + (f"{error.filename}: {error.strerror}" if error.filename else str(error)))
    print(f"written: {model}, and its data beside it")


if __name__ == "__main__":
    main()

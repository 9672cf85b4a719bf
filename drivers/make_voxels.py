#!/usr/bin/env python3
"""A voxel model for the solver fdtd (case key voxels.path) from a NumPy array of indices.

    make_voxels.py head.npy media.json head.json

head.npy holds whole numbers [z][y][x], 0 for the background; media.json is the list of the media of 1, 2, ...:
    [ { "permittivity": 4.4e-10, "conductivity": 0.7, "name": "muscle" }, { "kind": "pec" } ]
Writes head.json and, beside it, head.raw (the format: hermite/media/voxels.hpp).
"""
import argparse
import json
import pathlib
import sys

import numpy


def write_model(index, media, model_file):
    """index [z][y][x]: 0 for the background, i for media[i - 1]."""
    kind = "uint8" if len(media) < 256 else "uint16"
    model = pathlib.Path(model_file)
    data = model.with_suffix(".raw")
    index.astype("<u1" if kind == "uint8" else "<u2").tofile(data)
    head = {"cells": list(index.shape[::-1]), "type": kind, "data": data.name, "media": media}
    model.write_text(json.dumps(head, indent=1) + "\n")


def folder_and_scale(text, finest):
    """The arguments of a script that makes a model: where, and how much coarser than its finest cells."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--scale", type=float, default=1, help=f"how much coarser than {finest}")
    arguments = parser.parse_args()
    return arguments.folder, arguments.scale


def main(array_file, media_file, model_file):
    index = numpy.load(array_file)
    media = json.loads(pathlib.Path(media_file).read_text())
    if index.ndim != 3 or not numpy.issubdtype(index.dtype, numpy.integer):
        sys.exit(f"{array_file}: found {index.dtype} {list(index.shape)}, allowed whole numbers [z][y][x]")
    if not isinstance(media, list) or len(media) > 65535:
        sys.exit(f"{media_file}: must be a list of at most 65535 media")
    if index.min() < 0 or index.max() > len(media):
        sys.exit(f"{array_file}: found indices {index.min()} to {index.max()}, allowed 0 to {len(media)}")
    write_model(index, media, model_file)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])

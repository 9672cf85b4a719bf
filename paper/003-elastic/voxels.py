"""Models of layers whose every point has a density and speeds of its own, as voxels (hermite/media/voxels.hpp)."""
import array
import json
import os
import random
import sys

SLOWER = 0.05  # at most, and lighter, than the layer: no point is faster, so that steps are as long
POOL = 1 << 18  # values drawn of each constant and layer


def write(folder, points, layers):
    """The model's head; `layers`: [(first plane, {constant: value})]. Each row of points is cut out of values drawn at random, each
    constant at a place of its own, so that hardly two points have the same three."""
    head = os.path.join(folder, "x".join(map(str, points)) + ".json")
    if os.path.exists(head):  # written last
        return head
    os.makedirs(folder, exist_ok=True)
    draw, names = random.Random(1), list(layers[0][1])
    pools = [(begin, {name: pool(draw, value) for name, value in values.items()}) for begin, values in layers]
    files = {name: f"{'x'.join(map(str, points))}-{name}.raw" for name in names}
    for name, file in files.items():
        with open(os.path.join(folder, file), "wb") as data:
            for plane in range(points[2]):
                values = next(values for begin, values in reversed(pools) if begin <= plane)[name]
                for _ in range(points[1]):
                    at = draw.randrange(POOL - points[0])
                    data.write(values[4 * at:4 * (at + points[0])])
    with open(head, "w") as file:
        json.dump({"cells": points, "type": "float32", **files}, file)
    return head


def pool(draw, most):
    """Bytes of float32 with the low byte first."""
    values = array.array("f", (most * (1 - SLOWER * draw.random()) for _ in range(POOL)))
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()

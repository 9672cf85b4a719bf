"""What the plot scripts share: matplotlib without a display, colours, files that depend on the numbers alone, and
their arguments. Exit code 3: there is no matplotlib."""
import argparse
import contextlib
import os
import sys

from made_from import digest, metadata
from system_python import instead_of_this_one

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    instead_of_this_one("matplotlib")

# Told apart by people who see colours differently (Okabe and Ito).
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000"]
MARKERS = "osD^vP*"
BEHIND_LABELS = {"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.3}

matplotlib.rcParams["svg.hashsalt"] = "hermite"  # the same numbers give the same picture


def save(figure, folder, name, files=()):
    """As PNG, which carries a digest of the files it is made from where they are given, and as SVG, without a date."""
    try:
        os.makedirs(folder, exist_ok=True)
        for kind, told in (("png", metadata(digest(files) if files else None)), ("svg", {"Date": None})):
            figure.savefig(os.path.join(folder, f"{name}.{kind}"), dpi=150, metadata=told)
        print(f"written: {os.path.join(folder, name)}.{{png,svg}}")
    except OSError as error:
        sys.exit(f"cannot write to {folder}: {error.strerror}; give another folder with --out")
    plt.close(figure)


@contextlib.contextmanager
def reading(path, writer):
    """The open file, to be read within; where it is none that the command `writer` wrote one line ends the script."""
    try:
        with open(path, newline="") as file:
            yield file
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    except KeyError as error:
        sys.exit(f"{path} is not what `{writer}` writes: it has no {error}")
    except (ValueError, TypeError, IndexError) as error:
        sys.exit(f"{path} is not what `{writer}` writes: {error}")


def parser_of(document, results):
    """Takes files, described by `results`, and --out; `document` is the script's own."""
    parser = argparse.ArgumentParser(description=document.split("\n")[0])
    parser.add_argument("results", nargs="+", help=results)
    parser.add_argument("--out", help="folder of the plots (default: that of the first file)")
    return parser


def folder_of(arguments):
    return arguments.out or os.path.dirname(arguments.results[0]) or "."

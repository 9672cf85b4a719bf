"""The figures, one function each: a machine -> a figure, or None where it was not measured."""
import pictures
import results
from pictures import COLOURS, beside
from results import FIELDS, MAPPINGS, MEDIA, PAPER

STYLE = {"E": "-", "H": "--", "arrays": "-", "uniform": "--"}
COLOUR = dict(zip(MAPPINGS, COLOURS))
MARKER = dict(zip(MAPPINGS, "osD^"))


def figure6(machine):
    """Time of each kernel against threads per block."""
    if not machine.rows("threads"):
        return None
    cells = max(machine.rows("threads")[0]["grid"])
    figure, (axes,) = pictures.panels(1, f"One half step on {cells} cells a side, coefficients in every cell\n{machine.device()}, single precision", width=6.0)
    for mapping, name in MAPPINGS.items():
        for field in FIELDS:
            rows = results.by_threads(machine, mapping, field)
            axes.plot(list(rows), [results.seconds(row) * 1e6 for row in rows.values()], STYLE[field], color=COLOUR[mapping],
                      marker=MARKER[mapping], markersize=4, linewidth=1.2, label=f"{name}: {field}")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("threads per block")
    axes.set_ylabel("time, us")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def figure7(machine):
    """Speed against size."""
    if not machine.rows("sizes"):
        return None
    figure, (axes,) = pictures.panels(1, f"Speed of whole steps; {machine.device()}, single precision", width=6.0)
    for mapping, name in MAPPINGS.items():
        for media, coefficients in MEDIA.items():
            rows = results.by_size(machine, mapping, media)
            axes.plot(list(rows), [results.speed(row) * 1e-6 for row in rows.values()], STYLE[media], color=COLOUR[mapping],
                      marker=MARKER[mapping], markersize=4, linewidth=1.2,
                      label=f"{name}: {coefficients}")
    for mapping, paper in PAPER["figure7"]["cells_per_second"].items():
        axes.axhline(paper * 1e-6, color=COLOUR[mapping], linewidth=0.8, linestyle=":", label=f"{mapping}: the paper's {paper * 1e-6:g}")
    axes.set_yscale("log")
    axes.set_xlabel("cells a side")
    axes.set_ylabel("Mcells/s")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def draw(machine, folder):
    for make in (figure6, figure7):
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png", machine.digest())

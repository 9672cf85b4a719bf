"""The figures, one function each: a machine -> a figure, or None where it was not measured."""
import pictures
import results
from pictures import COLOURS, beside
from results import COMPONENTS, PAPER, WAYS


def seismograms(lines, title):
    """A panel for each component; `lines` are (values by component, times, label, options)."""
    figure, axes = pictures.panels(3, title, width=4.4)
    for one, component in zip(axes, COMPONENTS):
        for values, times, label, options in lines:
            one.plot(times, values[component], label=label, **{"linewidth": 1.0, **options})
        one.set_title(component, fontsize=9)
        one.set_xlabel("time, s")
        one.set_ylabel("velocity, m/s")
    beside(axes[-1], axes[0].get_legend_handles_labels()[0])
    return figure


def figure5(machine):
    """Device and host, and what differs, amplified as in the paper."""
    device, host = (results.trace(machine, where) for where in ("device", "host"))
    if not device or not host:
        return None
    times, much = results.times(host), PAPER["model"]["residual_times"]
    amplified = {c: [much * value for value in host["residual"][c]] for c in COMPONENTS}
    return seismograms([
        (device, times, "device", {"color": COLOURS[0]}),
        (host, times, "host", {"color": COLOURS[-1], "linestyle": ":", "linewidth": 2.0}),
        (amplified, times, f"difference, {much} times", {"color": COLOURS[2], "linestyle": "--"})],
        f"Seismograms of the two layers, {device['h']:g} m, single precision; {machine.device()} and its host")


def figure5_refined(machine):
    """One way on finer and finer grids."""
    rows = results.refined(machine, "ours")
    if not rows:
        return None
    lines = [(row, results.times(row), f"{row['h']:g} m", {"color": colour}) for row, colour in zip(rows, COLOURS)]
    return seismograms(lines, f"The same case on finer grids, {WAYS['ours']}; {machine.device()}")


def figure6(machine):
    """Time of a step against points along z."""
    found = results.steps(machine, "depth", "along_z")
    if not found:
        return None
    figure, (axes,) = pictures.panels(1, f"A step in layers; {machine.device()}, single precision", width=5.0)
    axes.plot(list(found), [seconds * 1e3 for _, seconds, _ in found.values()], color=COLOURS[0], marker="o", markersize=4, linewidth=1.2)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("points along z")
    axes.set_ylabel("time of a step, ms")
    return figure


def figure7(machine):
    """Time of a column of blocks against their number along x, for each number along y."""
    found = results.steps(machine, "blocks", "blocks")
    if not found:
        return None
    figure, (axes,) = pictures.panels(1, f"A column of blocks; {machine.device()}, single precision", width=5.0)
    for y, colour in zip(sorted({y for _, y in found}), COLOURS):
        at = [x for x, each in found if each == y]
        axes.plot(at, [found[x, y][1] / (x * y) * 1e9 for x in at], color=colour, marker="o", markersize=4, linewidth=1.2,
                  label=f"{y} blocks along y")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("blocks along x")
    axes.set_ylabel("time of a step over blocks, ns")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def scaled(machine, kind, title):
    """Efficiency against GPUs, a line for each system, without layers and with them."""
    found = results.scaling(machine, kind)
    if not found:
        return None
    figure, (axes,) = pictures.panels(1, f"{title}; {machine.device()}, single precision", width=6.0)
    for (system, thickness), rows in found.items():
        axes.plot(list(rows), [100 * results.efficiency(rows, ranks) for ranks in rows], marker="o", markersize=4, linewidth=1.2,
                  color=COLOURS[list(results.SYSTEMS).index(system)], linestyle="--" if thickness else "-",
                  label=results.SYSTEMS[system] + (f", layers of {thickness}" if thickness else ""))
    axes.set_ylim(0, 110)
    axes.set_xticks(sorted({ranks for rows in found.values() for ranks in rows}))
    axes.set_xlabel("GPUs, or ranks of the host" if machine.rows("scaling")[0]["device"] == "host" else "GPUs")
    axes.set_ylabel("speed of each over that of one alone, %")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def figure8(machine):
    return scaled(machine, "weak", "As much work for each")


def figure9(machine):
    return scaled(machine, "strong", "The same work for all")


def draw(machine, folder):
    for make in (figure5, figure5_refined, figure6, figure7, figure8, figure9):
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png")

"""The figures, one function each: a machine -> a figure, or None where it was not measured."""
import math

import pictures
import results
from pictures import COLOURS, beside
from results import COMPONENTS, PAPER, WAYS


def seismograms(rows, title):
    """A panel for each component; each of `rows` is (label of its values, [(values by component, times, label, options)])."""
    figure, axes = pictures.panels(3, title, width=4.0, height=2.6, rows=len(rows), sharex=True)
    for n, (measured, lines) in enumerate(rows):
        line = axes[3 * n:3 * n + 3]
        for one, component in zip(line, COMPONENTS):
            for values, times, label, options in lines:
                one.plot(times, values[component], label=label, **{"linewidth": 1.0, **options})
            one.set_title(component, fontsize=9)
            one.set_xlim(begin_of(lines), max(lines[0][1]))
            if n == len(rows) - 1:
                one.set_xlabel("time, s")
        line[0].set_ylabel(measured)
        beside(line[-1], line[0].get_legend_handles_labels()[0])
    return figure


def begin_of(lines):
    """Before the first wave comes."""
    values, times, *_ = lines[0]
    least = max(abs(value) for c in COMPONENTS for value in values[c]) / 100
    first = next((time for n, time in enumerate(times) if any(abs(values[c][n]) > least for c in COMPONENTS)), 0)
    return max(0, first - (times[-1] - first) / 20)


def figure5(machine):
    """Device and host, and what differs: amplified as in the paper, and by itself."""
    device, host = (results.trace(machine, where) for where in ("device", "host"))
    if not device or not host:
        return None
    times, much = results.times(host), PAPER["model"]["residual_times"]
    amplified, tiny = ({c: [by * value for value in host["residual"][c]] for c in COMPONENTS} for by in (much, 1e6))
    dashed = {"color": COLOURS[2], "linestyle": "--"}
    return seismograms([
        ("velocity, m/s", [(device, times, "device", {"color": COLOURS[0], "linewidth": 2.4, "alpha": 0.6}),
                           (host, times, "host", {"color": COLOURS[-1], "linestyle": ":", "linewidth": 1.6}),
                           (amplified, times, f"host less device,\n{much} times", dashed)]),
        ("velocity, um/s", [(tiny, times, "host less device", {"color": COLOURS[2], "linewidth": 0.7})])],
        f"Seismograms of the two layers, {device['h']:g} m, single precision; {machine.device()} and its host")


def figure5_refined(machine):
    """Each way on finer and finer grids."""
    found = [(way, results.refined(machine, way)) for way in WAYS]
    return seismograms([
        (f"velocity, m/s, {WAYS[way]}", [(row, results.times(row), f"{row['h']:g} m", {"color": colour, "linewidth": width}) for row, colour, width in
                                         zip(rows[::-1], (COLOURS[-1], *COLOURS), (1.8, 1.0, 1.0))]) for way, rows in found if rows],
        f"The same case on finer grids, in both ways; {machine.device()}") if any(rows for _, rows in found) else None


def figure6(machine):
    """Time of a step against points along z."""
    found = results.steps(machine, "depth", "along_z")
    if not found:
        return None
    figure, (axes,) = pictures.panels(1, f"A step within layers of {PAPER['figure6']['thickness']} points; {machine.device()}, single precision", width=5.0)
    slope, at_none = results.straight(found)
    ends = 0, max(found)
    axes.plot(list(found), [seconds * 1e3 for _, seconds, *_ in found.values()], color=COLOURS[0], marker="o", markersize=4, linestyle="",
              label="measured")
    axes.plot(ends, [1e3 * (at_none + slope * z) for z in ends], color=COLOURS[-1], linestyle=":", linewidth=1.0, label="straight line")
    beside(axes, axes.get_legend_handles_labels()[0])
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
    figure, (axes,) = pictures.panels(1, f"A column of blocks of {' x '.join(map(str, results.block_of(machine)[:2]))} points; "
                                     f"{machine.device()}, single precision", width=5.0)
    for y, colour in zip(sorted({y for _, y in found}), COLOURS):
        at = [x for x, each in found if each == y]
        axes.plot(at, [found[x, y][1] / (x * y) * 1e9 for x in at], color=colour, marker="o", markersize=4, linewidth=1.2,
                  label=f"{y} blocks along y")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("blocks along x")
    axes.set_ylabel("time of a step for each column, ns")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def thickness(machine):
    """What layers cost by their thickness, and what their bytes alone would."""
    swept, _ = results.by_layer(machine)
    if 0 not in swept:
        return None
    dearer = results.dearer(swept)
    figure, (axes,) = pictures.panels(1, f"Layers in {' x '.join(map(str, swept[0][0]))} points; {machine.device()}, single precision", width=5.0)
    for which, label, options in ((0, "measured", {"color": COLOURS[0], "marker": "o", "markersize": 4}), (1, "by bytes", {"color": COLOURS[-1], "linestyle": ":"})):
        axes.plot(list(dearer), [100 * both[which] for both in dearer.values()], label=label, linewidth=1.2, **options)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("points of a layer")
    axes.set_ylabel("a step takes longer than without, %")
    beside(axes, axes.get_legend_handles_labels()[0])
    return figure


def named(system, thickness):
    return results.SYSTEMS[system] + (f", layers of {thickness}" if thickness else "")


def scaled(machine, kind, title):
    """Efficiency of more than one GPU for each system, without layers and with them: of one number of them as bars, else as lines."""
    found = results.shared(machine, kind)
    if not found:
        return None
    counts = sorted({ranks for rows in found.values() for ranks in rows})
    what = "ranks of the host" if machine.rows("scaling")[0]["device"] == "host" else "GPUs"
    figure, (axes,) = pictures.panels(1, f"{title}; {machine.device()}, single precision", width=8.0)
    draw_scaled = as_bars if len(counts) == 2 else as_lines
    draw_scaled(axes, found, counts, what, least_efficiency(machine))
    return figure


def least_efficiency(machine):
    """Where the axes of both figures begin, so that they compare: below all that is drawn, and no later than at 95 %."""
    least = min(results.efficiency(rows, ranks) for kind in ("weak", "strong") for rows in results.shared(machine, kind).values() for ranks in rows)
    return min(95, 5 * math.floor(20 * (least - 0.01)))


def as_bars(axes, found, counts, what, begin):
    """From 100 % down to the efficiency: a bar is what is lost."""
    remain = [100 * results.efficiency(rows, counts[-1]) for rows in found.values()]
    for place, (percent, (system, _)) in enumerate(zip(remain, found)):
        axes.barh(place, percent - 100, left=100, height=0.6, color=COLOURS[list(results.SYSTEMS).index(system)])
        axes.annotate(f"{percent:.1f}", (100, place), xytext=(4, 0), textcoords="offset points", ha="left", va="center", fontsize=8)
    axes.set_yticks(range(len(found)), [named(*key) for key in found], fontsize=8)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_xlim(begin, max(100, *remain) + 0.12 * (100 - begin))
    axes.set_xlabel(f"efficiency of {counts[-1]} {what}, %; the bar is what is lost")


def as_lines(axes, found, counts, what, begin):
    """Against their number, each beside the others, so that no mark hides another."""
    for place, ((system, thickness), rows) in enumerate(found.items()):
        beside_others = 0.04 * (place - (len(found) - 1) / 2)
        axes.plot([ranks + beside_others for ranks in rows], [100 * results.efficiency(rows, ranks) for ranks in rows],
                  marker="s" if thickness else "o", markersize=4, linewidth=1.2, color=COLOURS[list(results.SYSTEMS).index(system)],
                  linestyle="--" if thickness else "-", label=named(system, thickness))
    axes.set_ylim(bottom=begin)
    axes.set_xticks(counts)
    axes.set_xlabel(what)
    axes.set_ylabel("efficiency, %")
    beside(axes, axes.get_legend_handles_labels()[0])


def figure8(machine):
    return scaled(machine, "weak", "As much work for each")


def figure9(machine):
    return scaled(machine, "strong", "The same work for all")


def draw(machine, folder):
    for make in (figure5, figure5_refined, figure6, figure7, figure8, figure9, thickness):
        figure = make(machine)
        if figure is not None:
            pictures.save(figure, folder, f"{machine.name}-{make.__name__}.png", machine.digest())

#!/usr/bin/env python3
"""Fills the numbers of README.md and data/results/README.md from the results, so that none is typed by hand.

  readme_numbers.py            rewrites the blocks between <!-- begin NAME --> and <!-- end NAME -->
  readme_numbers.py --check    exit code 1 if a block is not what data/results says, a picture there is not made of today's results,
                               or git does not know the commit that measured them
"""
import argparse
import glob
import itertools
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path += [os.path.join(ROOT, "paper"), os.path.join(ROOT, "paper", "001-hermite")]
import results  # noqa: E402  of Table 1, as its report has them
import tables  # noqa: E402
from account import RESULTS, digest, digest_in, read, refuse, run_speed, threads  # noqa: E402
from readme_comparisons import TOLD, comparison, seconds  # noqa: E402
from repository import commit_of, unknown_commits  # noqa: E402

SHOWN = "h200"  # the machine of README.md's first screen; its comparison of a plane wave is data/results/equal-error.png
PLAINLY = "the algorithm as published, written out plainly: "
FULL, FEWEST, LITERAL = "monolithic", "monolithic, fewest stages", "monolithic, as published"  # rows of table1.json


def load(pattern, machine="*"):
    """Every result of that name, with its machine."""
    for path in sorted(glob.glob(os.path.join(RESULTS, machine, pattern))):
        content = read(path)
        if not isinstance(content, dict) or not content.keys() & {"manifest", "context", "commands"}:
            refuse(path, "is not what a measurement leaves")
        yield os.path.basename(os.path.dirname(path)), content


def device_of(result):
    return result["manifest"]["machine"]["device"].partition(":")[2]


def times():
    lines = []
    for _, result in load("setup-*.json"):
        for command, phases in result["commands"].items():
            parts = ", ".join(f"{name} {seconds} s" for name, seconds in phases.items())
            lines.append(f"- `./setup {command}` took {sum(phases.values())} s on bare "
                         f"{result['system']}: {parts}.\n")
    return "".join(lines)


def convergence():
    lines, commits = ["| | N | cells per side | error | order observed | order expected |\n|---|---|---|---|---|---|\n"], {}
    for machine, result in load("convergence-*.json"):
        commits.setdefault(machine, {})[commit_of(result)[:10]] = None
        case = result["manifest"]["case"]["resolved"]
        boundary = case["grid"]["boundary"]
        walls = "" if boundary[0] == "periodic" else f", {boundary[0]} walls"
        finest = {row["order"]: row for row in result["rows"]}  # the last row of an order
        for order, row in finest.items():
            lines.append(f"| {case['system']}, {case['dimension']}-D{walls} | {order} | {row['cells']} | "
                         f"{row['error_max']:.2e} | {row['rate']:.2f} | {2 * order + 1} |\n")
    return "Measured on " + ", on ".join(f"{machine} by commit {' and '.join(found)}" for machine, found in commits.items()) + ":\n\n" + "".join(lines)


def speed():
    text = ""
    for machine, result in load("bench_hermite.json"):
        context = result["context"]
        text += (f"{context.get('processor', machine)}, {threads(int(context['threads']))}{', commit ' + context['commit'][:10] if 'commit' in context else ''}: copy {float(context['copy_GB/s']):.1f} GB/s "
                 f"({float(context['copy_streaming_GB/s']):.1f} with streaming stores), multiply-add "
                 f"{float(context['peak_single_GFLOP/s']):.0f} GFLOP/s single, "
                 f"{float(context['peak_double_GFLOP/s']):.0f} double. 3-D, arrays larger than the caches. `of copy` is of the first, `of peak` of that of the precision.\n\n"
                 "| schedule | N | precision | DOF updates/s | GB/s | of copy | GFLOP/s | of peak |\n"
                 "|---|---|---|---|---|---|---|---|\n")
        for run in result["benchmarks"]:
            if run.get("aggregate_name", "median") != "median":
                continue
            *schedule, order, precision = run["run_name"].replace("/real_time", "").split("/")
            text += (f"| {'/'.join(schedule)} | {order[1:]} | {precision} | {run['DOF/s']:.3g} | "
                     f"{run['GB/s']:.1f} | {100 * run['of_copy']:.0f} % | {run['GFLOP/s']:.0f} | "
                     f"{100 * run['of_peak']:.0f} % |\n")
        text += "\n"
    return text.rstrip("\n") + "\n"


def gpu():
    text = ""
    for machine in results.machines(RESULTS):
        result = machine["table1"]
        if not result:
            continue
        rows = {(row["name"], row["order"]): row for row in result["rows"]}
        orders = sorted({order for _, order in rows})
        first = result["rows"][0]
        commit = result["manifest"]["git"]["commit"][:10]
        if text:
            text += "\n"
        text += (f"{device_of(result)}, commit {commit}, advection on {first['cells']}^3 cells, {first['steps']} steps of two "
                 "half steps, single precision: seconds of the time loop, and updates of degrees of freedom a second.\n\n"
                 "| kernels | " + " | ".join(f"N = {order}" for order in orders) + " |\n|---" + "|---" * len(orders) + "|\n")
        lines = {}
        for name in dict.fromkeys(row["name"] for row in result["rows"]):
            cells = lines[name] = []
            for order in orders:
                row = rows.get((name, order))
                rate = row and row["dof"] * row["steps"] / row["seconds"]
                cells.append(f"{row['seconds']:.3g} s, {rate:.2g}/s" if row else "-")
        as_long = FEWEST in lines and all(
            {(FEWEST, order), (FULL, order)} <= rows.keys() and abs(rows[FEWEST, order]["seconds"] / rows[FULL, order]["seconds"] - 1) < 0.01
            for order in orders)
        if as_long:
            del lines[FEWEST]
        for name, cells in lines.items():
            kind, published, _ = name.partition(", as published")
            text += f"| {PLAINLY if published else ''}{kind} | " + " | ".join(cells) + " |\n"
        text += "\n" + over_the_paper(machine, rows, orders) + ("With the fewest stages `monolithic` takes as long." if as_long else "") + "\n"
    return text


def over_the_paper(machine, rows, orders):
    """What `monolithic` gains over the paper, and what of it the hardware does not; as the report of 001 has it."""
    ours, literal, two = (tables.gains_of_code(machine, name) for name in (FULL, LITERAL, "two kernels, whole grid"))
    if not ours:
        return ""
    faster = " / ".join(tables.number(tables.gain(rows[FULL, order])) for order in orders)
    text = (f"For N = {' / '.join(map(str, orders))} `monolithic` is {faster} times as fast as the paper's on its {results.PAPER['device']}; with the "
            f"hardware taken out, by the ratio of quoted TFLOP/s ({tables.number(tables.hardware_ratios(machine)['TFLOP/s'])}), {ours} times, by that "
            f"of GB/s {tables.gains_of_code(machine, FULL, 'GB/s')}; two kernels are {two} times as fast by the first. ")
    if literal:
        text += (f"The algorithm written out plainly, by us, has {literal} of the paper's speed by the same measure, so what the other kernels gain "
                 "over it is no gain over the paper. ")
    return text + ("A step of ours is two half steps; if one of the paper's is a half step, all these are twice as large. "
                   "The shifts are another algorithm, for advection with constant coefficients alone. ")


def run_of_fdtd(device, problem, row, layers, unit):
    """A line of a table: so many cells or points a second, those of the layers too."""
    return f"| {device} | {problem} | {'x'.join(map(str, row['points']))} | {layers} | {run_speed(row) / unit:.3g} |\n"


def host_fdtd():
    rows = [run_of_fdtd(f"{row['processor']}, {threads(row['threads'])}", problem, row, row["thickness"], 1e6)
            for paper, problem in (("002", "Maxwell's equations"), ("003", "elastic waves"))
            for _, result in load(f"paper-{paper}-processor.json") for row in result["rows"]]
    return ("| processor | | grid | layers of CPML | 1e6 cells or points a second |\n|---|---|---|---|---|\n" + "".join(rows)) if rows else ""


def finite_differences(machine):
    """The largest runs on a GPU: (problem, row, layers)."""
    for _, result in load("paper-002-sweeps.json", machine):
        largest = max(row["cells"] for row in result["rows"])
        for row in result["rows"]:
            if row["cells"] == largest:
                problem = "Maxwell's equations" + (", two steps in one sweep" if row["steps_per_sweep"] == 2 else "")
                yield problem, row, (row["points"][0] - row["cells"]) // 2 if row["way"] == "layers" else 0
    for _, result in load("paper-003-large.json", machine):
        for row in result["rows"]:
            if row["where"] == "device":
                yield "elastic waves", row, row["thickness"]


def gpu_fdtd():
    rows = [run_of_fdtd(row["device"].partition(":")[2], problem, row, layers, 1e9) for problem, row, layers in finite_differences("*")]
    return ("| GPU | | grid | layers of CPML | 1e9 cells or points a second |\n|---|---|---|---|---|\n" + "".join(rows)) if rows else ""


def efficiencies(result):
    """Of each problem, layers, kind and number of ranks: the speed of a GPU over that of one alone."""
    seconds_of = {(row["system"], row["thickness"], row["kind"], row["ranks"]): row["seconds"] for row in result["rows"]}
    return {(*key, ranks): seconds_of[(*key, 1)] / seconds / (ranks if key[-1] == "strong" else 1)
            for (*key, ranks), seconds in seconds_of.items() if (*key, 1) in seconds_of}


def scaling():
    problems = {"elastic": "elastic waves", "maxwell": "Maxwell's equations, FDTD", "acoustics": "acoustics, Hermite, N = 3"}
    found = {device_of(result): result for _, result in load("paper-003-scaling.json")}
    counts = sorted({row["ranks"] for result in found.values() for row in result["rows"]} - {1})
    if not counts:
        return ""
    samples = {device: {len(row["samples"]) for row in result["rows"]} for device, result in sorted(found.items())}
    text = ("GPUs of one host against one, as much work for each (weak) or the same for all (strong); "
            + "; ".join(f"{device}: {'each ran once' if some == {1} else f'medians of {min(some)}'}" for device, some in samples.items())
            + ":\n\n| GPUs | | layers of CPML | | " + " | ".join(f"efficiency of {n}" for n in counts) + " |\n|---|---|---|---|" + "---|" * len(counts) + "\n")
    for device, result in found.items():
        there = efficiencies(result)
        for *key, ranks in there:
            if ranks == 1:
                system, layers, kind = key
                text += f"| {device} | {problems[system]} | {layers} | {kind} | " + " | ".join(
                    f"{100 * there[(*key, n)]:.0f} %" if (*key, n) in there else "-" for n in counts) + " |\n"
    return text


def shown():
    """What the picture of README.md's first screen shows."""
    (_, result), = load("compare-wave.json", SHOWN)
    sides = {solver: max(run["cells"] for run in result["runs"] if run["solver"] == solver) for solver in ("hermite", "fdtd")}
    return (f"A plane wave of light through a periodic box, after {' and '.join(f'{n:g}' for n in sorted({run['periods'] for run in result['runs']}))} "
            f"periods, on one {result['conditions']['machines'][0]['device']}: {len(result['runs'])} runs, of up to {sides['hermite']}^3 cells by Hermite methods of order 2N+1 and "
            f"{sides['fdtd']}^3 by Yee's scheme (FDTD). Dashed lines lead to what is extrapolated.\n")


def glance():
    """A few numbers of one machine."""
    (_, wave), = load("compare-wave.json", SHOWN)
    (_, table1), = load("table1.json", SHOWN)
    (_, scaled), = load("paper-003-scaling.json", SHOWN)
    periods = min(mark["periods"] for mark in wave["marks"])
    marks = [mark for mark in wave["marks"] if (mark["measure"], mark["periods"], mark["tolerance"]) == ("seconds", periods, TOLD)]
    best = {solver: min((mark for mark in marks if mark["solver"] == solver), key=lambda mark: mark["value"]) for solver in ("hermite", "fdtd")}
    dof = {row["name"]: row["dof"] * row["steps"] / row["seconds"] for row in table1["rows"] if row["order"] == 3}
    exact = max((name for name in dof if "shift" in name), key=dof.get)
    speeds = {}
    for problem, row, layers in finite_differences(SHOWN):
        said = ([f"{layers} cells of CPML"] if layers else []) + problem.split(", ")[1:]
        speeds.setdefault(problem.partition(",")[0], []).append(f"{run_speed(row) / 1e9:.0f}" + (f" ({', '.join(said)})" if said else " billion cells a second"))
    most = max(row["ranks"] for row in scaled["rows"])
    strong = [100 * one for (*_, kind, ranks), one in efficiencies(scaled).items() if (kind, ranks) == ("strong", most)]
    return (f"| one {device_of(table1)}, speeds in single precision | |\n|---|---|\n"
            f"| that wave, an error below {TOLD:g} after {periods:g} periods | {best['hermite']['method']}: {seconds(best['hermite'])} s; "
            f"FDTD: {seconds(best['fdtd']).rstrip('*')} s{', extrapolated' if best['fdtd']['extrapolated'] else ''} |\n"
            f"| Hermite, advection, N = 3, {table1['rows'][0]['cells']}^3 cells | {dof[exact] / 1e9:.0f} billion updates of degrees of freedom a second by exact steps{exact.partition('shift')[2]}, "
            f"{dof[FULL] / 1e9:.0f} by the algorithm for any system |\n"
            + "".join(f"| FDTD, {problem} | {', '.join(found)} |\n" for problem, found in speeds.items())
            + f"| {most} of them for one problem | {min(strong):.0f} to {max(strong):.0f} % of {most} times the speed |\n")


def equal_error():
    return "\n".join(comparison(result) for _, result in load("compare-*.json"))


DOCUMENTS = {"README.md": (shown, times, glance),
             "data/results/README.md": (convergence, equal_error, speed, host_fdtd, gpu, gpu_fdtd, scaling)}


def filled(name, blocks):
    """That document, and with the blocks as the results give them."""
    with open(os.path.join(ROOT, name)) as file:
        before = after = file.read()
    for block in blocks:
        pattern = re.compile(rf"(<!-- begin {block.__name__}:[^\n]*-->\n).*?(<!-- end {block.__name__} -->)", re.S)
        if not pattern.search(after):
            sys.exit(f"{name}: no block {block.__name__}")
        content = block()
        after = pattern.sub(lambda match: match.group(1) + content + match.group(2), after)
    return before, after


def pictures():
    """(picture of data/results, files that it may be made of, the script that makes it, under which name)."""
    machines = sorted(glob.glob(os.path.join(RESULTS, "*", "")))
    studies = [sorted(glob.glob(os.path.join(machine, "convergence-?d.json"))) for machine in machines]  # of the machine measured last
    yield "convergence.png", [files for files in studies if files], "plot_convergence.py {} --readme", "convergence.png"
    for case, against in itertools.product(("wave", "cavity"), ("seconds", "bytes", "dof")):
        name = "".join(f"-{word}" for word, usual in ((case, "wave"), (against, "seconds")) if word != usual)
        yield (f"equal-error{name}.png", [[os.path.join(RESULTS, SHOWN, f"compare-{case}.json")]], "plot_comparison.py {}",
               f"comparison-{against}.png")


def stale_pictures():
    for picture, studies, script, made in pictures():
        path = os.path.join(RESULTS, picture)
        if not os.path.exists(path) or digest_in(path) not in map(digest, studies):
            files = " or ".join(" ".join(os.path.relpath(file, ROOT) for file in study) for study in studies)
            yield (f"data/results/{picture} is not made of today's results: run drivers/{script.format(files)} --out build/picture; "
                   f"cp build/picture/{made} data/results/{picture}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, say what is not as data/results gives it")
    check = parser.parse_args().check
    texts = {name: filled(name, blocks) for name, blocks in DOCUMENTS.items()}
    changed = {name: after for name, (before, after) in texts.items() if after != before}
    if check:
        said = [f"{name} does not say what data/results does: run drivers/readme_numbers.py" for name in changed]
        said += [*stale_pictures(), *unknown_commits({path: read(path) for path in sorted(glob.glob(os.path.join(RESULTS, "*", "*.json")))})]
        sys.exit("\n".join(said) or None)
    for name, after in changed.items():
        with open(os.path.join(ROOT, name), "w") as file:
            file.write(after)


if __name__ == "__main__":
    main()

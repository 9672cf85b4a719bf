"""Comparisons at equal error, by `hermite compare`, as readme_numbers.py has them: a table and a sentence."""
from repository import commit_of

YEAR = 365 * 24 * 3600  # seconds; what is extrapolated beyond says no more than that
TOLD, TELLS = 1e-4, "Hermite N=3"  # the error, and the method, that the sentence is about
BOTH = "where both ran"


def seconds(mark):
    """As the comparison prints them."""
    if mark["extrapolated"] and mark["value"] > YEAR:
        return "> 1 year*"
    value = mark["value"]
    return (f"{float(f'{value:.2g}'):.0f}" if 10 <= value < 1e5 else f"{value:.2g}") + ("*" if mark["extrapolated"] else "")


def with_prefix(value, unit=""):
    """To two digits, with a prefix of a thousand's power."""
    prefix = ""
    for larger in ("k", "M", "G", "T", "P"):
        if float(f"{value:.2g}") < 1000:
            break
        value, prefix = value / 1000, larger
    return f"{float(f'{value:.2g}'):g}" + (f" {prefix}{unit}" if unit else prefix)


def rough(ratio):
    """To a digit, or two where that would say nothing."""
    return f"{float(format(ratio, '.1g')):,.0f}" if ratio >= 2 else f"{ratio:.2g}"


def ratios(marks):
    """(how many times as fast as the faster finite differences the method is, periods, tolerance, what is extrapolated of them)."""
    for periods, tolerance in dict.fromkeys((mark["periods"], mark["tolerance"]) for mark in marks):
        some = [mark for mark in marks if (mark["periods"], mark["tolerance"]) == (periods, tolerance)]
        ours = next((mark for mark in some if mark["method"] == TELLS), None)
        theirs = min((mark for mark in some if mark["solver"] == "fdtd"), key=lambda mark: mark["value"], default=None)
        if ours and theirs:
            guessed = [name for name, mark in (("Hermite", ours), ("FDTD", theirs)) if mark["extrapolated"]]
            yield theirs["value"] / ours["value"], periods, tolerance, f"{' and '.join(guessed)} extrapolated" if guessed else BOTH


def in_a_sentence(marks):
    """Where the method is ahead, and, if there is such a place, where finite differences are: where both ran, then where one is extrapolated.
    Of the method's lead that is guessed no more is told than at one error, and none that rests on its own extrapolation."""
    ahead, behind = {}, {}
    for ratio, periods, tolerance, how in ratios(marks):
        told = f"{rough(max(ratio, 1 / ratio))} times below {tolerance:g} after {periods:g} periods"
        if ratio < 1:
            behind.setdefault(how, []).append(told)
        elif how == BOTH or (how == "FDTD extrapolated" and tolerance == TOLD):
            ahead.setdefault(how, []).append(told)
    sentences = []
    for who, found in ((f"{TELLS} is faster than the faster FDTD", ahead), (f"The faster FDTD is faster than {TELLS}", behind)):
        if found:
            parts = (f"{', '.join(found[how])}, {how}" for how in sorted(found, key=lambda how: how != BOTH))
            sentences.append(f"{who}: about {'; '.join(parts)}.")
    return "\n" + " ".join(sentences) + "\n" if sentences else ""


def place_of(mark):
    return mark["method"], mark["periods"], mark["tolerance"]


def table(marks, text_of):
    """A row for each length and error, a column for each method; in bold the least."""
    methods = list(dict.fromkeys(mark["method"] for mark in marks))
    text = "| periods | error below | " + " | ".join(methods) + " |\n|---|---" + "|---" * len(methods) + "|\n"
    for periods, tolerance in dict.fromkeys((mark["periods"], mark["tolerance"]) for mark in marks):
        found = {mark["method"]: mark for mark in marks if (mark["periods"], mark["tolerance"]) == (periods, tolerance)}
        least = min(mark["value"] for mark in found.values())
        cells = []
        for method in methods:
            mark = found.get(method)
            value = text_of(mark) if mark else "-"
            cells.append(f"**{value}**" if mark and mark["value"] == least else value)
        text += f"| {periods:g} | {tolerance:g} | " + " | ".join(cells) + " |\n"
    return text


def comparison(result):
    case, manifest = result["manifest"]["case"]["resolved"], result["manifest"]
    where = result["conditions"]["machines"][0]["device"]
    marks = {measure: [mark for mark in result["marks"] if mark["measure"] == measure] for measure in ("seconds", "bytes", "dof")}
    dof = {place_of(mark): mark["value"] for mark in marks["dof"]}
    waves = ", ".join(f"{wave:g}" for wave in case["initial"]["waves"])
    sides = sorted({run["cells"] for run in result["runs"] if run["solver"] == "hermite" and not run.get("skipped")})
    text = (f"{case['system']}, wave ({waves}), {' and '.join(dict.fromkeys(case['grid']['boundary']))}; {where}, commit {commit_of(result)[:10]}, "
            f"{manifest['started'][:10]}; Hermite of {sides[0]} to {sides[-1]} cells a side, runs of at most {result['limit']:g} s"
            f"{'' if result['complete'] else ', not all made'}; seconds of the time loop:\n\n")
    text += table(marks["seconds"], seconds) + in_a_sentence(marks["seconds"])
    text += "\nMemory, and degrees of freedom, of the grids that need the least of them:\n\n"
    return text + table(marks["bytes"], lambda mark: f"{with_prefix(mark['value'], 'B')} / {with_prefix(dof[place_of(mark)])}"
                                                     + ("*" if mark["extrapolated"] else ""))

"""What the reports of all papers share: files of data/results, tables, and the command that writes or checks a report."""
import argparse
import json
import math
import os
import sys

from repository import ROOT, unknown_commits

sys.path.insert(0, os.path.join(ROOT, "roofline"))
from made_from import digest, digest_in, sha256  # noqa: E402

RESULTS = os.path.join(ROOT, "data", "results")
MISSING = "Not measured on this machine.\n"  # what a section says of a machine that has nothing for it


def refuse(path, why):
    """Ends the script over a file of results that cannot be what it should."""
    sys.exit(f"{path} {why}. Delete it and measure anew; one that git keeps comes back by `git checkout -- {path}`")


def read(path):
    with open(path) as file:
        try:
            return json.load(file)
        except ValueError as error:
            refuse(path, f"is damaged, no JSON: {error}")


def read_result(path):
    """A file that measure.py, or `hermite` by its option --json, has written."""
    content = read(path)
    try:
        well_formed = bool(content["manifest"]["machine"]["device"] and content["manifest"]["git"]["commit"])
        well_formed = well_formed and all(isinstance(row, dict) for key in ("rows", "groups") for row in content.get(key, [])) and content.get("rows") != []
    except (KeyError, TypeError, AttributeError):
        well_formed = False
    if not well_formed:
        refuse(path, "is not what a measurement leaves: it lacks a manifest or rows")
    return content


class Machine:
    """The files of a machine, {kind: name}; what was not measured is None."""

    def __init__(self, folder, names, paper):
        self.name, self.paper = os.path.basename(folder), paper
        paths = {kind: os.path.join(folder, name) for kind, name in names.items()}
        self.paths = {kind: path for kind, path in paths.items() if os.path.exists(path)}
        self.files = {kind: read_result(path) for kind, path in self.paths.items()}

    def __getitem__(self, kind):
        return self.files.get(kind)

    def rows(self, kind):
        return self.files[kind]["rows"] if kind in self.files else []

    def ceilings(self, kind=None):
        """{name: value} of what was measured of the device, with results of that kind or with any; empty where it was not."""
        for content in self.files.values() if kind is None else [self.files[kind]]:
            if content.get("ceilings"):
                return {ceiling["name"]: ceiling["value"] for ceiling in content["ceilings"]["list"]}
        return {}

    def device(self):
        machine = next(iter(self.files.values()))["manifest"]["machine"]
        device = machine["device"].replace("cuda:", "")
        return device if device != "host" else f"{machine['processor']}, {threads(machine['threads'])}"

    def has_gpu(self):
        return any(file["manifest"]["machine"]["device"] != "host" for file in self.files.values())

    def quoted(self):
        return self.paper["quoted"].get(self.device())

    def commits(self, *kinds):
        """{commit: kinds} of those of these results that are there."""
        found = {}
        for kind in kinds:
            if kind in self.files:
                found.setdefault(self.files[kind]["manifest"]["git"]["commit"][:10], []).append(kind)
        return found

    def provenance(self):
        """(file, commit, dirty, begun, digest) of each file."""
        for kind, path in self.paths.items():
            manifest = self.files[kind]["manifest"]
            yield os.path.basename(path), manifest["git"]["commit"][:10], manifest["git"]["dirty"], manifest["started"], sha256(path)[:12]

    def digest(self):
        """Of all of these files, as this machine's figures carry it."""
        return digest(self.paths.values())


def machines(folder, names, paper):
    if not os.path.isdir(folder):
        sys.exit(f"report.py: no folder {folder}: measure.py makes it")
    found = [Machine(os.path.join(folder, name), names, paper) for name in sorted(os.listdir(folder))
             if os.path.isdir(os.path.join(folder, name))]
    # Those with a GPU first, which the papers are about.
    return sorted((machine for machine in found if machine.files), key=lambda machine: not machine.has_gpu())


# --- Markdown ------------------------------------------------------------------------------------


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join("" if cell is None else str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def number(value, digits=3):
    """So many significant digits, never as 1e+03."""
    if not value:
        return "0"
    text = f"{value:.{digits}g}"
    return text if "e" not in text else f"{value:.0f}" if value >= 1 else f"{value:.{digits - 1}e}"


def giga(value):
    return number(value * 1e-9)


def percent(value):
    return f"{100 * value:.1f} %"


def spread(row):
    """Of samples; one has none."""
    return percent(row["spread"]) if row["spread"] is not None else "-"


def span(values, form=number):
    """From the least to the largest."""
    ends = list(dict.fromkeys(form(value) for value in (min(values), max(values))))
    return " to ".join(ends)


def change(first, last):
    """How a value of giga-units goes on, in words."""
    ends = f"from {giga(first)} to {giga(last)}"
    return ("rises " if last > first else "falls ") + ends if giga(first) != giga(last) else f"stays at {giga(last)}"


def threads(count):
    return f"{count} thread{'s' if count > 1 else ''}"


def run_speed(row):
    """Cells or points a second of a run's time loop (runs.timed), with those of the layers."""
    return math.prod(row["points"]) * row["steps"] / row["seconds"]


def of_processors(rows, what):
    """Such runs on processors alone; `what` a grid consists of."""
    return table(["processor", "threads", f"{what}s, with layers", f"{what}s of a layer", f"1e6 {what}s/s", "runs", "spread"],
                 ([row["processor"], row["threads"], " x ".join(map(str, row["points"])), row["thickness"], number(run_speed(row) * 1e-6),
                   len(row["samples"]), percent(row["spread"] or 0)] for row in rows))


def brief(reason):
    """Without the name of the program, and where it would go on."""
    return reason.removeprefix("hermite: ").partition(" (what was skipped")[0]


def left_out(machine, kind):
    """What could not be measured, and why: a line for each reason, with the values that all it holds for have in common. What has a row
    lacks samples, or a part such as a shape of blocks."""
    by_reason = {}
    for entry in machine[kind].get("left_out", []) if machine[kind] else []:
        marks = {key: value for key, value in entry.items() if key not in ("reason", "sample")}
        there = marks and any(all(row.get(key) == value for key, value in marks.items()) for row in machine.rows(kind))
        what = "left out" if not there else "fewer samples" if "sample" in entry else "left out beside what was measured"
        places = by_reason.setdefault((what, brief(entry["reason"])), [])
        if marks not in places:
            places.append(marks)
    lines = []
    for (what, reason), places in by_reason.items():
        common = [f"{key.replace('_', ' ')} {value}" for key, value in places[0].items() if all(place.get(key) == value for place in places)]
        many = [f"{len(places)} combinations"] if len(places) > 1 else []
        lines.append(f"- {what}: " + ", ".join([*many, *common, reason]) + "\n")
    return "".join(lines) + ("\n" if lines else "")


def low_ceilings(machine):
    """Of files whose ceiling of memory is a copy's by one shape of launches, where that of the largest copy by size, of the faster shape, is above."""
    low = {}
    for kind, content in machine.files.items():
        copies = (content.get("ceilings") or {}).get("copies")
        if copies:
            largest = copies[-1]
            above = largest["bytes"] / largest["seconds"] / machine.ceilings(kind)["copy"] - 1
            if above > 0.02:
                low[os.path.basename(machine.paths[kind])] = above
    if not low:
        return ""
    return (f"\nThe ceiling of the memory in {', '.join(low)} is a copy's by one shape of launches; by the faster one the largest copy there was "
            f"{span(low.values(), percent)} faster. Shares of the memory's ceiling are too high by up to as much in these.\n")


def compose(head, found, sections):
    """The report: `head`, then each machine's sections, (title, machine -> Markdown), and what they are made from."""
    text = head
    if not found:
        text += "\nNothing has been measured yet.\n"
    for machine in found:
        text += f"\n## {machine.name}\n"
        made = [(title, section(machine)) for title, section in sections]
        for title, body in made:
            if body != MISSING:
                text += f"\n### {title}\n\n{body.rstrip()}\n"
        if missing := [title for title, body in made if body == MISSING]:
            text += f"\nNot measured on this machine: {'; '.join(missing)}.\n"
        text += "\n### Made from\n\n" + table(["file", "commit", "begun", "SHA-256"], (
            [name, commit + (" with changes: a trial" if dirty else ""), begun, short]
            for name, commit, dirty, begun, short in machine.provenance()))
        if len(machine.commits(*machine.files)) > 1:
            text += "\nFiles of different commits may have timed different kernels under one name.\n"
        text += low_ceilings(machine)
    return text


# --- the command ---------------------------------------------------------------------------------


def complaints(found, text, pictures, out, command):
    """What in that folder is not as the results give it, a line for each kind; `pictures` are {file: digest}."""
    path, folder = os.path.join(out, "report.md"), os.path.join(out, "figures")
    there = set(os.listdir(folder)) if os.path.isdir(folder) else set()
    said = unknown_commits({path: machine.files[kind] for machine in found for kind, path in machine.paths.items()})
    if not os.path.exists(path) or open(path).read() != text:
        said.append(f"report.md is not what data/results gives: run {command}")
    if missing := sorted(pictures.keys() - there):
        said.append(f"figures are missing, {', '.join(missing)}: run {command}")
    if stale := [name for name in sorted(pictures.keys() & there) if digest_in(os.path.join(folder, name)) != pictures[name]]:
        said.append(f"figures are not made of today's results, {', '.join(stale)}: run {command}")
    if more := sorted(there - pictures.keys()):
        said.append(f"figures that report.md does not show, {', '.join(more)}: delete them")
    return said


def main(here, document, names, paper, report, pictures, draw):
    """report: machines -> Markdown; pictures: machines -> {file in figures/: digest of what it is made from}; draw(machines, folder) makes these."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, say whether report and figures are fresh")
    parser.add_argument("--results", default=RESULTS, help="a folder of machines")
    parser.add_argument("--out", default=here, help="where report.md and figures/ are")
    options = parser.parse_args()
    if os.path.realpath(options.results) != os.path.realpath(RESULTS) and os.path.realpath(options.out) == os.path.realpath(here):
        parser.error("--results names others than data/results: give --out too, as this paper's own report would be replaced")
    found = machines(options.results, names, paper)
    text = report(found)
    if options.check:
        command = " ".join([os.path.join(os.path.relpath(here, ROOT), "report.py"), *(word for word in sys.argv[1:] if word != "--check")])
        sys.exit("\n".join(complaints(found, text, pictures(found), options.out, command)) or None)
    path = os.path.join(options.out, "report.md")
    try:
        os.makedirs(options.out, exist_ok=True)
        draw(found, os.path.join(options.out, "figures"))  # first: a text beside pictures of other results would look fresh
        with open(path, "w") as file:
            file.write(text)
    except OSError as error:
        sys.exit(f"report.py: cannot write to {options.out}: {error.strerror}; give another folder with --out")
    print("written:", path)

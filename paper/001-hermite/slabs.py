"""Two kernels in slabs: planes, coefficients and the cache, device memory, floors: machine -> Markdown."""
import results
from account import MISSING, number, table
from results import PAPER
from setting import ORDERS

WHOLE, SLABS = "two kernels, whole grid", "two kernels, in slabs"  # rows of Table 1
SINGLE = 4  # bytes of a value


def of_planes(machine, planes, cells, order):
    """Bytes of the coefficients in memory, padding left out, with slabs of so many planes; a GPU has two of them at a time."""
    beside = 2 if machine.has_gpu() else 1
    return min(beside * planes, cells) * cells**2 * (2 * order + 2)**3 * SINGLE


def counted(planes):
    return f"{planes} plane{'s' if planes > 1 else ''}"


def called(row):
    """A row of Table 1, with the planes of its slabs."""
    planes = row["kernel"].get("slab", 0)
    return row["name"] + (f" of {counted(planes)}" if planes else "")


def over_cache(machine, size):
    cache = results.cache_bytes(machine)
    return size / cache if cache else None


# --- memory and floors of a tune's rows ----------------------------------------------------------


def slab_of(group):
    """Of the blocks that the bytes of a group are of: its fastest."""
    best = min((row for row in group["rows"] if row["best"]), key=lambda row: row["seconds"], default=None)
    return best and best["configuration"]["slab"]


def memory(group, row):
    """Bytes of a row's arrays; None where the tune did not say."""
    return row.get("bytes") or (group["bytes"] if row["configuration"]["slab"] == slab_of(group) else None)


def share(group, row):
    """Of the row's floor; None where the tune has none of such a row."""
    if "floor_seconds" in row:
        return row["share"]
    has_slab = row["configuration"]["slab"] or any(other["best"] and other["configuration"]["slab"] for other in group["rows"])
    return None if has_slab or not group["floor_seconds"] else group["floor_seconds"] / row["seconds"]


def words(shown):
    """On the floor and the memory of rows; shown: (group, row)."""
    text = ""
    if any(row["configuration"]["slab"] for _, row in shown):
        text += "The floor of slabs counts no bytes of coefficients, whatever their size. "
    if any("floor_seconds" not in row for _, row in shown):
        text += "All variants of a pipeline and an N have one floor here, the least of theirs. "
    if any(share(group, row) is None or memory(group, row) is None for group, row in shown):
        text += "`-`: of `two-kernel` these results have memory and floor of its best blocks alone. "
    return text.strip() + "\n\n" if text else ""


# --- Table 1's slabs, and those of the tune ------------------------------------------------------


def of_table1(machine):
    """Planes of Table 1's slabs, their coefficients against the cache, and what they cost."""
    found = {(row["name"], row["order"]): row for row in machine.rows("table1")}
    orders = [order for order in ORDERS if (SLABS, order) in found and (WHOLE, order) in found]
    if not orders:
        return ""
    rows = [found[SLABS, order] for order in orders]
    sizes = [of_planes(machine, row["kernel"]["slab"], row["cells"], row["order"]) for row in rows]

    def over(name):
        return " / ".join(number(row["seconds"] / found[name, row["order"]]["seconds"]) if (name, row["order"]) in found else "-" for row in rows)
    text = (f"`{SLABS}` are the fastest slabs that the tuner found, for N = {' / '.join(map(str, orders))} of {' / '.join(str(row['kernel']['slab']) for row in rows)} "
            f"planes, with {' / '.join(number(size * 1e-6) for size in sizes)} MB of coefficients at a time")
    if results.cache_bytes(machine):
        text += f", {' / '.join(number(over_cache(machine, size)) for size in sizes)} times what the cache before the memory holds"
    return text + (f". In slabs two kernels take {over(WHOLE)} times as long as on the whole grid, and {over('monolithic')} times as long as the "
                   "monolithic pipeline.\n\n")


def timed_slabs(group):
    """(row, its variant's fastest on the whole grid), of each variant that has slabs these by planes after that one itself."""
    for variant in dict.fromkeys(row["configuration"]["variant"] for row in results.timed(group)):
        slabs = [row for row in results.timed(group) if row["configuration"]["variant"] == variant and row["configuration"]["slab"]]
        whole = results.best_of(group, variant=variant, slab=0)
        if whole and slabs:
            yield whole, whole
        for row in sorted(slabs, key=lambda row: (row["configuration"]["slab"], row["seconds"])):
            yield row, whole


def section(machine):
    listed = []
    for group in results.tuned_groups(machine, "advection"):
        if group["pipeline"] != "two-kernel":
            continue
        for row, whole in timed_slabs(group):
            planes = row["configuration"]["slab"]
            size = of_planes(machine, planes or group["cells"][-1], group["cells"][0], group["order"])
            ratio = over_cache(machine, size)
            listed.append([group["order"], row["configuration"]["variant"] + results.mark(group), row["blocks"], planes or "whole grid", number(size * 1e-6),
                           number(ratio) if ratio else "-", number(PAPER["table1"]["steps"] * row["seconds"]),
                           number(row["seconds"] / whole["seconds"]) if whole else "-", len(row["samples"])])
    if not listed:
        return MISSING
    return (f"Advection: all slabs that its tune timed, {PAPER['table1']['steps']} steps at the median rate of their samples, after the fastest blocks of "
            f"the variant on the whole grid. Coefficients are those in memory at a time{', of two slabs,' if machine.has_gpu() else ''} without padding. "
            "Few samples are of slabs that the tune gave up as slow, or of a search that was cut off (`*`).\n\n"
            + table(["N", "variant", "blocks", "planes of a slab", "coefficients, MB", "over the cache", "seconds", "over whole grid", "samples"], listed))

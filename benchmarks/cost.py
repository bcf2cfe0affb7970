"""What a large book costs to keep proven, on paper: from this book's records and heads, at prices that can be changed.

Measured: how long parts take, by target, and which share of them names a package whose next release they must be run
with again. Assumed, and so options: how large the book is, which share of its parts is for GPUs, how often packages are
released, what an hour costs, and what each part costs beside its own seconds.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from faultbook.book import load_book
from faultbook.snippets.part import Part, read_parts
from faultbook.snippets.record import read_records

ROOT = Path(__file__).parent.parent
WEEKS = 52
#: US dollars for an hour of one GPU on demand, as listed in September 2026; of a processor, what small machines cost.
#: sm_80: A100 SXM 80 GB, sm_90: H100 SXM, sm_100: B200 (lambda.ai/instances); sm_86: RTX 3090, sm_89: RTX 4090
#: (openrelay.inc/pricing); sm_120: RTX Pro 6000 (akash.network/pricing/gpus).
PRICES = {"cpu": 0.05, "sm_80": 2.79, "sm_86": 0.18, "sm_89": 0.29, "sm_90": 3.99, "sm_100": 6.69, "sm_120": 2.04}


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """What this book's parts and records say."""

    parts: int
    steps: dict[str, int]
    """Parts by target; a part of two targets counts for both."""
    gpu_share: float
    """Share of the parts that are for some GPU."""
    seconds: dict[str, float]
    """Mean seconds of a part by target, where there is a record."""
    packages: Counter[str]
    """How many parts name a package in a way that takes its next release."""
    open_parts: list[frozenset[str]]
    """Of each part, those packages."""


def takes_next(requirement: Requirement) -> bool:
    """Return whether a later release of the package satisfies it: one that is pinned or capped has nothing to show."""
    return not any(item.operator in {"==", "===", "<", "<=", "~="} for item in requirement.specifier)


def measure(root: Path) -> Measured:
    """Read parts and records of the book at *root*."""
    book = load_book(root)[0]
    parts: list[Part] = [part for entry in book.entries.values() for part in read_parts(root, entry.slug)[0]]
    records = [record for entry in book.entries.values() for record in read_records(root, entry.slug)[0].values()]
    by_target: dict[str, list[float]] = {}
    for record in records:
        by_target.setdefault(record.target, []).append(record.seconds)
    named = [
        frozenset(canonicalize_name(item.name) for item in map(Requirement, part.dependencies) if takes_next(item))
        for part in parts
    ]
    return Measured(
        len(parts),
        dict(Counter(target for part in parts for target in part.header.targets)),
        sum(part.header.targets != ("cpu",) for part in parts) / len(parts),
        {target: statistics.fmean(seconds) for target, seconds in by_target.items()},
        Counter(name for each in named for name in each),
        named,
    )


def share_stale(measured: Measured, names: Iterable[str]) -> float:
    """Return which share of the parts must be run again in a week in which the packages *names* had a release."""
    released = {canonicalize_name(name) for name in names}
    touched = sum(bool(each & released) for each in measured.open_parts) / measured.parts
    return touched + (1 - touched) / WEEKS  # and each record gets too old within a year


def main() -> None:
    """Print the model's table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=ROOT, help="the book that is measured (default: this one)")
    parser.add_argument("--parts", type=int, default=40_000, help="of the large book (default 40000)")
    parser.add_argument(
        "--gpu-shares", default="measured,0.25,1", help="shares of parts for GPUs (default measured,0.25,1)"
    )
    parser.add_argument("--released", default="all", help="packages with a release each week, with commas, or all")
    parser.add_argument("--overhead", type=float, default=2.0, help="seconds a part beside its own (default 2)")
    parser.add_argument("--runners", default="8,32,128", help="numbers of runners, with commas (default 8,32,128)")
    parser.add_argument(
        "--price", action="append", default=[], metavar="TARGET=USD", help="an hour's price; repeatable"
    )
    arguments = parser.parse_args()
    prices = PRICES | {target: float(price) for target, _, price in (item.partition("=") for item in arguments.price)}
    measured = measure(arguments.root)
    gpus = [target for target in prices if target != "cpu"]

    print(f"measured: {measured.parts} parts, {measured.gpu_share:.1%} for a GPU, by target {measured.steps}")
    for target, seconds in measured.seconds.items():
        print(f"measured: a part on {target} takes {seconds:.1f} s in the mean")
    for name, count in measured.packages.most_common(6):
        print(f"measured: {count / measured.parts:6.1%} of the parts take the next release of {name}")
    everything = list(measured.packages)
    scenarios = [("every package", everything)] if arguments.released == "all" else []
    scenarios += [(arguments.released, arguments.released.split(","))] if arguments.released != "all" else []
    scenarios += [(name, [name]) for name, _ in measured.packages.most_common(2)] if arguments.released == "all" else []
    unknown = [target for target in gpus if target not in measured.seconds]
    if unknown:
        print(f"assumed: on {', '.join(unknown)} a part takes as long as on the CPU, since none is recorded there")
    print(f"assumed: {arguments.overhead:.1f} s a part beside its own; dollars an hour {prices}\n")

    runners = [int(number) for number in arguments.runners.split(",")]
    heads = "".join(f"{f'days on {number}':>13}" for number in runners)
    columns = (
        f"{'released weekly':<16}{'for GPUs':>9}{'runs':>9}{'CPU h':>8}{'GPU h':>8}{'USD a week':>12}{'USD a year':>12}"
    )
    print(columns + heads)
    for label, released in scenarios:
        stale = share_stale(measured, released)
        for text in arguments.gpu_shares.split(","):
            share = measured.gpu_share if text == "measured" else float(text)
            again = arguments.parts * stale
            runs = {"cpu": again * (1 - share)} | dict.fromkeys(gpus, again * share)
            hours = {
                target: count * (measured.seconds.get(target, measured.seconds["cpu"]) + arguments.overhead) / 3600
                for target, count in runs.items()
            }
            dollars = sum(hours[target] * prices[target] for target in hours)
            gpu_hours = sum(hours[target] for target in gpus)
            total = sum(hours.values())
            days = "".join(f"{total / number / 24:>13.2f}" for number in runners)
            print(
                f"{label:<16}{share:>9.1%}{sum(runs.values()):>9,.0f}{hours['cpu']:>8,.0f}{gpu_hours:>8,.0f}"
                f"{dollars:>12,.0f}{dollars * WEEKS:>12,.0f}{days}"
            )
    print(
        "\nhours = parts x share stale x share of target x (mean seconds + overhead) / 3600; a GPU part runs on each of"
    )
    print(f"the {len(gpus)} GPU targets; days on N = all hours / N / 24, when runners are shared out as the hours are")


if __name__ == "__main__":
    main()

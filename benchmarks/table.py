"""One table of what the benchmarks measured: what, ours, the peer's, the ratio, the bound, and whether it is met.

$ python benchmarks/table.py build/bench/*.json
$ python benchmarks/table.py --markdown build/bench/*.json      # for benchmarks/README.md

Each benchmark writes its rows with `--json FILE`. A row is an object:

    benchmark   which one, as its file is called
    what        what was measured, at what size
    ours        the figure, in `unit`
    peer        the same of the peer, or null
    peer_name   who that is, or ""
    unit        s, ms, MB, kB, GB/s, ...
    ratio       ours over peer, or null
    bound       what must hold, in words: "at most 0.45x", "at most 2 s"; or ""
    met         whether it does, or null where there is no bound

Exit codes: 0; 1 when a bound is not met and `--strict` is given; 2 for wrong use.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypedDict

__all__ = ["Row", "as_markdown", "as_text", "json_option", "machine", "row", "write"]


class Row(TypedDict):
    """One line of the table."""

    benchmark: str
    what: str
    ours: float
    peer: float | None
    peer_name: str
    unit: str
    ratio: float | None
    bound: str
    met: bool | None


def row(
    benchmark: str,
    what: str,
    ours: float,
    unit: str = "s",
    *,
    peer: float | None = None,
    peer_name: str = "",
    most: float | None = None,
    most_ratio: float | None = None,
) -> Row:
    """Return a row; *most* bounds the figure, *most_ratio* its ratio to the peer's."""
    ratio = ours / peer if peer else None
    bounds = []
    kept: list[bool] = []
    if most is not None:
        bounds.append(f"at most {most:g} {unit}")
        kept.append(ours <= most)
    if most_ratio is not None:
        bounds.append(f"at most {most_ratio:g}x")
        kept.append(ratio is not None and ratio <= most_ratio)
    met = all(kept) if kept else None
    return Row(
        benchmark=benchmark,
        what=what,
        ours=ours,
        peer=peer,
        peer_name=peer_name,
        unit=unit,
        ratio=ratio,
        bound=", ".join(bounds),
        met=met,
    )


def json_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--json FILE``, by which a benchmark gives its rows to this table."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there, for benchmarks/table.py")


def write(file: Path | None, rows: Sequence[Row]) -> None:
    """Write rows where ``--json`` asks for them."""
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def machine() -> str:
    """Return what the figures were measured on."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        models = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    return f"{cores} cores ({name}), {memory:.0f} GiB, {system}"


_HEADS = ("", "what", "ours", "peer", "", "ratio", "bound", "met")


def _cells(item: Row) -> tuple[str, ...]:
    met = {True: "yes", False: "NO", None: ""}[item["met"]]
    peer = "" if item["peer"] is None else _figure(item["peer"], item["unit"])
    ratio = "" if item["ratio"] is None else f"{item['ratio']:.3g}x"
    ours = _figure(item["ours"], item["unit"])
    return item["benchmark"], item["what"], ours, peer, item["peer_name"], ratio, item["bound"], met


def _figure(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}".strip() if value >= 100 else f"{value:.3g} {unit}".strip()


def as_text(rows: Iterable[Row]) -> str:
    """Return the table for a terminal."""
    lines = [_HEADS, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEADS))]
    right = {2, 3, 5}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def as_markdown(rows: Iterable[Row]) -> str:
    """Return the table for benchmarks/README.md."""
    heads = ("benchmark", "what", "ours", "peer's", "peer", "ratio", "bound", "met")
    rule = ("---", "---", "--:", "--:", "---", "--:", "---", "---")
    lines = [heads, rule, *([cell.replace("|", "\\|") for cell in _cells(item)] for item in rows)]
    return f"Measured on {machine()}.\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _read(file: Path) -> list[Row]:
    try:
        content: Any = json.loads(file.read_text("utf-8"))
        rows = [Row(**{name: item[name] for name in Row.__annotations__}) for item in content]  # type: ignore[typeddict-item]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"table.py: {file} holds no rows of a benchmark ({type(error).__name__}: {error})")
    return rows


def main() -> int:
    """Print the table of the files that are named."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog=__doc__.partition("\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="rows that a benchmark wrote with --json")
    parser.add_argument("--markdown", action="store_true", help="the table as benchmarks/README.md holds it")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a bound is not met")
    options = parser.parse_args()
    rows = [item for file in options.files for item in _read(file)]
    print(as_markdown(rows) if options.markdown else as_text(rows))
    missed = [item for item in rows if item["met"] is False]
    if missed and not options.markdown:
        print(f"\n{len(missed)} of {sum(item['met'] is not None for item in rows)} bounds are not met", file=sys.stderr)
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())

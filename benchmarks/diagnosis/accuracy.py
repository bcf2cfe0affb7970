"""How often the diagnosis is right, over labelled logs: entry, rank, line, abstentions, false alarms, confusions.

The set is ``benchmarks/diagnosis/cases/`` and ``incidents/``. It is the set by which the engine is developed: figures
on logs that nobody here has seen are lower. ``--write`` puts the table into ``docs/accuracy.md``.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from faultbook import __version__
from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.session import book_of, engine_of

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "accuracy.md"
TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end -->)", re.DOTALL)
RIGHT = {"no-failure", "inconclusive"}  # what may be said of a healthy log


@dataclasses.dataclass(frozen=True)
class Case:
    """One labelled log or set of logs."""

    name: str
    files: tuple[Path, ...]
    label: dict[str, Any]


def cases() -> Iterator[Case]:
    """Yield every labelled case."""
    for file in sorted((ROOT / "benchmarks" / "diagnosis" / "cases").glob("*/label.yaml")):
        files = tuple(sorted(path for path in file.parent.iterdir() if path.name != "label.yaml"))
        yield Case(file.parent.name, files, yaml.safe_load(file.read_text("utf-8")))
    for file in sorted((ROOT / "incidents").glob("*/incident.yaml")):
        label = yaml.safe_load(file.read_text("utf-8"))
        yield Case(
            file.parent.name, tuple(file.parent / log for log in label["logs"]), {"verdict": "diagnosed", **label}
        )


def scores(case: Case, answer: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each measure that the case has, and whether the answer is right."""
    label, first = case.label, answer["initiating"]
    said = [item["slug"] for item in answer["diagnoses"]]
    if label["verdict"] == "no-failure":
        yield "healthy logs passed", answer["verdict"] in RIGHT
        yield "healthy logs called healthy", answer["verdict"] == "no-failure"
        return
    yield "verdict", answer["verdict"] == label["verdict"]
    yield "no entry named that must not be", not set(said[:1]) & set(label.get("never") or [])
    if label.get("entry"):
        yield "entry, first", said[:1] == [label["entry"]]
        yield "entry, among the first three", label["entry"] in said[:3]
    wanted = label.get("initiating")
    if wanted is None:
        return
    places = {
        (wanted["file"], line)
        for line in {wanted["line"], *(wanted.get("lines") or []), *(label.get("also_lines") or [])}
    }
    places |= {(place["file"], place["line"]) for place in wanted.get("also") or []}
    yield "initiating line", first is not None and (first["file"], first["line"]) in places
    ranks = {wanted.get("rank"), *(wanted.get("one_of") or []), *(label.get("one_of") or [])}
    yield (
        "initiating rank",
        first is not None and (first["rank"] in ranks or (bool(first["one_of"]) and set(first["one_of"]) <= ranks)),
    )


def answer_of(engine: Engine, case: Case) -> dict[str, Any]:
    """Return the engine's answer to a case's logs, named as in its label."""
    return engine.answer([engine.scan(file.name, [file.read_bytes()]) for file in case.files])


def measure() -> tuple[dict[str, tuple[int, int]], list[str]]:
    """Return right answers and cases by measure, and a line for each case that is wrong in any."""
    engine = engine_of(book_of(ROOT))
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong = []
    for case in cases():
        answer = answer_of(engine, case)
        missed = []
        for name, good in scores(case, answer):
            total[name] += 1
            right[name] += good
            if not good:
                missed.append(name)
        if missed:
            said = answer["diagnoses"][0]["slug"] if answer["diagnoses"] else answer["verdict"]
            wrong.append(
                f"{case.name}: said {said}, is {case.label.get('entry') or case.label['concept']} ({', '.join(missed)})"
            )
    return {name: (right[name], total[name]) for name in total}, wrong


def table(figures: dict[str, tuple[int, int]]) -> str:
    """Return the figures as Markdown."""
    rows = [
        f"| {name} | {right} of {total} | {100 * right / total:.0f} % |" for name, (right, total) in figures.items()
    ]
    return "\n".join([f"| Version {__version__} | Right | Share |", "|---|---|---|", *rows, ""])


def main() -> None:
    """Print the table and the confusions; exit 1 when the bounds are not held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into docs/accuracy.md")
    arguments = parser.parse_args()
    figures, wrong = measure()
    print(table(figures))
    print("\n".join(wrong))
    if arguments.write:
        PAGE.write_text(TABLE.sub(lambda _: table(figures), PAGE.read_text("utf-8")), "utf-8")
    share = {name: right / total for name, (right, total) in figures.items()}
    held = share["entry, first"] >= 0.85 and share["initiating rank"] >= 0.9 and share["healthy logs passed"] == 1
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()

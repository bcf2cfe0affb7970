"""The parts of an entry as its page shows them: text, output, figures, and what a fix changes of what fails."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import re
from collections.abc import Iterable

from markupsafe import Markup

from faultbook.pages.figure import bar_charts, bars
from faultbook.pages.render import code, inline
from faultbook.pages.runs import RunView, run_views
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Kind, Part

__all__ = ["PartView", "changes", "part_views"]

#: A head of comments and a docstring that nothing follows on its line: no parser is needed to see where it ends.
_DOCSTRING = re.compile(r'(?:[ \t]*(?:#[^\r\n]*)?\n)*"""(?:[^"\\\r]|"(?!""))*"""[ \t]*(?:#[^\r\n]*)?\n')
_ALIKE = 0.5  # share of equal lines from which on a comparison says more than the file itself
_AROUND = 3  # unchanged lines shown around a change


@dataclasses.dataclass(frozen=True, slots=True)
class PartView:
    """A part with its text and what its newest run printed."""

    name: str
    kind: str
    fix: str | None
    file: str
    summary: Markup
    code: Markup
    against: str | None
    """The part that fails, of which this one is the repair."""
    changes: Markup | None
    """What it changes of that one; ``None`` when they have too little in common."""
    output: str | None
    run: RunView | None
    """The run that the output is of."""
    runs: tuple[RunView, ...]
    figures: Markup


def part_views(proof: Proof) -> tuple[PartView, ...]:
    """Return the parts of an entry: what fails, what repairs, what confirms, what prevents."""
    order = list(Kind)
    parts = sorted(proof.parts, key=lambda part: (order.index(part.kind), part.name))
    failing = [part for part in parts if part.kind is Kind.REPRODUCE]
    return tuple(_view(part, proof, failing) for part in parts)


def changes(text: str, failing: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the name of the failing program that *text* is most like, and the difference; none when none is alike.

    *failing* are names and texts. Heads and docstrings are left out: they say what is expected, not what is done.
    """
    mine = _body(text)
    rated = [
        (difflib.SequenceMatcher(None, _body(other), mine, autojunk=False).ratio(), name, other)
        for name, other in failing
    ]
    ratio, name, other = max(rated, default=(0.0, "", ""), key=lambda item: item[0])
    if ratio < _ALIKE:
        return None
    lines = list(difflib.unified_diff(_body(other), mine, n=_AROUND, lineterm=""))[3:]
    # Line numbers of two files that stand on the same page whole help nobody; that something is left out does.
    shown = ("\N{VERTICAL ELLIPSIS}" if line.startswith("@@") else line for line in lines)
    return (name, "\n".join(shown)) if lines else None


@functools.lru_cache(maxsize=64)
def _body(text: str) -> list[str]:
    """Return the lines of a part after its docstring; nobody changes the list."""
    lines = text.splitlines()[_docstring_end(text) :]
    while lines and not lines[0].strip():
        lines.pop(0)
    return lines


def _docstring_end(text: str) -> int:
    """Return how many lines of a program come before the end of its docstring; none without one."""
    if usual := _DOCSTRING.match(text):
        return usual[0].count("\n")
    first = next(iter(ast.parse(text).body), None)
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return (first.end_lineno or 0) if first is not None and told else 0


def _view(part: Part, proof: Proof, failing: list[Part]) -> PartView:
    runs = run_views(part, proof)
    records = [proof.records.get((part.name, run.target)) for run in runs]
    told = [(record, run) for record, run in zip(records, runs, strict=True) if record]
    shown = next(((record, run) for record, run in told if record.passed), told[0] if told else None)
    figures = Markup("\n").join(
        bar_charts(found, f"{part.name} on {run.device}") for record, run in told if (found := bars(record.measures))
    )
    repair = changes(part.text, ((other.name, other.text) for other in failing)) if part.fix else None
    return PartView(
        part.name,
        part.kind.value,
        part.fix,
        part.shown_path,
        inline(part.summary),
        code(part.text, "python"),
        repair[0] if repair else None,
        code(repair[1], "diff") if repair else None,
        shown[0].output_tail if shown else None,
        shown[1] if shown else None,
        runs,
        figures,
    )

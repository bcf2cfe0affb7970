"""Put what a part really printed into its docstring, unless that would break what its page says."""

from __future__ import annotations

import ast

from faultbook.snippets.alignment import kept
from faultbook.snippets.compare import difference, same
from faultbook.snippets.header import FaultyPartError
from faultbook.snippets.outcome import Outcome, Printed
from faultbook.snippets.part import blocks_of

__all__ = ["accepted_text"]


def accepted_text(outcome: Outcome) -> tuple[str | None, str, str]:
    """Return the part's text with its expected output replaced, the difference, and why it is refused if it is.

    Only a difference in output is accepted: a part that did not fail, took too long, or is diagnosed otherwise is
    wrong, and no docstring makes it right. Expected lines that still hold are kept with their ``...``.
    """
    if outcome.breaches:
        return None, "", f"the part is wrong in another way: {outcome.breaches[0].splitlines()[0]}"
    text = outcome.part.text
    shown: list[str] = []
    for printed in reversed(outcome.printed):
        if printed.matches:
            continue
        wanted = kept(printed.block.expected, printed.output)
        replaced = _replaced(text, printed, wanted)
        if replaced is None:
            return None, "", f"the output of '$ {printed.block.command}' cannot stand in the docstring"
        shown.insert(0, difference(printed.block.expected, wanted))
        text = replaced
    return text, "\n".join(shown), ""


def _replaced(text: str, printed: Printed, wanted: str) -> str | None:
    """Return *text* with *wanted* under the block's command, or ``None`` when a docstring cannot say that."""
    before = blocks_of(text)
    number = next(index for index, block in enumerate(before) if block.line == printed.block.line)
    lines = text.splitlines(keepends=True)
    start, end = printed.block.line, ast.parse(text).body[0].end_lineno or 1
    stop = start
    while stop < end - 1 and not lines[stop].startswith(("$ ", ">>> ")):
        stop += 1
    body = [f"{line}\n" for line in _escaped(text, wanted).splitlines()]
    gap = ["\n"] if stop < end - 1 else []
    result = "".join([*lines[:start], *body, *gap, *lines[stop:]])
    try:
        after = blocks_of(result)
    except (SyntaxError, ValueError, FaultyPartError):
        return None
    says = len(after) == len(before) and same(after[number].expected, printed.output.strip("\n"))
    return result if says else None


def _escaped(text: str, wanted: str) -> str:
    """Return *wanted* as the docstring's literal writes it."""
    opening = text.splitlines()[ast.parse(text).body[0].lineno - 1].lstrip()
    if opening[:1] in {"r", "R"}:
        return wanted
    return wanted.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("'''", "\\'\\'\\'")

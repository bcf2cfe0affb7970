"""Where a template stops fitting a text that it should have matched; for messages, not for matching."""

from __future__ import annotations

import dataclasses
import re

from faultbook.signatures.template import TemplateError, pattern_of, pieces_of

__all__ = ["Stop", "stops_at"]


@dataclasses.dataclass(frozen=True, slots=True)
class Stop:
    """A line as far as a template takes it, what follows there, and what the template has instead."""

    taken: str
    follows: str
    wanted: str


def stops_at(template: str, text: str) -> Stop | None:
    """Return how far *template* gets in the line of *text* that it fits best, or ``None`` when it fits none."""
    try:
        stops = [_stop(template, line) for line in text.splitlines()]
    except TemplateError:
        return None
    best = max(stops, key=lambda stop: len(stop.taken), default=None)
    return best if best and best.taken else None


def _stop(template: str, line: str) -> Stop:
    pieces = list(pieces_of(template))
    ends = [*(piece.offset for piece in pieces[1:]), len(template)]
    for count in range(len(pieces) - 1, 0, -1):
        if found := re.search(pattern_of(pieces[:count])[0], line):
            known = _common(pieces[count].text, line[found.end() :])
            end = found.end() + len(known)
            rest = pieces[count].text[len(known) :] + template[ends[count] :] if pieces[count].text else None
            return Stop(line[:end], line[end:], rest or template[pieces[count].offset :])
    first = pieces[0].text if pieces else ""
    known = next((first[:size] for size in range(len(first), 0, -1) if first[:size] in line), "")
    end = line.find(known) + len(known)
    return Stop(line[:end], line[end:], first[len(known) :] + template[ends[0] :] if pieces else "")


def _common(left: str, right: str) -> str:
    """Return the text that both begin with."""
    size = next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), None)
    return left[: min(len(left), len(right)) if size is None else size]

"""Where a template's text first stands in a text: what its pattern finds, mostly without the pattern.

A book has hundreds of templates, each of which its pages look for in a line or two, and to make a pattern takes longer
than all of that. No engine goes back into a hole of a pattern, so a template without alternatives is found by going
through its pieces once from each place where the first of them stands.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator, Sequence

from faultbook.signatures.template import GAP_LIMIT, Template, pattern_of, pieces_of

__all__ = ["Fit", "first_fit", "fits"]

#: What a gap, and what a word or a path does not take.
_NO_GAP, _NO_WORD = re.compile("\n"), re.compile(r"[ \t\r\n\f\v]")

Span = tuple[int, int, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """Where one template's text stands, and what its named holes take there: start, end, name."""

    start: int
    end: int
    captures: tuple[Span, ...]

    def texts(self, text: str) -> dict[str, str]:
        """Return what the named holes take of *text*."""
        return {name: text[start:end] for start, end, name in self.captures}


@dataclasses.dataclass(frozen=True, slots=True)
class _Hole:
    """A hole whose text its pattern takes, and nothing gives back."""

    name: str
    pattern: re.Pattern[str]


@dataclasses.dataclass(frozen=True, slots=True)
class _Open:
    """A hole that ends at the nearest place where all of *following* fits; without any, where it must."""

    name: str
    least: int
    ends: re.Pattern[str]
    following: tuple[str | _Hole, ...]


_Step = str | _Hole | _Open


def first_fit(template: Template, text: str, start: int = 0) -> Fit | None:
    """Return the first place at or after *start* where *template* fits in *text*: that which its pattern finds."""
    steps = _steps(template.text)
    if not steps:
        return _by_pattern(template, text, start)
    first = str(steps[0])
    at = text.find(first, start)
    while at >= 0:
        if (taken := _take(steps[1:], text, at + len(first))) is not None:
            return Fit(at, *taken)
        at = text.find(first, at + 1)
    return None


def fits(template: Template, text: str) -> Iterator[Fit]:
    """Yield every place where *template* fits in *text*, none of which overlap, as its pattern finds them."""
    fit = first_fit(template, text)
    while fit is not None:
        yield fit
        fit = first_fit(template, text, fit.end)


def _by_pattern(template: Template, text: str, start: int) -> Fit | None:
    found = _compiled(template.pattern).search(text, start)
    if found is None:
        return None
    spans = ((*found.span(capture.group), capture.name) for capture in template.captures)
    return Fit(found.start(), found.end(), tuple(span for span in spans if span[0] >= 0))


_compiled = functools.lru_cache(maxsize=1024)(re.compile)


@functools.lru_cache(maxsize=1024)
def _steps(text: str) -> tuple[_Step, ...]:
    """Return what stands in a template, in order; nothing when only its pattern can tell where it fits."""
    pieces = list(pieces_of(text))
    if not pieces[0].text or any(piece.alternatives for piece in pieces):
        return ()
    steps: list[_Step] = []
    following: list[str | _Hole] = []
    for piece in reversed(pieces):
        if piece.is_open:
            named = piece.kind is not None
            if named or following:  # a gap at the end asks for nothing
                steps.append(_Open(piece.name, int(named), _NO_WORD if named else _NO_GAP, tuple(following[::-1])))
            following = []
        else:
            following.append(piece.text or _Hole(piece.name, _taken_by(str(piece.kind))))
    return (*following[::-1], *steps[::-1])


@functools.cache
def _taken_by(kind: str) -> re.Pattern[str]:
    """Return the pattern of a hole of *kind*."""
    return re.compile(pattern_of([*pieces_of(f"<hole:{kind}>")])[0])


def _take(steps: Sequence[_Step], text: str, at: int) -> tuple[int, tuple[Span, ...]] | None:
    """Return where *steps* end that begin at *at*, and what their holes take; nothing when they do not fit."""
    spans: list[Span] = []
    for step in steps:
        if isinstance(step, str):
            if not text.startswith(step, at):
                return None
            at += len(step)
        elif isinstance(step, _Hole):
            if (found := step.pattern.match(text, at)) is None:
                return None
            spans.append((at, found.end(), step.name))
            at = found.end()
        else:
            if (taken := _take_open(step, text, at)) is None:
                return None
            end, at, more = taken
            spans += [(end[0], end[1], step.name)] if step.name else []
            spans += more
    return at, tuple(spans)


def _take_open(step: _Open, text: str, at: int) -> tuple[tuple[int, int], int, tuple[Span, ...]] | None:
    """Return the stretch that the hole at *at* takes, where what follows it ends, and what the holes of that take."""
    stop = step.ends.search(text, at, at + GAP_LIMIT)
    last = stop.start() if stop else min(at + GAP_LIMIT, len(text))
    if not step.following:
        return ((at, last), last, ()) if last >= at + step.least else None
    first = step.following[0]
    end = at + step.least
    while end <= last:
        if isinstance(first, str):
            end = text.find(first, end, last + len(first))
            if end < 0:
                return None
        if (taken := _take(step.following, text, end)) is not None:
            return (at, end), *taken
        end += 1
    return None

"""Where something stands in a file, and what is wrong there.

A mistake in data is a value: a :class:`Problem` with its :class:`Place`. The core collects problems and
never prints one; the faces show them in one of the forms below.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

__all__ = ["Edit", "Place", "Problem", "did_you_mean", "excerpt", "slug_of", "surely_meant"]

_SURE = 0.85  # likeness from which a word is taken for another ...
_LONG_ENOUGH = 4  # letters of a word in which one slip leaves no doubt
_APART = 0.1  # ... when the next one is less like it by this
#: Rules whose repair is more than one edit of one line.
_REPAIRED = {"layout", "one-sided"}
_EXCERPT_WIDTH = 160  # columns of a source line that an excerpt shows; longer lines are cut around the caret


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of one line of a file; line and columns count characters from 1, the end is exclusive."""

    path: str
    line: int = 1
    column: int = 1
    end_column: int | None = None

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclasses.dataclass(frozen=True, slots=True)
class Edit:
    """A repair that a rule is sure of: at *place*, whose end is known, *old* becomes *new*."""

    place: Place
    old: str
    new: str
    keys: tuple[str | int, ...] = ()
    """Path of the value or key that it is about: nothing else of the file's values may change. Empty: nothing may."""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """A breach of a rule: what was found, where, and at most one hint on what to do."""

    place: Place
    rule: str
    sentence: str
    hint: str | None = None
    excerpt: str | None = None
    repair: Edit | None = None
    """What ``faultbook check --fix`` does about it, where that is sure."""

    def __str__(self) -> str:
        return f"{self.place}: {self.rule}: {self.sentence}"

    @property
    def is_repairable(self) -> bool:
        """Whether ``faultbook check --fix`` may do something about it."""
        return self.repair is not None or self.rule in _REPAIRED

    def text(self) -> str:
        """Return the form for a terminal: the sentence, the excerpt with a caret, the hint."""
        parts = [str(self)]
        if self.excerpt:
            parts.append(self.excerpt)
        if self.hint:
            parts.append(f"      hint: {self.hint}")
        return "\n".join(parts)

    def plain(self) -> list[Any]:
        """Return what `of` makes it of again; JSON can say it."""
        edit = self.repair
        repair = None if edit is None else [_plain(edit.place), edit.old, edit.new, [*edit.keys]]
        return [*_plain(self.place), self.rule, self.sentence, self.hint, self.excerpt, repair]

    @classmethod
    def of(cls, plain: Sequence[Any]) -> Problem:
        """Return what *plain* says."""
        path, line, column, end, rule, sentence, hint, excerpt, repair = plain
        edit = None if repair is None else Edit(Place(*repair[0]), repair[1], repair[2], tuple(repair[3]))
        return cls(Place(path, line, column, end), rule, sentence, hint, excerpt, edit)

    def as_json(self) -> dict[str, Any]:
        """Return the form that ``faultbook check --format json`` lists."""
        place = self.place
        return {
            "path": place.path,
            "line": place.line,
            "column": place.column,
            "end_column": place.end_column,
            "rule": self.rule,
            "sentence": self.sentence,
            "hint": self.hint,
        }

    def as_github(self) -> str:
        """Return a GitHub Actions workflow command that annotates the line.

        Source: GitHub's "Workflow commands" page: properties escape ``%``, CR, LF, ``:`` and ``,``; the message
        escapes ``%``, CR and LF.
        """
        place = self.place
        message = self.sentence + (f"\nhint: {self.hint}" if self.hint else "")
        for found, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
            message = message.replace(found, escaped)
        path = place.path
        for found, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
            path = path.replace(found, escaped)
        end = f",endColumn={place.end_column}" if place.end_column else ""
        return f"::error file={path},line={place.line},col={place.column}{end},title={self.rule}::{message}"


def _plain(place: Place) -> list[Any]:
    return [place.path, place.line, place.column, place.end_column]


def excerpt(line_text: str, place: Place) -> str:
    """Return *line_text* with its number and a caret line under the columns of *place*."""
    text = "".join(_shown(character) for character in line_text)
    start = place.column - 1
    end = max(place.end_column - 1 if place.end_column else start + 1, start + 1)
    if len(text) > _EXCERPT_WIDTH:
        left = max(0, min(start - 20, len(text) - _EXCERPT_WIDTH))
        text, start, end = text[left : left + _EXCERPT_WIDTH], start - left, min(end - left, _EXCERPT_WIDTH)
    number = f"{place.line:>5} | "
    carets = "^" * max(1, min(end, len(text)) - start)
    return f"{number}{text}\n{' ' * (len(number) - 2)}| {' ' * start}{carets}"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return ``did you mean 'x'?`` for the nearest of *known*, or ``None`` when nothing is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else None


def surely_meant(word: str, known: Iterable[str]) -> str | None:
    """Return the one of *known* that *word* can only be a slip of the pen for, or ``None``.

    Numbers are never a slip: ``xid-78`` is not taken for ``xid-79``.
    """
    others = set(known)
    slips = [other for other in others if _is_one_slip(word, other)]
    alike = sorted(((difflib.SequenceMatcher(None, word, other).ratio(), other) for other in others), reverse=True)
    if len(slips) == 1 and len(word) >= _LONG_ENOUGH:
        meant = slips[0]
    elif alike and alike[0][0] >= _SURE and (len(alike) == 1 or alike[0][0] - alike[1][0] >= _APART):
        meant = alike[0][1]
    else:
        return None
    return meant if re.findall("[0-9]+", word) == re.findall("[0-9]+", meant) else None


def _is_one_slip(word: str, other: str) -> bool:
    """Return whether the two differ by one letter: left out, put in, changed, or changed places with the next."""
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return max(len(word), len(other)) == 1 or (len(word) == 2 and word == other[::-1])  # noqa: PLR2004 - a pair


def _shown(character: str) -> str:
    """Return *character*, or a visible one in its place, so that columns stay true and terminals safe."""
    if character == "\t":
        return "\N{RIGHTWARDS ARROW}"
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


def slug_of(id_: str) -> str:
    """Return the id or slug that a path to an entry's file, part or record gives; anything else as it is."""
    path = Path(id_)
    folder = path.parent
    if folder.parent.parent.name in {"snippets", "evidence"}:
        return f"{folder.parent.name}/{folder.name}"
    return "/".join(path.with_suffix("").parts[-2:]) if id_.endswith(".yaml") else id_

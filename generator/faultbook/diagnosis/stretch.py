"""A stretch of a log in which literals are looked for: nearly all of a scan's time, and nothing of what came before it.

Of a long log the next stretches are looked through by other threads while one is read.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from faultbook.diagnosis.finder import SAMPLE, Bytes, Finder, Hit, by_automaton, by_sieve

__all__ = ["Literals", "Prepared", "Stretch", "prepared_ahead"]

_SHORT = 4  # stretches of a log that are read in one thread
_AHEAD = 3  # stretches that are prepared while another is read


class Literals:
    """Finds the lines that hold one of some literals, and whom those speak for."""

    def __init__(self, users: Mapping[bytes, tuple[list[int], list[int]]]) -> None:
        self._users = tuple(users.values())
        self._texts = list(users)

    @functools.cached_property
    def _automaton(self) -> Finder:
        """Made when it is needed: a short log is looked through by one of the scanner's two only."""
        return by_automaton(self._texts)

    def prepared(self, stretch: Stretch, sieve: Finder | None = None) -> Prepared:
        """Return a stretch without terminal escapes, and the lines of it that hold a literal."""
        return Prepared(self, *(sieve or self._automaton)(stretch.text, stretch.start, stretch.end))

    def sieve(self, stretch: Stretch) -> Finder | None:
        """Return what finds the same sooner in a log that has *stretch*, where it can be had."""
        return by_sieve(self._texts, stretch.text[stretch.start : min(stretch.end, stretch.start + SAMPLE)])

    @functools.cache  # noqa: B019 -- logs hold few combinations, and a scanner lives as long as its process
    def of(self, literals: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Return the templates and landmarks that *literals* speak for."""
        templates = sorted({index for literal in literals for index in self._users[literal][0]})
        return templates, sorted({index for literal in literals for index in self._users[literal][1]})


class Stretch(NamedTuple):
    """Bytes of a log, from *start* to *end* of *text*, in which *literals* are looked for."""

    literals: Literals
    text: bytes
    start: int
    end: int


@dataclasses.dataclass(frozen=True, slots=True)
class Prepared:
    """A stretch of a log, whole lines as a rule, in which literals were looked for."""

    literals: Literals
    plain: Bytes
    hits: list[Hit]
    after: int
    """Line feeds after the last hit."""


def prepared_ahead(stretches: Iterator[Stretch], loud: Literals) -> Iterator[Prepared]:
    """Yield each stretch prepared, and prepare the next ones meanwhile.

    *loud* is what is looked for in nearly all of a long log, so there is a sieve for it; other stretches are short.
    """
    sieve: Finder | None = None
    waiting: deque[Future[Prepared]] = deque()
    with ThreadPoolExecutor(2) as pool:  # no thread starts before it is needed
        for index, stretch in enumerate(stretches):
            is_loud = stretch.literals is loud
            if is_loud and sieve is None:
                sieve = loud.sieve(stretch)
            prepare = functools.partial(stretch.literals.prepared, stretch, sieve if is_loud else None)
            if index < _SHORT:
                yield prepare()
                continue
            waiting.append(pool.submit(prepare))
            if len(waiting) > _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

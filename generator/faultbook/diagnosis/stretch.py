"""A stretch of a log in which literals are looked for: nearly all of a scan's time, and nothing of what came before it.

Of a long log the next stretches are read and looked through by other threads while one is taken in.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
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
    """Yield each stretch prepared; of a long log the next ones are read and prepared by other threads meanwhile.

    *loud* is what is looked for in nearly all of a long log, so there is a sieve for it; other stretches are short.
    """
    sieve: Finder | None = None

    def work() -> Iterator[Callable[[], Prepared]]:
        nonlocal sieve
        for stretch in stretches:
            is_loud = stretch.literals is loud
            if is_loud and sieve is None:
                sieve = loud.sieve(stretch)
            yield functools.partial(stretch.literals.prepared, stretch, sieve if is_loud else None)

    each = work()
    for prepare in itertools.islice(each, _SHORT):
        yield prepare()
    following = next(each, None)
    if following is not None:
        yield from _done_ahead(itertools.chain((following,), each))


def _done_ahead(work: Iterator[Callable[[], Prepared]]) -> Iterator[Prepared]:
    """Yield what each piece of *work* gives, in order; one thread takes them and two do them."""
    waiting: queue.Queue[Future[Prepared] | None] = queue.Queue(_AHEAD)
    left = threading.Event()
    with ThreadPoolExecutor(2) as pool:

        def feed() -> None:
            try:
                for prepare in work:
                    if left.is_set():
                        return
                    waiting.put(pool.submit(prepare))
            except BaseException as error:  # noqa: BLE001 -- raised again where the log is wanted
                failed: Future[Prepared] = Future()
                failed.set_exception(error)
                waiting.put(failed)
            waiting.put(None)

        # A daemon: who interrupts a diagnosis does not wait for a pipe that gives nothing.
        threading.Thread(target=feed, daemon=True).start()
        try:
            while (future := waiting.get()) is not None:
                yield future.result()
        finally:
            left.set()
            with contextlib.suppress(queue.Empty):
                while True:  # so that the thread is not left with a full queue
                    waiting.get_nowait()

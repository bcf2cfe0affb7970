"""The processes that make and write what the site has of each entry; for few entries this process does it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, TypeVar

__all__ = ["MANY", "Crew"]

MANY = 24
"""Pieces of work from which on a second process pays."""
_MOST_PROCESSES = 8
_BATCH = 16  # pieces that a process is given at a time
_LOOK = 0.2  # seconds between two looks whether the process that began it is there

_T = TypeVar("_T")


class Crew(Generic[_T]):
    """Does *work* for *keys*, some at a time, in processes that begin with the context and end with it.

    This process does it where there are fewer than *least* of them, or than pay.

    They find in their memory what this process has, so nothing is sent to them but keys; what they change there, this
    process does not see, so what *work* returns must tell it.
    """

    def __init__(self, keys: Sequence[str], work: Callable[[Sequence[str]], _T], *, least: int = 0) -> None:
        self._batches = [keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH)]
        many = len(keys) >= (least or MANY) and _can_fork() and _processors() > 1
        self._processes = min(_processors(), _MOST_PROCESSES, len(self._batches)) if many else 0
        self._work = work
        self._pool: ProcessPoolExecutor | None = None
        self._futures: list[Future[_T]] = []

    def __enter__(self) -> Crew[_T]:
        if not self._processes:
            return self
        # What is there now is there to the end: the processes need not look through it, which would copy its pages.
        gc.collect()
        gc.freeze()
        _WORK[:] = [self._work]
        forked = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(self._processes, forked, initializer=_begin, initargs=(os.getpid(),))
        try:
            self._futures = [self._pool.submit(_do, batch) for batch in self._batches]
        except OSError:  # no process can be started
            self._end()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def done(self) -> Iterator[_T]:
        """Yield what the work gave, in the order of the keys; what the processes leave undone this one does."""
        if self._pool is None:
            yield from map(self._work, self._batches)
            return
        self._futures.reverse()
        for batch in self._batches:
            try:
                found = self._futures.pop().result()  # taken from the list, so that it goes when it is used
            except BrokenProcessPool:  # one was killed
                found = self._work(batch)
            yield found

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
            _WORK.clear()
            gc.unfreeze()


_WORK: list[Callable[[Sequence[str]], Any]] = []  # what the processes that fork find in their memory


def _begin(parent: int) -> None:
    gc.set_threshold(50_000, 20, 100)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when *parent* is gone: it would wait for work for ever, and hold the lock of the site."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


def _do(batch: Sequence[str]) -> Any:
    return _WORK[0](batch)


def _can_fork() -> bool:
    # A process that has several threads cannot be forked safely: one may hold a lock which nobody opens in the child.
    can = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return can and threading.active_count() == 1


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""A diagnosis of many logs: which book it is made by, and how the logs are shared out over processes."""

from __future__ import annotations

import importlib.resources
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.scan import Extract
from faultbook.diagnosis.sources import Source, SourceError
from faultbook.signatures.compiled import (
    about_entries,
    about_from_json,
    compile_figures,
    compile_signatures,
    figures_from_json,
    from_json,
    to_json,
)

if TYPE_CHECKING:  # what models entries is slow to load, and a compiled book needs none of it
    from faultbook.entry import Entry

__all__ = [
    "COMPILED",
    "Result",
    "Told",
    "book_of",
    "compiled_book",
    "engine_for",
    "engine_of",
    "results_of",
    "scan_all",
    "scan_one",
    "sorted_out",
]

COMPILED = "book.json"
"""The book as it is in the wheel, beside this package's modules."""
_TOGETHER = 16 << 20  # bytes from which several processes pay
_engine: Engine | None = None

Told = Callable[[int], None]
Result = tuple[Extract | None, str | None]
"""What is kept of a log, and why it could not be read to its end."""


def compiled_book() -> dict[str, Any] | None:
    """Return the book that is part of the installation, or ``None`` where it was not compiled."""
    file = importlib.resources.files("faultbook") / COMPILED
    return json.loads(file.read_text("utf-8")) if file.is_file() else None


def engine_of(content: dict[str, Any]) -> Engine:
    """Return the engine of a compiled book."""
    return Engine(from_json(content), about_from_json(content), figures_from_json(content), content.get("address", ""))


def engine_for(entries: Iterable[Entry], address: str = "") -> Engine:
    """Return the engine of entries that were read from their files."""
    entries = tuple(entries)
    return Engine(compile_signatures(entries), about_entries(entries), compile_figures(entries), address)


def scan_all(
    engine: Engine, content: dict[str, Any], sources: Sequence[Source], tell: Told
) -> tuple[list[Extract], list[str]]:
    """Return what is kept of each log, in their order, and why some could not be read.

    *tell* is called with bytes as they are read.
    """
    return sorted_out(results_of(engine, content, sources, tell))


def sorted_out(results: Iterable[Result]) -> tuple[list[Extract], list[str]]:
    """Return what is kept of the logs, and why some could not be read."""
    results = tuple(results)
    extracts = [extract for extract, _ in results if extract is not None]
    return extracts, [problem for _, problem in results if problem is not None]


def results_of(engine: Engine, content: dict[str, Any], sources: Sequence[Source], tell: Told) -> list[Result]:
    """Return the result of each log, in their order; many bytes are shared out over this machine's processors."""
    sizes = [source.size or 0 for source in sources]
    workers = min(os.cpu_count() or 1, len(sources))
    if workers < 2 or sum(sizes) < _TOGETHER or any(source.size is None for source in sources):  # noqa: PLR2004
        return [scan_one(engine, source, tell) for source in sources]
    return _scan_together(content, sources, workers, tell)


def scan_one(engine: Engine, source: Source, tell: Told) -> Result:
    """Return what is kept of one log, and why it could not be read to its end."""
    problems: list[str] = []
    try:
        extract = engine.scan(source.name, _readable(source, tell, problems))
    except SourceError as error:
        return None, str(error)
    return extract, next(iter(problems), None)


def _readable(source: Source, tell: Told, problems: list[str]) -> Iterator[bytes]:
    """Yield a log's bytes up to where it cannot be read any more, and say so; of none at all it is an error."""
    started = False
    try:
        for piece in source.pieces(tell):
            started = True
            yield piece
    except SourceError as error:
        if not started:
            raise
        problems.append(f"{error}; what comes before is diagnosed")


def _scan_together(content: dict[str, Any], sources: Sequence[Source], workers: int, tell: Told) -> list[Result]:
    results: list[Result] = [(None, None)] * len(sources)
    # The largest first, so that no process is left with one at the end.
    order = sorted(range(len(sources)), key=lambda index: -(sources[index].size or 0))
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(content,)) as pool:
        futures = {pool.submit(_scan_here, sources[index]): index for index in order}
        for future in as_completed(futures):
            results[futures[future]] = future.result()
            tell(sources[futures[future]].size or 0)
    return results


def _begin(content: dict[str, Any]) -> None:
    global _engine  # noqa: PLW0603 -- one a process, made when it starts
    _engine = engine_of(content)


def _scan_here(source: Source) -> Result:
    if _engine is None:
        raise RuntimeError("a worker without an engine")
    return scan_one(_engine, source, lambda _: None)


def book_of(root: Path) -> dict[str, Any]:
    """Return the book of a folder, compiled."""
    from faultbook.book import load_book  # noqa: PLC0415 -- what models entries is slow to load

    entries = load_book(root)[0].entries.values()
    return to_json(compile_signatures(entries), about_entries(entries), compile_figures(entries))

"""What a comparison takes of a book."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.book import Book
from faultbook.comparison import Comparison, Query
from faultbook.entry import Entry
from faultbook.vocabulary import Relation, Severity

__all__ = ["leading_to", "select"]

_SEVERITIES = list(Severity)


def select(book: Book, comparison: Comparison) -> tuple[tuple[Query, tuple[Entry, ...]], ...]:
    """Return for each query of *comparison* what it takes, worst first; an entry stands at the first that takes it."""
    taken = set(comparison.without)
    chosen = []
    for query in comparison.takes:
        entries = [entry for entry in _matching(book, query) if entry.id not in taken]
        taken |= {entry.id for entry in entries}
        entries.sort(key=lambda entry: (-_SEVERITIES.index(entry.severity), entry.title.lower()))
        chosen.append((query, tuple(entries)))
    return tuple(chosen)


def leading_to(book: Book, id_: str) -> frozenset[str]:
    """Return the ids of the entries that cause the entry of this id, also by way of others; without itself."""
    found: set[str] = set()
    waiting = [id_]
    while waiting:
        entry = book.entries.get(waiting.pop())
        for neighbour in book.neighbours(entry) if entry else ():
            if neighbour.kind is Relation.CAUSED_BY and neighbour.entry.id not in {*found, id_}:
                found.add(neighbour.entry.id)
                waiting.append(neighbour.entry.id)
    return frozenset(found)


def _matching(book: Book, query: Query) -> Iterator[Entry]:
    causes = leading_to(book, query.ends_in) if query.ends_in else frozenset()
    says = _words(query.says)
    for entry in book.entries.values():
        holds = (
            (query.areas, entry.area in query.areas),
            (query.layers, entry.layer in query.layers),
            (query.phases, not set(query.phases).isdisjoint(entry.phase)),
            (query.severities, entry.severity in query.severities),
            (query.stacks, not set(query.stacks).isdisjoint(entry.stacks)),
            (query.ends_in, entry.id in causes),
            (query.ids, entry.id in query.ids),
            (says, any(says.search(text) for text in _said(entry)) if says else False),
        )
        if all(held for asked, held in holds if asked):
            yield entry


def _words(texts: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what finds one of *texts* as whole words: 'inf' is not in 'inference'."""
    if not texts:
        return None
    return re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in texts), re.IGNORECASE)


def _said(entry: Entry) -> Iterator[str]:
    yield entry.title
    yield from entry.aliases
    for signature in entry.signatures.values():
        yield from signature.lines

"""What a comparison takes of a book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

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
    asked: tuple[tuple[object, Callable[[Entry], bool]], ...] = (
        (query.areas, lambda entry: entry.area in query.areas),
        (query.layers, lambda entry: entry.layer in query.layers),
        (query.phases, lambda entry: not set(query.phases).isdisjoint(entry.phase)),
        (query.severities, lambda entry: entry.severity in query.severities),
        (query.stacks, lambda entry: not set(query.stacks).isdisjoint(entry.stacks)),
        (query.ends_in, lambda entry: entry.id in causes),
        (query.ids, lambda entry: entry.id in query.ids),
        (query.says, says),  # last, since it costs most
    )
    holds = [hold for value, hold in asked if value]
    for entry in book.entries.values():
        if all(hold(entry) for hold in holds):
            yield entry


def _words(texts: tuple[str, ...]) -> Callable[[Entry], bool]:
    """Return what finds one of *texts* as whole words in an entry: 'inf' is not in 'inference'."""
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in texts), re.IGNORECASE)
    folded = tuple(text.casefold() for text in texts)

    def says(entry: Entry) -> bool:
        said = tuple(_said(entry))
        everything = "\n".join(said).casefold()
        # To look for plain text is quick, and most entries hold none of it.
        return any(text in everything for text in folded) and any(pattern.search(text) for text in said)

    return says


def _said(entry: Entry) -> Iterator[str]:
    yield entry.title
    yield from entry.aliases
    for signature in entry.signatures.values():
        yield from signature.lines

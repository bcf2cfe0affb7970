"""Comparisons: they name what exists, and each of their questions has an answer."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.book import Book
from faultbook.comparison import COMPARISONS_FILE
from faultbook.document import KeyPath
from faultbook.place import Problem, did_you_mean
from faultbook.rules.rule import Rule, unread_slugs
from faultbook.selection import select

__all__ = ["RULES"]


def comparison_names(book: Book) -> Iterator[Problem]:
    """A comparison names entries and stacks of the book.

    **Why**: an entry under another name would be missing from the page without a word.

    **Wrong**: `ends_in: nccl-watchdog-colective-timeout`, or `stacks: [vlm]`

    **Right**: ids as their files are named, and stacks as entries name them.
    """
    if not book.comparisons:
        return
    ids = {*book.entries, *(slug.rpartition("/")[2] for slug in unread_slugs(book))}
    stacks = book.by_stack()
    for keys, name in _named(book):
        known = stacks if "stacks" in keys else ids
        if name not in known:
            sentence = f"'{name}' is no {'stack of an entry' if known is stacks else 'entry'}"
            yield book.documents[COMPARISONS_FILE].problem(
                "comparison-names", keys, sentence, did_you_mean(name, known)
            )


def _named(book: Book) -> Iterator[tuple[KeyPath, str]]:
    """Yield where a comparison names an entry or a stack, and the name."""
    for id_, comparison in book.comparisons.items():
        here = ("comparisons", id_)
        for index, query in enumerate(comparison.takes):
            if query.ends_in:
                yield (*here, "takes", index, "ends_in"), query.ends_in
            for kind, names in (("ids", query.ids), ("stacks", query.stacks)):
                for position, name in enumerate(names):
                    yield (*here, "takes", index, kind, position), name
        for position, name in enumerate(comparison.without):
            yield (*here, "without", position), name


def comparison_empty(book: Book) -> Iterator[Problem]:
    """Each query of a comparison takes an entry that none before it took.

    **Why**: a heading with nothing below it, or a page with nothing on it, helps nobody.

    **Wrong**: `says: [out of memroy]`

    **Right**: a text that a title, an alias or a signature of the book holds.
    """
    stacks = book.by_stack() if book.comparisons else {}
    for id_, comparison in book.comparisons.items():
        for index, (query, entries) in enumerate(select(book, comparison)):
            named = {*query.ids, *((query.ends_in,) if query.ends_in else ())}
            # A name that the book lacks is told by itself, or is of a file that cannot be read yet.
            if entries or named - book.entries.keys() or set(query.stacks) - stacks.keys():
                continue
            keys = ("comparisons", id_, "takes", index)
            sentence = f"item {index + 1} of 'takes' of '{id_}' takes no entry that those before it leave"
            yield book.documents[COMPARISONS_FILE].problem("comparison-empty", keys, sentence)


RULES = (Rule("comparison-names", comparison_names), Rule("comparison-empty", comparison_empty))

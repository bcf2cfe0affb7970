"""The part of the changelog that tells of entries: written from the book, never by hand.

The opening mark says since when: ``start`` for everything that the book holds, or the commit of the last release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from faultbook.book import Book, load_book
from faultbook.diff.changes import Changes, compare_books
from faultbook.diff.revision import RevisionError, commit_of, tree_of

__all__ = ["entries_section", "with_entries"]

_MARKS = re.compile(
    r"(?P<start><!-- faultbook entries since (?P<since>\S+): written by faultbook generate -->\n)"
    r"(?P<text>.*?)(?P<end><!-- end of faultbook entries -->)",
    re.DOTALL,
)
_START = "start"
_WIDTH = 140  # columns of a line
_READ = ("confirm", "fixes", "affects", "cause")
"""Fields whose change a reader of the changelog may act on, in the order in which it tells them."""


def with_entries(text: str, book: Book) -> str:
    """Return the changelog *text* with what stands between its marks made anew.

    It stays as it is when it has no marks, and where git cannot tell what was before: in a clone without history.
    """
    if (found := _MARKS.search(text)) is None:
        return text
    try:
        changes = _changes(book, found["since"])
    except RevisionError:
        return text
    return f"{text[: found.start('text')]}\n{entries_section(changes)}\n{text[found.start('end') :]}"


def _changes(book: Book, since: str) -> Changes:
    if since == _START:
        return compare_books(Book(Path(), {}, {}, {}), book)
    with tree_of(book.root, commit_of(book.root, since)) as folder:
        return compare_books(load_book(folder)[0], book)


def entries_section(changes: Changes) -> str:
    """Return the changelog's lines on entries: what came, went, was renamed, and what to look at anew."""
    lines = [
        *_by_area("Added to", changes.added),
        *(f"- Removed {_id(slug)}." for slug in changes.removed),
        *(f"- Renamed {_id(before)} to {_id(after)}." for before, after in changes.renamed.items()),
    ]
    told_anew = {change.slug for change in changes.signatures} - changes.added.keys() - changes.removed.keys()
    if told_anew:
        lines.append(_folded(f"- Other lines of a log are known as {_ids(sorted(told_anew))}."))
    for field in _READ:
        slugs = [item.slug for item in changes.changed if any(re.match(rf"{field}\b", told) for told in item.fields)]
        if slugs:
            lines.append(_folded(f"- Changed {field.replace('_', ' ')} of {_ids(slugs)}."))
    return "".join(f"{line}\n" for line in lines) or "No entry differs.\n"


def _by_area(verb: str, slugs: Mapping[str, str]) -> Iterator[str]:
    areas = dict.fromkeys(slug.partition("/")[0] for slug in slugs)
    for area in areas:
        yield _folded(f"- {verb} {area}: {_ids(slug for slug in slugs if slug.startswith(f'{area}/'))}.")


def _ids(slugs: Iterable[str]) -> str:
    return ", ".join(f"`{slug.partition('/')[2]}`" for slug in slugs)


def _id(slug: str) -> str:
    return f"`{slug}`"


def _folded(line: str) -> str:
    """Return *line* in lines of bounded length; an id is never cut."""
    lines = [""]
    for word in line.split(" "):
        if len(lines[-1]) + len(word) >= _WIDTH:
            lines.append(" ")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)

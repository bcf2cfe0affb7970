"""Ids, titles and aliases: one name, one failure, for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from faultbook.book import RETIRED_FILE, Book
from faultbook.document import Document, read_document
from faultbook.entry import Entry
from faultbook.place import Problem
from faultbook.rules.rule import Fact, Reach, Rule

__all__ = ["NAMES", "RULES"]


def retired_id(book: Book) -> Iterator[Problem]:
    """A retired id is never given to another failure.

    **Why**: its address stands in reports, chats and runbooks; it must not one day describe something else.

    **Wrong**: an entry whose file name is listed in `entries/retired.yaml`.

    **Right**: a new id. The old address goes on to name its successor.
    """
    for id_, retired in book.retired.items():
        if (entry := book.entries.get(id_)) is not None:
            sentence = f"id '{entry.id}' was retired: {retired.reason}"
            yield book.document(entry).problem("retired-id", (), sentence, "rename the file")
    for id_, retired in book.retired.items():
        successor = retired.successor
        if successor and successor not in book.entries and successor not in book.retired:
            sentence = f"successor '{successor}' of '{id_}' is neither an entry nor retired"
            document = read_document((book.root / RETIRED_FILE).read_bytes(), RETIRED_FILE)
            yield document.problem("retired-id", (id_, "successor"), sentence, book.nearest(successor))
        elif successor and _in_a_circle(book, id_):
            document = read_document((book.root / RETIRED_FILE).read_bytes(), RETIRED_FILE)
            sentence = f"the successors of '{id_}' lead in a circle"
            yield document.problem("retired-id", (id_, "successor"), sentence, "name an entry")


def _in_a_circle(book: Book, id_: str) -> bool:
    seen = [id_]
    while (retired := book.retired.get(seen[-1])) and retired.successor:
        if retired.successor in seen:
            return True
        seen.append(retired.successor)
    return False


def title_taken(book: Book) -> Iterator[Problem]:
    """Titles and aliases differ from those of every other entry.

    **Why**: a reader who searches for a name must land on one page.

    **Wrong**: two entries that carry the alias "CUDA OOM".

    **Right**: the alias stands in the entry that most people mean by it; the other says `confused_with`.
    """
    of: dict[str, str] = {}
    if all(of.setdefault(_plain(name), id_) == id_ for id_, names in NAMES.of(book).items() for name in names):
        return
    taken: dict[str, Entry] = {}
    for entry in book.entries.values():
        names = [(("title",), entry.title), *((("aliases", i), alias) for i, alias in enumerate(entry.aliases))]
        for keys, name in names:
            other = taken.setdefault(_plain(name), entry)
            if other is not entry:
                sentence = f"'{name}' is also a name of {other.slug}"
                yield book.document(entry).problem("title-taken", keys, sentence, "give each failure names of its own")


def _plain(name: str) -> str:
    return " ".join(name.lower().split())


def _names(entry: Entry, _: Document) -> list[Any]:
    return [entry.title, *entry.aliases]


NAMES = Fact("names", _names)
"""The title of an entry, then its other names."""

RULES = (Rule("retired-id", retired_id), Rule("title-taken", title_taken, Reach.FACTS, facts=(NAMES,)))

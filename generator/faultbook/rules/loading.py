"""Rules that hold before there is a book: a file is YAML of our dialect, of the model, and where it belongs.

``load_book`` finds their faults, since nothing else can be checked in a file that breaks them. Here stand their pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.book import Book
from faultbook.place import Problem
from faultbook.rules.rule import Rule

__all__ = ["RULES"]


def document(_: Book) -> Iterator[Problem]:
    """An entry is one YAML mapping: UTF-8, no tabs, no key twice, no anchors, aliases, tags or merge keys.

    **Why**: each value must stand in one place, where a problem can point at it; and no file may grow when it is read.

    **Wrong**: `severity: low` and, thirty lines below, `severity: high`

    **Right**: each key once; text that holds `: ` or begins with `@`, `%` or a backtick in quotes.
    """
    return iter(())


def schema(_: Book) -> Iterator[Problem]:
    """An entry has the keys of the model, with values of their kinds and words of their vocabularies.

    **Why**: a misspelt key would be left out of the page without a word.

    **Wrong**: `severitty: high`, `versions: 2.10` (which YAML reads as the number 2.1), `risk: low`

    **Right**: `severity: high`, `versions: "2.10"`, `risk: read-only`. The editor completes them by
    `entries/entry.schema.json`.
    """
    return iter(())


def identity(_: Book) -> Iterator[Problem]:
    """The path gives area and id: `entries/AREA/ID.yaml`, a known area, and an id that no other entry has.

    **Why**: the path is the page's address, for ever, and what a diagnosis names.

    **Wrong**: `entries/memroy/CUDA_oom.yaml`

    **Right**: `entries/memory/cuda-oom-capacity.yaml`
    """
    return iter(())


RULES = (Rule("document", document), Rule("schema", schema), Rule("identity", identity))

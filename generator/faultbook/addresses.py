"""Every address that the site ever had, with its anchors: a list that only grows, and where each leads now."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from faultbook.place import Place, Problem
from faultbook.vocabulary import Area

if TYPE_CHECKING:  # the list alone is read in each build of the site
    from faultbook.book import Book

__all__ = ["ADDRESSES_FILE", "Listed", "addresses_text", "gone", "grown", "read_addresses", "successor"]

ADDRESSES_FILE = "addresses.txt"
_HEAD = """\
# Every address that the site ever had, with its anchors: `faultbook generate` adds to it, and nothing is taken away.
# An address that is gone says where it went: /rules/old/ -> /rules/new/ (for an entry, entries/retired.yaml says it).
"""
_LINE = re.compile(r"(?P<path>/\S*)(?: -> (?P<target>/\S*))?(?P<anchors>(?: #\S+)*)")
_ENTRY = re.compile(rf"(?:{'|'.join(area.value for area in Area)})/(?P<id>[a-z0-9-]+)(?:/|\.json|\.md)")


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """One address; paths are under the site's, and that of a page ends with a slash (the first page's is empty)."""

    path: str
    anchors: frozenset[str]
    target: str | None = None
    """The path that it leads to, for what is no entry's."""
    line: int = 1
    """In the list, from 1."""

    @property
    def is_page(self) -> bool:
        """Whether it is a page's."""
        return self.path == "" or self.path.endswith("/")

    @property
    def entry_id(self) -> str | None:
        """The id of the entry that it is or was the page, the JSON or the Markdown of."""
        match = _ENTRY.fullmatch(self.path)
        return match["id"] if match else None


def read_addresses(root: Path) -> tuple[dict[str, Listed], tuple[Problem, ...]]:
    """Return the list of the book under *root* by path, and what is wrong with it; an absent list is empty."""
    file = root / ADDRESSES_FILE
    if not file.is_file():
        return {}, ()
    listed: dict[str, Listed] = {}
    problems: list[Problem] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            sentence = f"'{line[:60]}' is no address with anchors"
            problems.append(Problem(Place(ADDRESSES_FILE, number), "address-gone", sentence, "write: /path/ #anchor"))
            continue
        path = match["path"][1:]
        anchors = frozenset(anchor[1:] for anchor in match["anchors"].split())
        target = match["target"][1:] if match["target"] else None
        listed[path] = Listed(path, anchors, target, number)
    return listed, tuple(problems)


def grown(listed: Mapping[str, Listed], now: Mapping[str, Iterable[str]]) -> dict[str, Listed]:
    """Return *listed* with what the site has *now*: anchors by path."""
    every = dict(listed)
    for path, anchors in now.items():
        before = every.get(path) or Listed(path, frozenset())
        every[path] = dataclasses.replace(before, anchors=before.anchors | frozenset(anchors))
    return every


def addresses_text(listed: Mapping[str, Listed]) -> str:
    """Return the list as it is committed: one line an address, in order."""
    lines = []
    for path, item in sorted(listed.items()):
        target = f" -> /{item.target}" if item.target is not None else ""
        lines.append(f"/{path}{target}{''.join(f' #{anchor}' for anchor in sorted(item.anchors))}\n")
    return _HEAD + "".join(lines)


def successor(book: Book, item: Listed) -> str | None:
    """Return the path that the address of *item* leads to, itself when it is there; ``None`` when it leads nowhere.

    An entry that moved to another area is found by its id, one that was renamed by ``entries/retired.yaml``.
    """
    if item.target is not None:
        return item.target
    id_ = item.entry_id
    if id_ is None:
        return item.path
    seen: set[str] = set()
    while id_ not in book.entries and id_ in book.retired and id_ not in seen:
        seen.add(id_)
        id_ = book.retired[id_].successor or ""
    entry = book.entries.get(id_)
    return f"{entry.slug}{item.path[_stem(item.path) :]}" if entry else None


def _stem(path: str) -> int:
    """Return how long area and id are in the address of an entry."""
    return len(path.rstrip("/").removesuffix(".json").removesuffix(".md"))


def gone(listed: Mapping[str, Listed], there: Iterable[str], book: Book) -> Iterator[Problem]:
    """Yield a Problem for each address that is no entry's, is not *there* any more, and does not say where it went."""
    now = set(there)
    for item in listed.values():
        if item.entry_id is not None or item.path in now:
            continue
        if item.target is None:
            sentence = f"'/{item.path}' was published, and the site has it no more"
            hint = f"write behind it where it went: /{item.path} -> /new/address/"
            yield Problem(Place(ADDRESSES_FILE, item.line), "address-gone", sentence, hint)
        elif item.target not in now and not (item.target in listed and successor(book, listed[item.target])):
            sentence = f"'/{item.path}' leads to '/{item.target}', which the site does not have"
            yield Problem(Place(ADDRESSES_FILE, item.line), "address-gone", sentence, "name an address that it has")

"""The page of a file that holds no readable entry: what is wrong with it, for its author's preview."""

from __future__ import annotations

import re
from collections.abc import Iterable

from faultbook.book import Book
from faultbook.pages.page import Page
from faultbook.pages.render import render
from faultbook.place import Problem

__all__ = ["unread_pages"]

_ENTRY = re.compile(r"entries/([\w-]+/[\w-]+)\.yaml")


def unread_pages(book: Book, problems: Iterable[Problem]) -> tuple[Page, ...]:
    """Return a page for each file of *problems* whose entry *book* lacks, at the address that the entry would have."""
    by_path: dict[str, list[Problem]] = {}
    for problem in problems:
        by_path.setdefault(problem.place.path, []).append(problem)
    readable = {entry.path for entry in book.entries.values()}
    return tuple(
        _page(path, found[1], told)
        for path, told in by_path.items()
        if path not in readable and (found := _ENTRY.fullmatch(path))
    )


def _page(path: str, slug: str, problems: list[Problem]) -> Page:
    title = f"{slug}: not readable yet"
    body = render("unread.html.j2", path=path, problems=problems)
    return Page(slug, title, problems[0].sentence, body, (), "hub", source=path)

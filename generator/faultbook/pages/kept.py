"""What keeps published addresses alive: anchors that are gone, pages that moved, and what is withheld for now."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import markdown
from markupsafe import Markup

from faultbook.addresses import Listed, read_addresses, successor
from faultbook.book import Book
from faultbook.exports.published import FORMAT, Moved
from faultbook.exports.sorted_json import sorted_json
from faultbook.exports.text import json_text
from faultbook.pages.anchors import anchors_of, with_former_anchors
from faultbook.pages.page import Page, relative
from faultbook.pages.render import inline, render
from faultbook.pages.written import trail_data

__all__ = [
    "document_anchors",
    "kept_addresses",
    "kept_files",
    "kept_pages",
    "redirect",
]

_WITHHELD = "Something that it rests on has changed or aged, so it is not published until it is shown again."


def document_anchors(docs: Path) -> dict[str, frozenset[str]]:
    """Return the anchors of each hand-written page under *docs*, by its path in the site."""
    found: dict[str, frozenset[str]] = {}
    for file, path in _documents(docs):
        text = re.sub(r"\A---\n.*?\n---\n", "", file.read_text("utf-8"), flags=re.DOTALL)
        body = markdown.markdown(text, extensions=["attr_list", "tables", "fenced_code", "toc"])
        found[path] = anchors_of(body)
    return found


def _documents(docs: Path) -> Iterator[tuple[Path, str]]:
    """Yield each hand-written page under *docs* with its path in the site."""
    for file in sorted(docs.glob("**/*.md")):
        path = file.relative_to(docs).with_suffix("").as_posix()
        yield file, "" if path == "index" else f"{path.removesuffix('/index')}/"


def kept_pages(book: Book, pages: Iterable[Page], address: str) -> tuple[Page, ...]:
    """Return *pages*, the former anchors of each put back, and a page for each address that would be missing."""
    pages = tuple(pages)
    wanted, moved = kept_addresses(book, {page.address: page.title for page in pages}, address)
    kept = (
        dataclasses.replace(page, body=with_former_anchors(page.body, wanted.get(page.address, ()))) for page in pages
    )
    return (*kept, *moved)


def kept_addresses(book: Book, there: Mapping[str, str], address: str) -> tuple[dict[str, set[str]], tuple[Page, ...]]:
    """Return the former anchors by the address of the page that answers for them, and the pages of missing addresses.

    *there* are the titles of the site's pages, by their addresses.
    """
    listed, _ = read_addresses(book.root)
    documents = {path for _, path in _documents(book.root / "docs")}
    wanted: dict[str, set[str]] = {}
    moved: list[Page] = []
    for item in listed.values():
        if not item.is_page:
            continue
        to = successor(book, item)
        target = item.path if item.path in there or item.path in documents else to
        if target is not None and (target in there or target in documents):
            wanted.setdefault(target, set()).update(item.anchors)
            if target != item.path:
                moved.append(_redirected(item, target, there.get(target, f"/{target}"), address))
        else:
            moved.append(_closed(book, item, address))
    return wanted, tuple(moved)


def kept_files(book: Book, there: Collection[str], address: str) -> dict[str, str]:
    """Return a text for each published file that is not *there* any more, by path."""
    listed, _ = read_addresses(book.root)
    files: dict[str, str] = {}
    for item in listed.values():
        if item.is_page or item.path in there:
            continue
        to = successor(book, item)
        found = to if to is not None and to != item.path and to in there else None
        reason = _reason(book, item, moved=found is not None)
        files[item.path] = _file(item, reason, found, address)
    return files


def _file(item: Listed, reason: str, to: str | None, address: str) -> str:
    if not item.path.endswith(".json"):
        return f"{reason}\n" + (f"Read instead: {address}{to}\n" if to else "")
    slug = to.removesuffix(".json") if to else None
    content = Moved(
        schema_=f"{address}schemas/moved-{FORMAT}.json",
        format=FORMAT,
        moved=True,
        slug=item.path.removesuffix(".json"),
        reason=reason,
        successor=slug,
        url=f"{address}{slug}/" if slug else None,
        json_=f"{address}{to}" if to else None,
    )
    return sorted_json(content.model_dump(mode="json", by_alias=True))


def _reason(book: Book, item: Listed, *, moved: bool) -> str:
    retired = book.retired.get(item.entry_id or "")
    return retired.reason if retired else "moved" if moved else _WITHHELD


def _redirected(item: Listed, target: str, title: str, address: str) -> Page:
    here = item.path.rstrip("/")
    link = relative(here, target.rstrip("/"))
    body = Markup('<h1 id="top">Moved</h1>\n<p>This page is now <a href="{}">{}</a>.</p>').format(link, inline(title))
    words = f"Moved to: {title}"
    data = {"@context": "https://schema.org", **trail_data(((title, target.rstrip("/")),), address)}
    return Page(here, words, words, body, (), "moved", structured=data, moved_to=target)


def _closed(book: Book, item: Listed, address: str) -> Page:
    here = item.path.rstrip("/")
    retired = book.retired.get(item.entry_id or "")
    name = (item.entry_id or here).replace("-", " ")
    title = f"Retired: {name}" if retired else f"Not published now: {name}"
    reason = _reason(book, item, moved=False)
    body = render("closed.html.j2", title=title, reason=reason, link=lambda path: relative(here, path))
    data = {"@context": "https://schema.org", **trail_data(((title, here),), address)}
    return Page(here, title, reason, with_former_anchors(body, item.anchors), (), "moved", structured=data)


def redirect(page: Page, address: str) -> str:
    """Return the whole HTML of a page that leads on to another, with the anchor that it was opened by.

    Without JavaScript the browser follows the refresh, and without that a reader the link.
    """
    link = relative(page.path, page.moved_to.rstrip("/"))
    values = {
        "title": page.title,
        "link": link,
        "canonical": f"{address}{page.moved_to}",
        "body": Markup(page.body),  # noqa: S704 -- made above
        "structured": Markup(json_text(page.structured).replace("<", "\\u003c")),  # noqa: S704 -- escaped for a script
    }
    return render("redirect.html.j2", **values)

"""The lists of what is new, changed or no longer reproduces as Atom feeds (RFC 4287)."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from markupsafe import Markup

from faultbook.book import Book
from faultbook.exports.text import visible
from faultbook.history import History
from faultbook.pages.listing import shown_line
from faultbook.pages.lists import CHANGED, NEW, STOPPED, List
from faultbook.pages.recent import Change, changed, checked, new, stopped
from faultbook.pages.render import inline
from faultbook.snippets.gate import Proof

__all__ = ["feeds"]

_ATOM = "http://www.w3.org/2005/Atom"
_LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_MOST = 50  # entries of a feed
#: What XML 1.0 cannot hold, not even as a reference.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def feeds(book: Book, proofs: Mapping[str, Proof], history: History, address: str) -> dict[str, str]:
    """Return the text of each feed by its path in the site; *address* is the site's, with a slash at the end.

    A feed must say when it was updated. One for which nothing says so is left out: no date is made up.
    """
    found = (
        (NEW, new(book, history), None),
        (CHANGED, changed(book, history), None),
        (STOPPED, stopped(proofs, history), checked(proofs)[1]),
    )
    return {
        this.feed: _feed(book, this, changes, updated, address)
        for this, changes, otherwise in found
        if (updated := max((change.time for change in changes), default=otherwise))
    }


def _feed(book: Book, this: List, changes: tuple[Change, ...], updated: dt.datetime, address: str) -> str:
    ET.register_namespace("", _ATOM)
    feed = ET.Element(_name("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": "en"})
    _add(feed, "id", _id(this.path))
    _add(feed, "title", f"Faultbook: {this.title[:1].lower()}{this.title[1:]}")
    _add(feed, "subtitle", this.words)
    _add(feed, "updated", _time(updated))
    _add(_add(feed, "author"), "name", "The Faultbook authors")
    _add(feed, "link", rel="self", type="application/atom+xml", href=f"{address}{this.feed}")
    _add(feed, "link", rel="alternate", type="text/html", href=f"{address}{this.path}/")
    _add(feed, "link", rel="license", href=_LICENCE)
    for change in changes[:_MOST]:
        _entry(feed, book, this, change, address)
    ET.indent(feed)
    return visible(f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(feed, encoding="unicode")}\n')


def _entry(feed: ET.Element, book: Book, this: List, change: Change, address: str) -> None:
    entry = change.entry
    item = _add(feed, "entry")
    # Each change is news of its own; an entry is new only once, whatever its file is called at the time.
    said = (entry.id,) if this is NEW else (entry.id, _time(change.time), change.note)
    _add(item, "id", _id(this.path, *said))
    _add(item, "title", entry.title.replace("`", ""))
    _add(item, "updated", _time(change.time))
    if this is NEW:
        _add(item, "published", _time(change.time))
    # What is not proven any more has no page in the published book.
    there = entry.id in book.entries
    _add(item, "link", rel="alternate", type="text/html", href=f"{address}{entry.slug if there else this.path}/")
    _add(item, "category", term=entry.area.value)
    for stack in entry.stacks:
        _add(item, "category", term=stack)
    _add(item, "summary", change.note or " ".join(entry.summary.replace("`", "").split()))
    _add(item, "content", _content(change), type="html")


def _content(change: Change) -> str:
    entry = change.entry
    fix = next(iter(entry.fixes.values()))
    html = Markup("{}<p>{}</p><p>In a log: <code>{}</code></p><p>Severity: {}. Check: {}</p><p>Fix: {}</p>").format(
        Markup("<p><strong>{}</strong></p>").format(change.note) if change.note else "",
        inline(entry.summary),
        shown_line(entry)[1],
        entry.severity.label,
        inline(entry.confirm[0].ask),
        inline(fix.do),
    )
    return str(html)


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, _name(name), {key: _NOT_XML.sub("\ufffd", value) for key, value in attributes.items()})
    made.text = _NOT_XML.sub("\ufffd", text) or None
    return made


def _name(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _id(*said: str) -> str:
    """Return an id that is the same in every build and wherever the site stands."""
    return uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(("faultbook", *said))).urn


def _time(time: dt.datetime) -> str:
    return time.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

"""What is new, what has changed, and what no longer does what its page says: lists by day."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.history import History
from faultbook.pages.listing import Item, item_of
from faultbook.pages.lists import CHANGED, LISTS, NEW, STOPPED, List
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import render
from faultbook.pages.written import trail_data
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Part
from faultbook.snippets.record import MAX_AGE_DAYS, Record

__all__ = ["Change", "changed", "checked", "new", "recent_pages", "stopped"]

_MOST = 60  # entries of a list


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to an entry."""

    entry: Entry
    time: dt.datetime
    note: str = ""
    """What happened, in the words of whoever committed it or of the run; plain text."""


def new(book: Book, history: History) -> tuple[Change, ...]:
    """Return the entries that git dates, the newest first."""
    dated = ((entry, history.get(entry.path)) for entry in book.entries.values())
    return _newest(Change(entry, dates.first) for entry, dates in dated if dates)


def changed(book: Book, history: History) -> tuple[Change, ...]:
    """Return the entries that changed since they came, the newest change first."""
    dated = ((entry, history.get(entry.path)) for entry in book.entries.values())
    return _newest(
        Change(entry, dates.last, dates.subject) for entry, dates in dated if dates and dates.last > dates.first
    )


def stopped(proofs: Mapping[str, Proof], history: History) -> tuple[Change, ...]:
    """Return the parts whose newest record on a target failed, is of an earlier text or is too old, newest first."""
    return _newest(
        change
        for proof in proofs.values()
        for part in proof.parts
        for target in part.header.targets
        if (record := proof.records.get((part.name, target)))
        and (change := _stopped(proof.entry, part, record, history))
    )


def checked(proofs: Mapping[str, Proof]) -> tuple[int, dt.datetime | None]:
    """Return how many records there are, and the time of the newest."""
    times = [record.time for proof in proofs.values() for record in proof.records.values()]
    return len(times), max(times, default=None)


def recent_pages(book: Book, proofs: Mapping[str, Proof], address: str, history: History) -> tuple[Page, ...]:
    """Return the pages of the three lists."""
    return (
        _page(book, proofs, NEW, new(book, history), address, history),
        _page(book, proofs, CHANGED, changed(book, history), address, history),
        _page(book, proofs, STOPPED, stopped(proofs, history), address, history),
    )


def _newest(found: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(found, key=lambda change: (-change.time.timestamp(), change.entry.title.lower(), change.note)))


def _stopped(entry: Entry, part: Part, record: Record, history: History) -> Change | None:
    where = f"{part.name} on {record.target}"
    if not record.passed:
        reason = record.reasons[0].splitlines()[0] if record.reasons else "no reason recorded"
        return Change(entry, record.time, f"{where} failed: {reason}")
    if record.digest != part.digest:
        dates = history.get(part.shown_path)
        time = max(dates.last, record.time) if dates else record.time
        return Change(entry, time, f"{where} has changed since it passed on {record.time:%Y-%m-%d}")
    if record.age_days > MAX_AGE_DAYS:
        time = record.time + dt.timedelta(days=MAX_AGE_DAYS)
        return Change(entry, time, f"{where} passed on {record.time:%Y-%m-%d}, over a year ago")
    return None


def _page(
    book: Book, proofs: Mapping[str, Proof], this: List, changes: tuple[Change, ...], address: str, history: History
) -> Page:
    days: dict[str, list[Item]] = {}
    for change in changes[:_MOST]:
        there = change.entry.id in book.entries
        item = item_of(change.entry, proofs[change.entry.id], note=change.note, there=there)
        days.setdefault(f"{change.time:%Y-%m-%d}", []).append(item)
    count, newest = checked(proofs)
    body = render(
        "recent.html.j2",
        this=this,
        lists=LISTS,
        days=days,
        more=max(0, len(changes) - _MOST),
        dated=bool(history),
        records=count,
        newest=newest,
        feed=this is STOPPED or bool(changes),
        link=lambda path: relative(this.path, path),
    )
    toc = tuple(TocItem(f"day-{day}", day) for day in days)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        **trail_data((("Failures", "failures"), (this.title, this.path)), address),
    }
    return Page(this.path, this.title, this.words, body, toc, "hub", structured=data, label=this.title)

"""What is new, has changed or stopped reproducing: the lists, and their feeds against the rules of Atom (RFC 4287)."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from builders import book, entry, proof
from small_book import SLUG, write_book

from faultbook.book import load_book
from faultbook.entry import Entry
from faultbook.history import Dates, History
from faultbook.pages import Page, all_pages, exports
from faultbook.pages.recent import stopped
from faultbook.snippets import record as records
from faultbook.snippets.gate import Proof, gate
from faultbook.snippets.record import Record, write_record

ADDRESS = "https://faultbook.example/"
ATOM = "{http://www.w3.org/2005/Atom}"
CAME = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
CHANGED = dt.datetime(2026, 2, 3, 4, 5, 6, tzinfo=dt.timezone(dt.timedelta(hours=2)))
HOSTILE = "<script>alert(1)</script> & ]]> \x0b\x1b[31m \ufffe &amp;"


def dated(*entries: Entry, subject: str = "entries: correct") -> History:
    """The first came and changed, the others only came."""
    return {
        item.path: Dates(CAME, CAME if number else CHANGED, subject, 1 if number else 2)
        for number, item in enumerate(entries)
    }


def made(*entries: Entry, history: History | None = None) -> dict[str, str]:
    proofs = {item.id: proof(item) for item in entries}
    found = exports(book(*entries), proofs, ADDRESS, dated(*entries) if history is None else history)
    return {path: text for path, text in found.items() if path.endswith(".atom")}


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode())  # noqa: S314 -- our own text


def faults(text: str) -> Iterator[str]:
    """Yield what of the feed breaks a rule of RFC 4287 that a reader of feeds relies on."""
    feed = parsed(text)
    items = feed.findall(f"{ATOM}entry")
    if feed.tag != f"{ATOM}feed":
        yield f"the root is {feed.tag}"
    if not [link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]:
        yield "the feed does not say where it is"
    if not feed.findall(f"{ATOM}author/{ATOM}name"):
        yield "neither the feed nor its entries name an author"
    ids = [node.findtext(f"{ATOM}id") for node in (feed, *items)]
    if len(set(ids)) < len(ids):
        yield "an id stands twice"
    newest = max((item.findtext(f"{ATOM}updated") or "" for item in items), default="")
    if items and newest != feed.findtext(f"{ATOM}updated"):
        yield "the feed is not as new as its newest entry"
    for node in (feed, *items):
        yield from _faults_of(node)


def _faults_of(node: ET.Element) -> Iterator[str]:
    yield from (
        f"{node.tag} has not one {name}"
        for name in ("id", "title", "updated")
        if len(node.findall(f"{ATOM}{name}")) != 1
    )
    if not re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", node.findtext(f"{ATOM}id") or ""):
        yield "an id is no IRI"
    for time in (*node.findall(f"{ATOM}updated"), *node.findall(f"{ATOM}published")):
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time.text or ""):
            yield f"{time.text} is no date of RFC 3339"
    links = node.findall(f"{ATOM}link")
    if [(link.get("rel"), link.get("type")) for link in links].count(("alternate", "text/html")) != 1:
        yield f"{node.tag} has not one alternate of a type"
    yield from (f"{link.get('href')} is relative" for link in links if "://" not in (link.get("href") or ""))
    for content in node.findall(f"{ATOM}content"):
        if content.get("type") != "html" or len(content):
            yield "the content is no escaped HTML"


def items(text: str) -> list[tuple[str | None, str | None]]:
    return [(item.findtext(f"{ATOM}title"), item.findtext(f"{ATOM}updated")) for item in _entries(text)]


def _entries(text: str) -> list[ET.Element]:
    return parsed(text).findall(f"{ATOM}entry")


def test_feeds_say_what_came_and_what_changed_with_the_dates_of_git() -> None:
    found = made(entry(), entry("data/belt", title="The belt stops"))
    assert items(found["new.atom"]) == [
        ("The belt stops", "2026-01-02T03:04:05Z"),
        ("The widget stops at step 3", "2026-01-02T03:04:05Z"),
    ]
    assert items(found["changed.atom"]) == [("The widget stops at step 3", "2026-02-03T02:05:06Z")]
    assert [list(faults(text)) for text in found.values()] == [[], []]


def test_texts_of_entries_and_commits_are_escaped_and_what_xml_cannot_hold_is_replaced() -> None:
    item = entry(title=f"The widget {HOSTILE}", summary=HOSTILE, aliases=[HOSTILE])
    found = made(item, history=dated(item, subject=HOSTILE))
    assert sorted(found) == ["changed.atom", "new.atom"]
    for text in found.values():
        assert list(faults(text)) == []
        content = _entries(text)[0].findtext(f"{ATOM}content") or ""
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; ]]&gt; \ufffd\ufffd[31m \ufffd &amp;amp;" in content
        assert "<script" not in content
        assert (
            _entries(text)[0].findtext(f"{ATOM}title")
            == "The widget <script>alert(1)</script> & ]]> \ufffd\ufffd[31m \ufffd &amp;"
        )


def test_ids_are_the_same_wherever_the_site_stands_and_a_change_is_news_of_its_own() -> None:
    item = entry()
    proofs = {item.id: proof(item)}
    here, there = (exports(book(item), proofs, address, dated(item)) for address in (ADDRESS, "https://other.example/"))
    later = {item.path: dataclasses.replace(dated(item)[item.path], last=CHANGED + dt.timedelta(days=1))}
    after = exports(book(item), proofs, ADDRESS, later)

    def ids(files: dict[str, str], path: str) -> list[str | None]:
        return [found.findtext(f"{ATOM}id") for found in _entries(files[path])]

    assert ids(here, "changed.atom") == ids(there, "changed.atom") != ids(after, "changed.atom")
    assert ids(here, "new.atom") == ids(after, "new.atom")


def test_without_a_history_there_is_no_feed_and_the_pages_say_why() -> None:
    item = entry()
    assert made(item, history={}) == {}
    by_path = listed({}, item)
    assert "built without its history" in by_path["new"].body
    assert "built without its history" in by_path["changed"].body
    assert "new.atom" not in by_path["new"].body


def listed(history: History, *entries: Entry) -> dict[str, Page]:
    proofs = {item.id: proof(item) for item in entries}
    return {page.path: page for page in all_pages(book(*entries), proofs, address=ADDRESS, history=history)}


def test_a_list_stands_by_day_and_shows_what_the_change_says_as_text() -> None:
    item = entry()
    body = listed(dated(item, subject="entries: <b>correct</b>"), item)["changed"].body
    assert '<h2 id="day-2026-02-03"><time datetime="2026-02-03">' in body
    assert '<span class="fb-item-note">entries: &lt;b&gt;correct&lt;/b&gt;</span>' in body
    assert '<a href="../changed.atom" type="application/atom+xml">Atom feed</a>' in body


def written(root: Path, **changes: Any) -> None:
    """Write a record of the part that reproduces, on the CPU, with *changes*."""
    part = next(part for part in gate(load_book(root)[0])["widget"].parts if part.name == "reproduce")
    facts = {
        "entry": SLUG,
        "part": part.name,
        "target": "cpu",
        "outcome": "passed",
        "diagnosed_as": SLUG,
        "signatures": ["message"],
        "captures": {},
        "measures": None,
        "seconds": 0.1,
        "output_tail": "",
        "digest": part.digest,
        "device": "a CPU",
        "gpu_memory": 0,
        "driver": None,
        "cuda": None,
        "python": "3.11.7",
        "packages": {},
        "network": "cut",
        "commit": None,
        "time": CAME,
    }
    write_record(root, Record.model_validate(facts | changes))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(records, "now", lambda: CAME + dt.timedelta(days=30))
    return write_book(tmp_path)


def told(root: Path, history: History) -> list[tuple[str, str]]:
    return [(change.note, change.time.isoformat()) for change in stopped(proofs_of(root), history)]


def proofs_of(root: Path) -> dict[str, Proof]:
    return gate(load_book(root)[0])


def test_a_part_that_ran_and_passed_as_it_stands_is_on_no_list_and_the_page_says_so(root: Path) -> None:
    written(root)
    assert told(root, {}) == []
    found, proofs = load_book(root)[0], proofs_of(root)
    body = next(page for page in all_pages(found, proofs, address=ADDRESS) if page.path == "stopped-reproducing").body
    assert (
        "Nothing has: each record of the book is of its part as it stands, passed, and is younger than a year." in body
    )
    assert 'There are 1; the newest is of <time datetime="2026-01-02T03:04:05+00:00">2026-01-02</time>.' in body
    feed = exports(found, proofs, ADDRESS)["stopped-reproducing.atom"]
    assert list(faults(feed)) == []
    assert _entries(feed) == []


def test_a_newest_run_that_failed_is_told_with_its_reason(root: Path) -> None:
    written(root, outcome="failed", reasons=["it did not fail\nmore"])
    assert told(root, {}) == [("reproduce on cpu failed: it did not fail", "2026-01-02T03:04:05+00:00")]


def test_a_part_that_changed_since_it_ran_is_told_with_the_date_of_the_change(root: Path) -> None:
    written(root, digest="another")
    note = "reproduce on cpu has changed since it passed on 2026-01-02"
    assert told(root, {}) == [(note, "2026-01-02T03:04:05+00:00")]
    history = {f"snippets/{SLUG}/reproduce.py": Dates(CAME, CHANGED, "snippets: change", 2)}
    assert told(root, history) == [(note, CHANGED.isoformat())]


def test_a_run_of_over_a_year_ago_is_told_from_the_day_on_which_it_became_that(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(root)
    monkeypatch.setattr(records, "now", lambda: CAME + dt.timedelta(days=400))
    assert told(root, {}) == [("reproduce on cpu passed on 2026-01-02, over a year ago", "2027-01-02T03:04:05+00:00")]


def test_an_entry_that_is_published_no_more_is_told_without_a_link(root: Path) -> None:
    written(root, outcome="failed", reasons=["no"])
    proofs = proofs_of(root)
    pages = all_pages(book(), proofs, address=ADDRESS)
    body = next(page for page in pages if page.path == "stopped-reproducing").body
    assert '<span class="fb-item-title">The widget stops at step 3</span>' in body
    assert "memory/widget" not in body
    feed = exports(book(), proofs, ADDRESS)["stopped-reproducing.atom"]
    assert [link.get("href") for link in _entries(feed)[0].findall(f"{ATOM}link")] == [f"{ADDRESS}stopped-reproducing/"]
    assert list(faults(feed)) == []

"""The pages of the incidents, their list, and the page that diagnoses a log in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from markupsafe import Markup

from faultbook.book import Book
from faultbook.incident import Incident
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import inline, render
from faultbook.pages.timeline import timeline
from faultbook.pages.written import trail_data
from faultbook.rules.incidents import answer_of

__all__ = ["DIAGNOSE_ASSETS", "diagnose_page", "incident_logs", "incident_pages", "shown_incidents"]

#: What the page that diagnoses loads beside what every page has; the rest comes when it is used.
DIAGNOSE_ASSETS = ("assets/diagnose.css", "assets/diagnose.js")
_SECTIONS = (
    ("diagnosis", "The diagnosis"),
    ("story", "What happened"),
    ("misled", "What misled"),
    ("told", "What told it"),
    ("fix", "The fix"),
    ("logs", "The logs"),
)


def shown_incidents(book: Book) -> tuple[Incident, ...]:
    """Return the incidents whose logs are all there; a preview may begin before they are."""
    return tuple(
        incident
        for incident in book.incidents.values()
        if all(book.incident_log(incident, log).is_file() for log in incident.logs)
    )


def incident_logs(book: Book) -> dict[str, Path]:
    """Return the logs of the incidents, by their paths in the site."""
    return {
        f"{incident.slug}/{log}": book.incident_log(incident, log)
        for incident in shown_incidents(book)
        for log in incident.logs
    }


def incident_pages(book: Book, address: str) -> tuple[Page, ...]:
    """Return the list of the incidents and a page for each; *address* is the site's, for structured data."""
    return (_list(book, address), *(_page(book, incident, address) for incident in shown_incidents(book)))


def diagnose_page(book: Book, address: str) -> Page:
    """Return the page that diagnoses logs in the browser, with the incidents as samples."""
    words = (
        "Paste a log or drop its files: which rank failed first, what it is and what to do. Nothing leaves the browser."
    )
    body = render("diagnose.html.j2", incidents=shown_incidents(book), words=words, link=_link_from("diagnose"))
    data = _data((("Diagnose", "diagnose"),), address)
    return Page("diagnose", "Diagnose a log", words, body, (), "diagnose", None, data, "Diagnose", DIAGNOSE_ASSETS)


def _list(book: Book, address: str) -> Page:
    words = (
        "Solved cases with their logs: what people saw, what misled them, what told it, and what the diagnosis says."
    )
    rows = [(incident, _entry_link(book, "incidents", incident.entry)) for incident in shown_incidents(book)]
    body = render("incidents.html.j2", rows=rows, words=words, link=_link_from("incidents"))
    return Page(
        "incidents", "Incidents", words, body, (), "incident", structured=_data((("Incidents", "incidents"),), address)
    )


def _page(book: Book, incident: Incident, address: str) -> Page:
    here = incident.slug
    answer = answer_of(book, incident)
    body = render(
        "incident.html.j2",
        incident=incident,
        answer=answer,
        picture=timeline(answer),
        link=_link_from(here),
        entry_link=_entry_link(book, here, incident.entry),
        never=[_entry_link(book, here, slug) for slug in incident.never],
        logs=[(log, size) for item in answer["files"] for log, size in ((item["name"], item["lines"]),)],
    )
    data = _data((("Incidents", "incidents"), (incident.title, here)), address)
    toc = tuple(TocItem(id_, title) for id_, title in _SECTIONS)
    words = f"{incident.title}: the logs, what misled, what told it, and the fix."
    return Page(here, incident.title, words, body, toc, "incident", incident.path, data)


def _link_from(here: str) -> Callable[[str], str]:
    return lambda path: relative(here, path)


def _entry_link(book: Book, here: str, slug: str) -> Markup:
    """Return a link to the entry with its title; words alone when the book does not hold it."""
    if (entry := book.get(slug)) is not None:
        return Markup('<a href="{}">{}</a>').format(relative(here, entry.slug), inline(entry.title))
    return Markup("{}").format(slug.rpartition("/")[2].replace("-", " "))


def _data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    return {"@context": "https://schema.org", **trail_data(trail, address)}

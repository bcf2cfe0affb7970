"""Pages: an entry as a reader meets it, the hubs that set entries side by side, and the exports for machines.

A page's body is HTML that any site engine can carry; nothing here knows one.
"""

from __future__ import annotations

import dataclasses

from faultbook.book import Book
from faultbook.pages.build import all_pages, write_pages
from faultbook.pages.export import exports
from faultbook.pages.feedback import Feedback
from faultbook.pages.hubs import compared
from faultbook.pages.incidents import incident_logs, shown_incidents
from faultbook.pages.page import Page, TocItem
from faultbook.pages.recent import LISTS
from faultbook.pages.search import HandWritten, search_files
from faultbook.pages.unread import unread_pages
from faultbook.snippets.gate import Proof

__all__ = [
    "LISTS",
    "Feedback",
    "HandWritten",
    "Page",
    "TocItem",
    "all_pages",
    "compared",
    "exports",
    "incident_logs",
    "proven_only",
    "search_files",
    "shown_incidents",
    "unread_pages",
    "write_pages",
]


def proven_only(book: Book, proofs: dict[str, Proof]) -> Book:
    """Return *book* with the entries that are proven; what the others say of them stays out too."""
    entries = {id_: entry for id_, entry in book.entries.items() if proofs[id_].proven}
    # Without its entry, a browser would not know what an incident's logs show.
    incidents = {id_: incident for id_, incident in book.incidents.items() if incident.entry_id in entries}
    return dataclasses.replace(book, entries=entries, incidents=incidents)

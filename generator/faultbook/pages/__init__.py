"""Pages: an entry as a reader meets it, the hubs that set entries side by side, and the exports for machines.

A page's body is HTML that any site engine can carry; nothing here knows one. What makes pages takes longer to load than
to look at a site in which nothing changed, so each name is loaded when it is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from faultbook.pages.anchors import anchors_of, with_former_anchors
    from faultbook.pages.build import all_pages, book_files, other_pages, site_files, write_pages
    from faultbook.pages.edition import Made, Wanted, entry_context, entry_key, made, piece_key, rows
    from faultbook.pages.entry_page import entry_outline
    from faultbook.pages.export import exports
    from faultbook.pages.face import Face, face_of
    from faultbook.pages.feedback import Feedback
    from faultbook.pages.hubs import compared
    from faultbook.pages.incidents import incident_logs, shown_incidents
    from faultbook.pages.kept import document_anchors, kept_addresses, redirect
    from faultbook.pages.lists import LISTS
    from faultbook.pages.page import Page, TocItem, digest, in_short, page_data, page_of
    from faultbook.pages.proven import proven_only
    from faultbook.pages.search import search_files, search_texts
    from faultbook.pages.search_book import Keep
    from faultbook.pages.unread import unread_pages
    from faultbook.pages.written import HandWritten, document_data

_HOMES = {
    "anchors": "anchors_of with_former_anchors",
    "build": "all_pages book_files other_pages site_files write_pages",
    "edition": "Made Wanted entry_context entry_key made piece_key rows",
    "entry_page": "entry_outline",
    "export": "exports",
    "face": "Face face_of",
    "feedback": "Feedback",
    "hubs": "compared",
    "incidents": "incident_logs shown_incidents",
    "kept": "document_anchors kept_addresses redirect",
    "lists": "LISTS",
    "page": "Page TocItem digest in_short page_data page_of",
    "proven": "proven_only",
    "search": "search_files search_texts",
    "search_book": "Keep",
    "unread": "unread_pages",
    "written": "HandWritten document_data",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "LISTS",
    "Face",
    "Feedback",
    "HandWritten",
    "Keep",
    "Made",
    "Page",
    "TocItem",
    "Wanted",
    "all_pages",
    "anchors_of",
    "book_files",
    "compared",
    "digest",
    "document_anchors",
    "document_data",
    "entry_context",
    "entry_key",
    "entry_outline",
    "exports",
    "face_of",
    "in_short",
    "incident_logs",
    "kept_addresses",
    "made",
    "other_pages",
    "page_data",
    "page_of",
    "piece_key",
    "proven_only",
    "redirect",
    "rows",
    "search_files",
    "search_texts",
    "shown_incidents",
    "site_files",
    "unread_pages",
    "with_former_anchors",
    "write_pages",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = found
    return found

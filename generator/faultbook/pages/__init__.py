"""Pages: an entry as a reader meets it, the hubs that set entries side by side, and the exports for machines.

A page's body is HTML that any site engine can carry; nothing here knows one.
"""

from __future__ import annotations

from faultbook.pages.build import all_pages, book_files, other_pages, site_files, write_pages
from faultbook.pages.edition import (
    Made,
    Wanted,
    digest,
    entry_context,
    entry_key,
    in_short,
    made,
    page_data,
    page_of,
    piece_key,
    rows,
)
from faultbook.pages.entry_page import entry_outline
from faultbook.pages.export import exports
from faultbook.pages.face import Face, face_of
from faultbook.pages.feedback import Feedback
from faultbook.pages.hubs import compared
from faultbook.pages.incidents import incident_logs, shown_incidents
from faultbook.pages.kept import anchors_of, document_anchors, kept_addresses, redirect, with_former_anchors
from faultbook.pages.page import Page, TocItem
from faultbook.pages.proven import proven_only
from faultbook.pages.recent import LISTS
from faultbook.pages.search import HandWritten, search_files
from faultbook.pages.structured import document_data
from faultbook.pages.unread import unread_pages

__all__ = [
    "LISTS",
    "Face",
    "Feedback",
    "HandWritten",
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
    "shown_incidents",
    "site_files",
    "unread_pages",
    "with_former_anchors",
    "write_pages",
]

"""Pages: an entry as a reader meets it, the hubs that set entries side by side, and the exports for machines.

A page's body is HTML that any site engine can carry; nothing here knows one.
"""

from __future__ import annotations

from faultbook.pages.build import all_pages, site_files, write_pages
from faultbook.pages.export import exports
from faultbook.pages.feedback import Feedback
from faultbook.pages.hubs import compared
from faultbook.pages.incidents import incident_logs, shown_incidents
from faultbook.pages.kept import anchors_of, document_anchors, redirect, with_former_anchors
from faultbook.pages.page import Page, TocItem
from faultbook.pages.proven import proven_only
from faultbook.pages.recent import LISTS
from faultbook.pages.search import HandWritten, search_files
from faultbook.pages.structured import document_data
from faultbook.pages.unread import unread_pages

__all__ = [
    "LISTS",
    "Feedback",
    "HandWritten",
    "Page",
    "TocItem",
    "all_pages",
    "anchors_of",
    "compared",
    "document_anchors",
    "document_data",
    "exports",
    "incident_logs",
    "proven_only",
    "redirect",
    "search_files",
    "shown_incidents",
    "site_files",
    "unread_pages",
    "with_former_anchors",
    "write_pages",
]

"""Pages of ``docs/``: what the search is told of one, and its JSON-LD, which has what that of other pages has, too.

Nothing here takes long to load, since such pages are made in each build.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Any

__all__ = ["LICENCE", "NAME", "HandWritten", "document_data", "trail_data"]

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
NAME = "Faultbook"
_CONTEXT = "https://schema.org"


@dataclasses.dataclass(frozen=True, slots=True)
class HandWritten:
    """A page of ``docs/``, as its author wrote it."""

    path: str
    """Its address in the site, without a slash at the end; empty for the home page."""
    title: str
    description: str
    markdown: str


def trail_data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    """Return the breadcrumbs of *trail*: names and paths from the top."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": f"{address}{path}/"}
            for position, (name, path) in enumerate(trail, 1)
        ],
    }


def document_data(
    title: str, description: str, path: str, address: str, changed: dt.datetime | None = None
) -> dict[str, Any]:
    """Return the graph of a hand-written page; an empty *path* is the first page of the site, which stands for it."""
    dated = {"dateModified": changed.date().isoformat()} if changed else {}
    if not path:
        site = {"@type": "WebSite", "@id": f"{address}#site", "name": NAME, "url": address, "description": description}
        return {"@context": _CONTEXT, "@graph": [{**site, "inLanguage": "en", "license": LICENCE, **dated}]}
    page: dict[str, Any] = {"@type": "WebPage", "name": title, "description": description, "url": f"{address}{path}/"}
    page |= {"inLanguage": "en", "license": LICENCE, "isPartOf": {"@id": f"{address}#site"}}
    return {"@context": _CONTEXT, "@graph": [{**page, **dated}, trail_data(((title, path),), address)]}

"""The anchors of a page, and those that it had once and has no more."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from markupsafe import Markup

__all__ = ["anchors_of", "with_former_anchors"]

_ID = re.compile('id="([^"]+)"')  # begins with plain text, which is found quickly
#: The section in which the anchors of a prefix stand; without the section, the top of the page.
_SECTIONS = {
    "fix-": "fix",
    "signature-": "signature",
    "figure-": "signature",
    "alert-": "monitor",
    "q-": "questions",
    "part-": "code",
    "origins": "evidence",
    "form-": "keys",
}


def anchors_of(body: str) -> frozenset[str]:
    """Return the anchors of an HTML body: the ids of its elements, but those of controls, which begin with ``fb-``."""
    return frozenset(
        html.unescape(found[1])
        for found in _ID.finditer(body)
        if not found[1].startswith("fb-") and _in_tag(body, found.start())
    )


def _in_tag(body: str, at: int) -> bool:
    """Return whether the place *at* of an HTML text is within a tag; code may show quotes and signs of equality."""
    opened = body.rfind("<", 0, at)
    return (
        opened >= 0
        and body[at - 1].isspace()
        and body.find(">", opened, at) < 0
        and body[opened + 1 : opened + 2].islower()
    )


def with_former_anchors(body: str, anchors: Iterable[str]) -> str:
    """Return *body* with each of *anchors* that it lacks at the head of the section where it was, or at its top."""
    wanted = set(anchors)
    there = anchors_of(body) if wanted else frozenset()
    places: dict[str, list[str]] = {}
    for anchor in sorted(wanted - there):
        prefix = next((prefix for prefix in _SECTIONS if anchor.startswith(prefix)), "")
        section = _SECTIONS.get(prefix, "")
        places.setdefault(section if section in there else "", []).append(anchor)
    for section, gone in places.items():
        spans = "".join(Markup('<span id="{}" class="fb-former"></span>').format(anchor) for anchor in gone)
        found = re.search(rf'<[a-z][^<>]*?\sid="{re.escape(section)}"', body) if section else None
        at = found.start() if found else 0
        body = f"{body[:at]}{spans}{body[at:]}"
    return body

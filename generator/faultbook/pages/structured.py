"""JSON-LD of a page: a TechArticle where it leads a reader, and a BreadcrumbList.

FAQPage earns nothing in search results any more (Google's documentation, 2026-05), so the questions are not repeated.
"""

from __future__ import annotations

from typing import Any

from faultbook.entry import Entry
from faultbook.snippets.gate import Proof

__all__ = ["entry_data", "trail_data"]


def entry_data(entry: Entry, proof: Proof, address: str) -> dict[str, Any]:
    """Return the graph of an entry's page; *address* is the site's, with a slash at the end."""
    url = f"{address}{entry.slug}/"
    article: dict[str, Any] = {
        "@type": "TechArticle",
        "@id": f"{url}#article",
        "headline": entry.title,
        "alternativeHeadline": list(entry.aliases),
        "description": entry.summary,
        "url": url,
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "isAccessibleForFree": True,
        "proficiencyLevel": "Expert",
        "keywords": [entry.area.value, entry.layer.value, *(phase.value for phase in entry.phase), *entry.stacks],
        "about": [
            {"@type": "SoftwareApplication", "name": item.package, "softwareVersion": item.versions or "any"}
            for item in entry.affects
            if item.package
        ],
        "citation": [
            {"@type": "CreativeWork", "name": source.title, "url": source.url} for source in entry.sources if source.url
        ],
    }
    if times := [record.time for record in proof.records.values()]:
        article["dateModified"] = max(times).date().isoformat()
    article = {name: value for name, value in article.items() if value not in ("", [])}
    trail = trail_data(
        (("Failures", "failures"), (entry.area.label, entry.area.value), (entry.title, entry.slug)), address
    )
    return {"@context": "https://schema.org", "@graph": [article, trail]}


def trail_data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    """Return the breadcrumbs of *trail*: names and paths from the top."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": f"{address}{path}/"}
            for position, (name, path) in enumerate(trail, 1)
        ],
    }

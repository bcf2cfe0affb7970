"""JSON-LD of a page: what it is, where it stands, and what it answers.

FAQPage earns nothing in search results any more (Google's documentation, 2026-05); it is there for other readers.
"""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterable
from typing import Any

import nh3

from faultbook.entry import Entry
from faultbook.exports.alerts import RULES_FILE
from faultbook.history import Dates
from faultbook.pages.plain_html import text_of
from faultbook.pages.plain_text import paragraphs
from faultbook.pages.render import plain_prose
from faultbook.pages.written import LICENCE, NAME, trail_data
from faultbook.questions import Block, Code, Items, Links, Markdown, Prose, QuestionAndAnswer
from faultbook.snippets.gate import Proof

__all__ = ["LICENCE", "book_data", "entry_data"]

_CONTEXT = "https://schema.org"
_ABOUT = "An open encyclopedia of ML training and serving failures in which every claim runs."
#: Files of the whole book: path, what it is, media type.
DISTRIBUTIONS = (
    ("index.json", "Every entry in short", "application/json"),
    ("signatures.json", "Signatures for logs", "application/json"),
    ("llms-full.txt", "Every entry as Markdown", "text/markdown"),
    (RULES_FILE, "Alert rules for Prometheus", "application/yaml"),
)


def entry_data(
    entry: Entry, proof: Proof, address: str, asked: Iterable[QuestionAndAnswer] = (), dates: Dates | None = None
) -> dict[str, Any]:
    """Return the graph of an entry's page; *address* is the site's, with a slash at the end."""
    url = f"{address}{entry.slug}/"
    article: dict[str, Any] = {
        "@type": "TechArticle",
        "@id": f"{url}#article",
        "headline": entry.title,
        "alternativeHeadline": list(entry.aliases),
        "description": entry.summary,
        "url": url,
        "mainEntityOfPage": url,
        "inLanguage": "en",
        "license": LICENCE,
        "isAccessibleForFree": True,
        "isPartOf": {"@id": f"{address}#book"},
        "author": _authors(address),
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
    times = [record.time for record in proof.records.values()] + ([dates.last] if dates else [])
    if dates:
        article["datePublished"] = dates.first.date().isoformat()
    if times:
        article["dateModified"] = max(times).date().isoformat()
    article = {name: value for name, value in article.items() if value not in ("", [])}
    trail = trail_data(
        (("Failures", "failures"), (entry.area.label, entry.area.value), (entry.title, entry.slug)), address
    )
    graph = [article, trail]
    if answered := [_question(item) for item in asked]:
        graph.append({"@type": "FAQPage", "@id": f"{url}#questions", "url": url, "mainEntity": answered})
    return {"@context": _CONTEXT, "@graph": graph}


def book_data(address: str, entries: Iterable[Entry], changed: dt.datetime | None = None) -> dict[str, Any]:
    """Return the book as a data set."""
    stacks = sorted({stack for entry in entries for stack in entry.stacks})
    dated = {"dateModified": changed.date().isoformat()} if changed else {}
    return {
        "@type": "Dataset",
        "@id": f"{address}#book",
        "name": f"{NAME}: ML training and serving failures",
        "description": f"{_ABOUT} Log signatures, near misses, checks, repairs, code with its records, alerts.",
        "url": f"{address}as-data/",
        "license": LICENCE,
        "isAccessibleForFree": True,
        "inLanguage": "en",
        "creator": _authors(address),
        "keywords": ["machine learning", "debugging", "failures", "logs", *stacks],
        **dated,
        "distribution": [
            {"@type": "DataDownload", "name": name, "encodingFormat": media, "contentUrl": f"{address}{path}"}
            for path, name, media in DISTRIBUTIONS
        ],
    }


def _authors(address: str) -> dict[str, Any]:
    return {"@type": "Organization", "name": "The Faultbook authors", "url": address}


def _question(item: QuestionAndAnswer) -> dict[str, Any]:
    text = "\n".join(filter(None, (_text(block) for block in item.answer)))
    return {"@type": "Question", "name": item.question, "acceptedAnswer": {"@type": "Answer", "text": text}}


def _text(block: Block) -> str:
    """Return a block of an answer as plain text."""
    match block:
        case Prose(text) | Code(text, _):
            return text.strip()
        case Markdown(text):
            if (found := paragraphs(text)) is not None:
                return "\n".join(map("".join, found))
            made = plain_prose(text)
            words = text_of(made)
            return html.unescape(nh3.clean(made, tags=set()) if words is None else words).strip()
        case Items(texts):
            return "\n".join(texts)
        case Links(links):
            return "\n".join(link.text for link in links)

"""What the site's search knows: a document for each entry and page, made from the book, and how a browser asks it.

A small book's index is one file of documents, and the browser makes an index of them. A large one's is made here and
cut into files by its words, of which the browser reads those that a query needs: see search_postings.py.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.export import signatures_text
from faultbook.pages.page import Page
from faultbook.pages.render import render
from faultbook.pages.search_postings import index_files, json_line
from faultbook.pages.search_signatures import signature_files
from faultbook.pages.written import HandWritten, trail_data
from faultbook.vocabulary import is_measured

__all__ = ["FORMAT", "LARGE", "SEARCH_ASSETS", "HandWritten", "entry_words", "search_files", "search_page"]

FORMAT = 1  # of search.json; in files it is another
_FORMAT_IN_FILES = 2
#: Entries from which on the index is cut into files: a browser would wait for that of a larger book.
LARGE = 500

#: What the page of results loads beside what every page has.
SEARCH_ASSETS = ("assets/search-page.js",)

# Of an entry, what its head says already, what is no prose, and what tells of other entries.
_NOT_WORDS = {"title", "aliases", "summary", "severity", "status", "layer", "phase", "stacks", "sources", "related"}
_NOT_WORDS |= {"near_misses", "captures", "origin", "role", "strength", "risk", "language", "versions", "path", "id"}
# What comes after the failure is found and named; who searches has not got there.
_NOT_WORDS |= {"cost", "verify", "rollback", "takes", "perspectives", "not_fixes"}
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]{2,39}")
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]")
_ENDING = re.compile(r"(?<=...)(?:ings?|ed|es|s|e|ly|ion|ions)$")
_LINK = re.compile(r"\]\([^)]*\)(\{[^}]*\})?")
#: A word in more than this share of the entries tells none of them from the others.
_COMMON = 0.2


def search_files(
    book: Book,
    pages: Iterable[Page],
    address: str,
    written: Iterable[HandWritten] = (),
    *,
    signatures: str | None = None,
    large: int = LARGE,
    words: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return the index and the OpenSearch description, by their paths in the site.

    *pages* are the book's own, *written* those of ``docs/``; *address* is the site's, with a slash at the end.
    A book of *large* entries or more has an index in many files, of which a browser reads few; *signatures* is then
    the text of ``signatures.json``, which is made when it is not given. *words* are those of the entries, by id, as
    :func:`entry_words` returns them; the entries are then asked for nothing that only their own pages show.
    """
    documents = [*_entries(book, words), *_pages(book, pages), *map(_hand_written, written)]
    described = {"opensearch.xml": _description(address)}
    if len(book.entries) < large:
        return {"search.json": json_line({"format": FORMAT, "documents": documents}), **described}
    head, files = index_files(documents)
    numbers = {document["path"]: number for number, document in enumerate(documents)}
    first, more = signature_files(json.loads(signatures or signatures_text(book)), numbers)
    head = {"format": _FORMAT_IN_FILES, **head, "signature_files": first}
    return {"search.json": json_line(head), **files, **more, **described}


def search_page(book: Book, address: str) -> Page:
    """Return the page of results; its script fills it in, and without one it says where else to look."""
    words = "Search failures by a line of a log, as pasted, or by what you see. Nothing you type leaves the browser."
    if len(book.entries) >= LARGE:
        words = words[:-1] + ", which asks the site only for the parts of the index that it needs."
    areas = sorted({entry.area for entry in book.entries.values()})
    body = render("search.html.j2", words=words, areas=areas)
    data = {"@context": "https://schema.org", **trail_data((("Search", "search"),), address)}
    return Page("search", "Search", words, body, (), "search", structured=data, assets=SEARCH_ASSETS)


def entry_words(entry: Entry) -> str:
    """Return the words of the prose of *entry*, once each, with a space between them."""
    return " ".join(_words(_prose(entry.model_dump(mode="json", by_alias=True))))


def _entries(book: Book, told: Mapping[str, str] | None) -> Iterator[dict[str, Any]]:
    entries = tuple(book.entries.values())
    words = {entry.id: (entry_words(entry) if told is None else told[entry.id]).split() for entry in entries}
    counts = Counter(kin for found in words.values() for kin in {_kin(word) for word in found})
    common = {kin for kin, count in counts.items() if count > max(2, _COMMON * len(entries))}
    for entry in entries:
        document = _entry(entry)
        known = {_kin(word) for word in _words(" ".join(str(value) for value in document.values()))} | common
        others = {_kin(word): word for word in words[entry.id]}
        document["words"] = " ".join(word for kin, word in others.items() if kin not in known)
        yield document


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "kind": "entry",
        "path": entry.slug,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "summary": " ".join(entry.summary.split()),
        "see": [" ".join(symptom.see.split()) for symptom in entry.symptoms],
        "lines": _lines(entry),
        "area": entry.area.label,
        "severity": entry.severity.value,
        "tags": [*entry.stacks, entry.layer.label, *(phase.label for phase in entry.phase)],
        "questions": [" ".join(item.q.split()) for item in entry.faq],
    }


def _lines(entry: Entry) -> list[str]:
    """Return what software prints; a line that only the entry's own part prints is in no reader's log."""
    shown = (line for name, signature in entry.signatures.items() if not is_measured(name) for line in signature.lines)
    return list(dict.fromkeys(shown))


def _pages(book: Book, pages: Iterable[Page]) -> Iterator[dict[str, Any]]:
    incidents = {incident.slug: incident for incident in book.incidents.values()}
    for page in pages:
        if page.kind in {"entry", "search"}:
            continue
        document = {"kind": page.kind, "path": page.path, "title": page.title, "summary": page.description}
        if (incident := incidents.get(page.path)) is not None:
            told = f"{incident.story} {incident.misled} {incident.told} {incident.fix}"
            document["words"] = " ".join(_words(told))
        yield document


def _hand_written(page: HandWritten) -> dict[str, Any]:
    words = " ".join(_words(_LINK.sub(" ", page.markdown)))
    return {"kind": "page", "path": page.path, "title": page.title, "summary": page.description, "words": words}


def _prose(value: Any) -> str:
    """Return every text under *value* that says something of the failure."""
    if isinstance(value, Mapping):
        return " ".join(_prose(item) for name, item in value.items() if name not in _NOT_WORDS)
    if isinstance(value, list | tuple):
        return " ".join(_prose(item) for item in value)
    return value if isinstance(value, str) else ""


def _words(text: str) -> list[str]:
    """Return the distinct words of *text* in order; capitals stay where they part a name, as in ``DataLoader``."""
    return sorted(set(map(_form, _WORD.findall(text))))


@functools.lru_cache(maxsize=200_000)
def _form(word: str) -> str:
    return word if _INNER_CAPITAL.search(word) else word.lower()


@functools.lru_cache(maxsize=200_000)
def _kin(word: str) -> str:
    """Return what forms of *word* share, roughly: the browser's stems make one term of them."""
    return _ENDING.sub("", word.lower())


def _description(address: str) -> str:
    """Return what a browser needs to search the book from its address bar."""
    site = escape(address, {'"': "&quot;"})
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        "<ShortName>Faultbook</ShortName>\n"
        "<Description>ML training and serving failures, by a line of a log or by what you see.</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Url type="text/html" method="get" template="{site}search/?q={{searchTerms}}"/>\n'
        f'<Url type="application/opensearchdescription+xml" rel="self" template="{site}opensearch.xml"/>\n'
        "</OpenSearchDescription>\n"
    )

"""What the site's search knows: a document for each entry and page, made from the book, and how a browser asks it.

A small book's index is one file of documents, and the browser makes an index of them. A large one's is made here and
cut into files, of which the browser reads those that a query needs: see search_index.py.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from faultbook.book import Book
from faultbook.diagnosis.shared import engine_json
from faultbook.entry import Entry
from faultbook.pages.page import Page
from faultbook.pages.render import render
from faultbook.pages.search_book import Keep, large_documents
from faultbook.pages.search_index import Files, index_files, of_texts
from faultbook.pages.search_postings import json_line
from faultbook.pages.written import HandWritten, trail_data
from faultbook.signatures.compiled import FORMAT as SIGNATURES_FORMAT
from faultbook.vocabulary import is_measured

__all__ = [
    "FORMAT",
    "LARGE",
    "SEARCH_ASSETS",
    "Files",
    "HandWritten",
    "Keep",
    "entry_words",
    "search_files",
    "search_page",
    "search_texts",
]

FORMAT = 1  # of search.json; in files it is another
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
    large: int = LARGE,
    words: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return the texts of the index and of the OpenSearch description, by their paths in the site.

    The arguments are those of :func:`search_texts`.
    """
    files = search_texts(book, pages, address, written, large=large, words=words)
    return {path: files.texts[key] for path, key in files.keys.items()}


def search_texts(
    book: Book,
    pages: Iterable[Page],
    address: str,
    written: Iterable[HandWritten] = (),
    *,
    large: int = LARGE,
    words: Mapping[str, str] | None = None,
    keep: Keep | None = None,
) -> Files:
    """Return the files of the index and of the OpenSearch description.

    *pages* are the book's own, *written* those of ``docs/``; *address* is the site's, with a slash at the end.
    A book of *large* entries or more has an index in many files, of which a browser reads few. *words* are those of
    the entries, by id, as :func:`entry_words` returns them; the entries are then asked for nothing that only their own
    pages show. With *keep*, what is kept of an earlier build is not made anew, and its texts are not returned.
    """
    others = [*_pages(book, pages), *map(_hand_written, written)]
    described = of_texts({"opensearch.xml": _description(address)})

    def words_of(entry: Entry) -> list[str]:
        return (entry_words(entry) if words is None else words[entry.id]).split()

    if len(book.entries) < large:
        entries = tuple(book.entries.values())
        common = _common([words_of(entry) for entry in entries])
        documents = [*(_entry(entry, words_of(entry), common) for entry in entries), *others]
        found = of_texts({"search.json": json_line({"format": FORMAT, "documents": documents})})
    else:
        known = large_documents(
            book,
            others,
            lambda entries, common: [_entry(entry, words_of(entry), common) for entry in entries],
            lambda entries: _common([words_of(entry) for entry in entries]),
            keep,
        )
        engine = {"format": SIGNATURES_FORMAT, "engine": engine_json()}
        found = index_files(known, engine, keep.kept if keep is not None else None)
    return Files(found.keys | described.keys, found.texts | described.texts)


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


def _common(words: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return what forms of words share that tell no entry from others; *words* are those of each."""
    counts = Counter(kin for found in words for kin in set(map(_kin, found)))
    return frozenset(kin for kin, count in counts.items() if count > max(2, _COMMON * len(words)))


def _entry(entry: Entry, words: Iterable[str], common: frozenset[str]) -> dict[str, Any]:
    """Return the entry's document; of its *words* those are left out that are in it anyhow, and *common* ones."""
    document = _headed(entry)
    known = set(map(_kin, set(_WORD.findall(" ".join(map(str, document.values()))))))
    words = list(words)
    others = dict(zip(map(_kin, words), words, strict=True))
    known |= common
    document["words"] = " ".join([word for kin, word in others.items() if kin not in known])
    return document


def _headed(entry: Entry) -> dict[str, Any]:
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

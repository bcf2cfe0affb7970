"""An entry's page for its author: what is wrong with it at the top, and its signatures to try on a log."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry, FigureSignature, Signature
from faultbook.pages.entry_page import entry_page
from faultbook.pages.page import Page
from faultbook.pages.render import render
from faultbook.place import Problem
from faultbook.signatures.compiled import compile_figures, compile_signature, to_json
from faultbook.snippets.gate import Proof, proof_of

__all__ = ["PREVIEW_ASSETS", "gone_page", "preview_page", "trial"]

PREVIEW_ASSETS = ("preview/preview.css", "preview/preview.js")
_ID = re.compile(r'\sid="([^"]+)"')
_FILE = re.compile(r"(?:snippets|evidence)/[^/]+/[^/]+/(?P<part>[^@./]+)")
#: The sections that show a key of the file, where that is not the key's own name.
_SECTIONS = {
    "signatures": "signature",
    "figures": "signature",
    "fixes": "fix",
    "not_fixes": "not-fixes",
    "cause": "mechanism",
    "affects": "mechanism",
    "faq": "questions",
    "unsourced": "sources",
}
_NAMED = {"signatures": "signature", "figures": "figure", "fixes": "fix"}


@dataclasses.dataclass(frozen=True, slots=True)
class _Shown:
    """A problem, and the anchor of what it is about, when the page has one."""

    problem: Problem
    anchor: str | None


def preview_page(
    book: Book, path: str, problems: Iterable[Problem], *, watched: str, checked: bool, version: int
) -> Page:
    """Return the page of the entry in the file at *path* with its *problems*, or what keeps it from being read.

    *watched* is the path of the entry that is checked, which links may lead away from; *checked* says whether the rules
    have been asked of the file as it is now; *version* counts the readings.
    """
    problems = tuple(problems)
    entry = next((entry for entry in book.entries.values() if entry.path == path), None)
    slug = path.removeprefix("entries/").removesuffix(".yaml")
    if entry is None:
        page = Page(slug, f"{slug}: not readable yet", path, "", (), "hub", source=path)
    else:
        page = entry_page(book, entry, proof_of(book, entry, len(problems)), "/")
    anchors = set(_ID.findall(page.body))
    shown = [_Shown(problem, _anchor(book, path, problem, anchors)) for problem in problems]
    values = {"path": path, "entry": entry, "problems": shown, "checked": checked, "version": version}
    head = render("preview.html.j2", **values, id=slug.partition("/")[2], watched=_watched(watched, path))
    return dataclasses.replace(page, title=f"Preview: {page.title}", body=head + page.body, assets=PREVIEW_ASSETS)


def gone_page(path: str, version: int) -> Page:
    """Return what stands in place of the page of a file that is not there any more."""
    values: dict[str, Any] = {"path": path, "entry": None, "problems": [], "checked": True, "version": version}
    body = render("preview.html.j2", **values, id="", watched=None)
    return Page(path.removeprefix("entries/").removesuffix(".yaml"), path, path, body, (), "hub", assets=PREVIEW_ASSETS)


def _watched(watched: str, path: str) -> str | None:
    """Return the slug of the entry that is checked, when it is another one."""
    return None if watched == path else watched.removeprefix("entries/").removesuffix(".yaml")


def _anchor(book: Book, path: str, problem: Problem, anchors: set[str]) -> str | None:
    """Return the anchor of what the problem is about."""
    if problem.place.path != path:
        found = _FILE.match(problem.place.path)
        wanted = [f"part-{found['part']}", "evidence"] if found else []
    else:
        places = book.documents[path].key_places
        # The keys that stand at or above the problem's line, the nearest last.
        above = [
            keys for keys, place in sorted(places.items(), key=lambda item: item[1]) if place.line <= problem.place.line
        ]
        top = next((keys[0] for keys in reversed(above) if len(keys) == 1), None)
        name = next((keys[1] for keys in reversed(above) if len(keys) == 2 and keys[0] == top), None)  # noqa: PLR2004
        wanted = [f"{_NAMED[str(top)]}-{name}"] if top in _NAMED else []
        wanted += [_SECTIONS.get(str(top), str(top)), "top"]
    return next((anchor for anchor in wanted if anchor in anchors), None)


def trial(book: Book, entry: Entry) -> dict[str, Any]:
    """Return what a browser needs to try the signatures of *entry*: them, compiled, and texts to begin with."""
    compiled = []
    faulty: dict[str, str] = {}
    for name, signature in entry.signatures.items():
        try:
            compiled.append(compile_signature(entry.id, name, signature))
        except ValueError as error:
            faulty[name] = str(error)
    content = to_json(compiled, None, compile_figures((entry,)))
    return {**content, "entry": entry.slug, "faulty": faulty, "texts": _texts(entry, proof_of(book, entry))}


def _texts(entry: Entry, proof: Proof) -> list[dict[str, str]]:
    texts = []
    told: list[tuple[str, Signature | FigureSignature]] = [*entry.signatures.items(), *entry.figures.items()]
    for name, item in told:
        texts += [{"label": f"sample {n} of {name}", "text": each.text} for n, each in enumerate(item.samples, 1)]
        texts += [
            {"label": f"near miss {n} of {name}: {miss.is_}", "text": miss.text}
            for n, miss in enumerate(item.near_misses, 1)
        ]
    return texts + [
        {"label": f"output of {record.part} on {record.target}", "text": record.output_tail}
        for record in proof.records.values()
    ]

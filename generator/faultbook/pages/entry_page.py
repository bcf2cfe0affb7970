"""The page of an entry."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from markupsafe import Markup

from faultbook.book import Book
from faultbook.entry import Entry, Origin, Sample, Signature
from faultbook.history import Dates
from faultbook.pages.figure import bar_charts, bars
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import code, inline, marked, render
from faultbook.pages.structured import entry_data
from faultbook.questions import affected, figure_in_words, questions
from faultbook.signatures.template import TemplateError, compile_template
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Kind, Part
from faultbook.snippets.record import MAX_AGE_DAYS, Record
from faultbook.vocabulary import is_measured

__all__ = ["entry_page"]

_NAMED_PACKAGES = 4  # that a row of the evidence table shows; the record holds all


@dataclasses.dataclass(frozen=True, slots=True)
class SampleView:
    """A sample as the page shows it."""

    text: Markup
    origin: Markup


@dataclasses.dataclass(frozen=True, slots=True)
class RunView:
    """What a part showed on one target, or that it was not yet run there."""

    part: str
    target: str
    word: str
    """passed | changed | old | failed | none: the class that colours the outcome."""
    outcome: str
    device: str
    versions: str
    date: str


@dataclasses.dataclass(frozen=True, slots=True)
class PartView:
    """A part with its text and what its newest run printed."""

    name: str
    kind: str
    file: str
    summary: Markup
    code: Markup
    output: str | None
    run: RunView | None
    """The run that the output is of."""
    runs: tuple[RunView, ...]
    figures: Markup


def entry_page(book: Book, entry: Entry, proof: Proof, address: str, dates: Dates | None = None) -> Page:
    """Return the page of *entry*; *address* is the site's, for its structured data alone, as are *dates*."""

    def link(path: str) -> str:
        return relative(entry.slug, path)

    order = list(Kind)
    sources = sorted(proof.parts, key=lambda part: (order.index(part.kind), part.name))
    parts = tuple(_part(part, proof) for part in sources)
    values = {
        "entry": entry,
        "proof": proof,
        "link": link,
        "entry_link": _linker(book, link),
        "samples": {name: _samples(signature) for name, signature in entry.signatures.items()},
        "figures": {name: figure_in_words(figure) for name, figure in entry.figures.items()},
        "origin": _origin,
        "is_measured": is_measured,
        "near_misses": [
            *(miss for signature in entry.signatures.values() for miss in signature.near_misses),
            *(miss for figure in entry.figures.values() for miss in figure.near_misses),
        ],
        "affects": [affected(item) for item in entry.affects],
        "questions": questions(entry),
        "parts": parts,
        "proofs": {part.fix: view for part, view in zip(sources, parts, strict=True) if part.fix},
        "neighbours": book.neighbours(entry),
    }
    return Page(
        path=entry.slug,
        title=entry.title,
        description=" ".join(entry.summary.replace("`", "").split()),
        body=render("entry.html.j2", **values),
        toc=_toc(entry, bool(parts), bool(values["near_misses"]), bool(values["neighbours"])),
        kind="entry",
        source=entry.path,
        structured=entry_data(entry, proof, address, questions(entry), dates),
    )


def _linker(book: Book, link: Callable[[str], str]) -> Callable[[str], Markup]:
    def entry_link(id_: str) -> Markup:
        """Return a link to the entry of this id with its title; words alone when the book has no such entry."""
        if other := book.entries.get(id_):
            return Markup('<a href="{}">{}</a>').format(link(other.slug), inline(other.title))
        return Markup("{}").format(id_.replace("-", " "))

    return entry_link


def _toc(entry: Entry, parts: bool, near_misses: bool, neighbours: bool) -> tuple[TocItem, ...]:
    fixes = tuple(TocItem(f"fix-{name}", name.replace("-", " ")) for name in entry.fixes)
    sections = (
        (True, "signature", "In a log"),
        (near_misses, "not-this", "Not this?"),
        (True, "confirm", "Confirm"),
        (True, "fix", "Fix"),
        (bool(entry.not_fixes), "not-fixes", "What does not help"),
        (True, "mechanism", "Mechanism"),
        (True, "symptoms", "Symptoms"),
        (True, "scale", "Scale"),
        (True, "prevention", "Prevention"),
        (bool(entry.monitor), "monitor", "Monitor"),
        (True, "perspectives", "Perspectives"),
        (True, "questions", "Questions"),
        (parts, "code", "Code that ran"),
        (True, "evidence", "Evidence"),
        (neighbours, "related", "Related"),
        (True, "sources", "Sources"),
    )
    return tuple(TocItem(id_, title, fixes if id_ == "fix" else ()) for there, id_, title in sections if there)


def _samples(signature: Signature) -> tuple[SampleView, ...]:
    return tuple(SampleView(_sample(signature, sample), _origin(sample.origin)) for sample in signature.samples)


def _sample(signature: Signature, sample: Sample) -> Markup:
    """Return the sample's text with what the named holes take marked."""
    spans: list[tuple[int, int, str]] = []
    start = 0
    for line in signature.lines:
        try:
            template = compile_template(line)
        except TemplateError:
            break
        match = re.compile(template.pattern).search(sample.text, start)
        if match is None:
            break
        spans += [(*match.span(capture.group), capture.name) for capture in template.captures]
        start = match.end()
    return marked(sample.text, tuple(span for span in spans if span[0] >= 0))


def _origin(origin: Origin) -> Markup:
    if origin.package:
        return Markup("in the release of {} {}").format(origin.package, origin.version)
    if origin.part:
        return Markup('printed by <a href="#part-{}">{}</a>').format(origin.part, origin.part)
    document = origin.document or ""
    if document.startswith("https://"):
        return Markup('after <a href="{}">{}</a>').format(document, urlsplit(document).netloc)
    return Markup("after {}").format(document)


def _part(part: Part, proof: Proof) -> PartView:
    mine = [proof.records.get((part.name, target)) for target in part.header.targets]
    runs = tuple(_run(part, target, record) for target, record in zip(part.header.targets, mine, strict=True))
    shown = next(((record, run) for record, run in zip(mine, runs, strict=True) if record and record.passed), None)
    shown = shown or next(((record, run) for record, run in zip(mine, runs, strict=True) if record), None)
    figures = Markup("\n").join(
        bar_charts(found, f"{part.name} on {run.device}")
        for record, run in zip(mine, runs, strict=True)
        if record and (found := bars(record.measures))
    )
    return PartView(
        part.name,
        part.kind.value,
        part.shown_path,
        inline(part.summary),
        code(part.text, "python"),
        shown[0].output_tail if shown else None,
        shown[1] if shown else None,
        runs,
        figures,
    )


def _run(part: Part, target: str, record: Record | None) -> RunView:
    if record is None:
        return RunView(part.name, target, "none", "not yet run", "", "", "")
    word, outcome = _outcome(part, record)
    names = [*dict.fromkeys(name for name in ("torch", *sorted(record.packages)) if name in record.packages)]
    versions = [f"{name} {record.packages[name]}" for name in names[:_NAMED_PACKAGES]]
    versions += [f"CUDA {record.cuda}"] if record.cuda else []
    versions += [f"driver {record.driver}"] if record.driver else []
    versions.append(f"Python {record.python}")
    return RunView(part.name, target, word, outcome, record.device, ", ".join(versions), f"{record.time:%Y-%m-%d}")


def _outcome(part: Part, record: Record) -> tuple[str, str]:
    if not record.passed:
        reason = record.reasons[0].splitlines()[0] if record.reasons else "no reason recorded"
        return "failed", f"failed: {reason}"
    if record.digest != part.digest:
        return "changed", "passed, before the part's last change"
    if record.age_days > MAX_AGE_DAYS:
        return "old", "passed, over a year ago"
    return "passed", "failed as itself, as it must" if part.kind is Kind.REPRODUCE else "passed"

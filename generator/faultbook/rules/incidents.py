"""Incidents: they name what exists, and the diagnosis of their logs says what a person found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from faultbook.book import Book
from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.session import engine_for
from faultbook.document import KeyPath
from faultbook.incident import Incident
from faultbook.place import Problem, did_you_mean
from faultbook.rules.rule import Reach, Rule, once_a_book, unread_slugs

__all__ = ["RULES", "answer_of", "engine_of"]


@once_a_book
def engine_of(book: Book) -> Engine:
    """Return the engine of the signatures of *book*."""
    return engine_for(book.entries.values())


def answer_of(book: Book, incident: Incident) -> dict[str, Any]:
    """Return the engine's answer to the incident's logs."""
    engine = engine_of(book)
    return engine.answer([engine.scan(log, [book.incident_log(incident, log).read_bytes()]) for log in incident.logs])


def incident_names(book: Book) -> Iterator[Problem]:
    """An incident names entries of the book, and lines of logs that lie beside it.

    **Why**: its page links to the entry and shows the lines.

    **Wrong**: `logs: [trian.log]`, or line 400 of a log of 141 lines.

    **Right**: the files of the folder, the slugs of entries, and lines that the logs have.
    """
    slugs = book.slugs
    for incident in book.incidents.values():
        document = book.documents[incident.path]
        named = [(("entry",), incident.entry), *((("never", i), slug) for i, slug in enumerate(incident.never))]
        for keys, slug in named:
            if slug not in slugs and slug not in unread_slugs(book):
                yield document.problem("incident-names", keys, f"'{slug}' is no entry", did_you_mean(slug, slugs))
        for index, log in enumerate(incident.logs):
            if not book.incident_log(incident, log).is_file():
                sentence = f"no file '{log}' beside {incident.path}"
                yield document.problem("incident-names", ("logs", index), sentence)
        for keys, file, line in _lines(incident):
            if file not in incident.logs:
                yield document.problem("incident-names", (*keys, "file"), f"'{file}' is none of its logs")
            elif book.incident_log(incident, file).is_file():
                count = _count(book.incident_log(incident, file).read_bytes())
                if line > count:
                    sentence = f"{file} has {count} lines, not {line}"
                    yield document.problem("incident-names", (*keys, "line"), sentence)


def _lines(incident: Incident) -> Iterator[tuple[KeyPath, str, int]]:
    """Yield where the incident names a line, its file and its number."""
    for line in incident.initiating.lines:
        yield ("initiating",), incident.initiating.file, line
    for index, item in enumerate(incident.collateral):
        yield ("collateral", index), item.file, item.line


def _count(raw: bytes) -> int:
    return raw.count(b"\n") + (not raw.endswith(b"\n"))


def incident_answer(book: Book) -> Iterator[Problem]:
    """The diagnosis of an incident's logs names its entry, its initiating line and rank, and no entry of `never`.

    **Why**: an incident is what the diagnosis is for; an answer that a change has spoilt must not be published.

    **Wrong**: a signature that was made wider, so that the time-out of seven ranks is named instead of the lost GPU.

    **Right**: the answer stays. Where two lines of the same file say the same, the second stands in `also_lines`.
    """
    for incident in book.incidents.values():
        if all(book.incident_log(incident, log).is_file() for log in incident.logs):
            yield from _differences(book, incident)


def _differences(book: Book, incident: Incident) -> Iterator[Problem]:
    answer, document = answer_of(book, incident), book.documents[incident.path]
    named = [item["slug"] for item in answer["diagnoses"]]
    if named[:1] != [incident.entry]:
        sentence = f"the diagnosis is {named[0] if named else answer['verdict']}, not {incident.entry}"
        yield document.problem("incident-answer", ("entry",), sentence)
    for index, slug in enumerate(incident.never):
        if slug in named:
            yield document.problem("incident-answer", ("never", index), f"the diagnosis names {slug}")
    expected, found = incident.initiating, answer["initiating"] or {"file": None, "line": None, "rank": None}
    if found["file"] != expected.file or found["line"] not in expected.lines:
        sentence = f"the diagnosis begins at {found['file']}:{found['line']}, not at {expected.file}:{expected.line}"
        yield document.problem("incident-answer", ("initiating", "line"), sentence)
    if found["rank"] != expected.rank:
        sentence = f"the diagnosis names rank {found['rank']}, not {expected.rank}"
        yield document.problem("incident-answer", ("initiating", "rank"), sentence)


RULES = (Rule("incident-names", incident_names), Rule("incident-answer", incident_answer, Reach.SIGNATURES))

"""A Diagnosis as JSON: the one form that every face shows. JavaScript writes the same, byte for byte.

Numbers are whole; figures of a log stay the texts that the log has. Lines are counted from 1 and end at a line feed.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import Any

from faultbook.diagnosis.case import Note
from faultbook.diagnosis.evidence import Event, Log
from faultbook.diagnosis.figures import Finding
from faultbook.diagnosis.suspects import Initiating
from faultbook.diagnosis.verdict import Diagnosed, Diagnosis
from faultbook.signatures.compiled import About, CompiledSignature

__all__ = ["FORMAT", "as_json", "to_text"]

FORMAT = 1
_SHOWN = 600  # characters of a line in an answer
_AROUND = 2  # lines shown on each side of the evidence
_EVENTS = 400  # events of the picture
_WORD = re.compile(r"[A-Za-z_]{4,40}", re.ASCII)
_SIMILAR = 3  # entries
_SHARED = 2  # words at least


def to_text(diagnosis: dict[str, Any]) -> str:
    """Return an answer's JSON as text, with a line feed at its end."""
    return json.dumps(diagnosis, ensure_ascii=False, indent=1) + "\n"


def as_json(
    diagnosis: Diagnosis,
    about: Mapping[str, About],
    signatures: tuple[CompiledSignature, ...],
    address: str = "",
) -> dict[str, Any]:
    """Return *diagnosis* as plain data; *address* is the site's, with a slash at its end."""
    logs = diagnosis.logs
    return {
        "format": FORMAT,
        "verdict": diagnosis.verdict,
        "initiating": _initiating(diagnosis.initiating, logs),
        "diagnoses": [_diagnosed(item, logs, about, address) for item in diagnosis.diagnoses],
        "similar": _similar(diagnosis, about, signatures, address),
        "collateral": [_note(note, logs) for note in diagnosis.collateral],
        "ruled_out": [_note(note, logs) for note in diagnosis.ruled_out],
        "missing": [dataclasses.asdict(diagnosis.missing)] if diagnosis.missing is not None else [],
        "grounds": _note(diagnosis.grounds, logs) if diagnosis.grounds is not None else None,
        "figures": [_figure(log, finding, about) for log, finding in diagnosis.findings],
        "events": [_event(event, diagnosis) for event in diagnosis.events[:_EVENTS]],
        "files": [
            {
                "name": log.extract.name,
                "bytes": log.extract.size,
                "lines": log.extract.lines,
                "cut": log.extract.cut,
                "binary": log.extract.binary,
            }
            for log in logs
        ],
    }


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _initiating(found: Initiating | None, logs: tuple[Log, ...]) -> dict[str, Any] | None:
    if found is None:
        return None
    event = found.event
    log = logs[event.file]
    raised = event.raised
    frame = raised.frame if raised is not None else None
    return {
        "file": log.extract.name,
        "line": log.number(event.line),
        "rank": found.rank,
        "one_of": list(found.one_of),
        "host": event.host,
        "process": event.read.process,
        "time": event.read.time.text if event.read.time is not None else None,
        "because": found.because,
        "text": _shown(event.text),
        "exception": None if raised is None else {"type": raised.type, "message": _shown(raised.message)},
        "frame": None if frame is None else {"path": frame.path, "line": frame.line, "function": frame.function},
        "context": _context(log, event.line),
    }


def _context(log: Log, line: int) -> list[dict[str, Any]]:
    numbers = [number for number in range(line - _AROUND, line + _AROUND + 1) if number in log.lines]
    return [
        {"line": log.number(number), "text": _shown(log.lines[number].text)}
        for number in (reversed(numbers) if log.reversed else numbers)
    ]


def _diagnosed(item: Diagnosed, logs: tuple[Log, ...], about: Mapping[str, About], address: str) -> dict[str, Any]:
    entry = about[item.entry]
    log = logs[item.event.file]
    return {
        "slug": entry.slug,
        "title": entry.title,
        "summary": entry.summary,
        "signature": item.match.signature,
        "role": item.match.role.value,
        "strength": item.match.strength.value,
        "file": log.extract.name,
        "line": log.number(item.match.line),
        "end_line": log.number(item.match.end_line),
        "rank": item.event.rank,
        "ranks": list(item.ranks),
        "captures": dict(item.match.captures),
        "context": _context(log, item.match.line),
        "fix": entry.fix,
        "code": entry.code,
        "risk": entry.risk,
        "takes": entry.takes,
        "verify": entry.verify,
        "confirm": entry.confirm,
        "url": f"{address}{entry.slug}/",
    }


def _note(note: Note, logs: tuple[Log, ...]) -> dict[str, Any]:
    log = logs[note.file]
    return {
        "file": log.extract.name,
        "line": log.number(note.line),
        "rank": note.rank,
        "slug": note.slug,
        "because": note.because,
        "text": _shown(log.lines[note.line].text),
    }


def _figure(log: Log, finding: Finding, about: Mapping[str, About]) -> dict[str, Any]:
    signature, point = finding.signature, finding.point
    line = log.lines.get(point.line)
    return {
        "slug": about[signature.entry].slug if signature.entry in about else None,
        "figure": signature.figure,
        "when": signature.when,
        "file": log.extract.name,
        "line": log.number(point.line),
        "step": point.step,
        "time": line.time.text if line is not None and line.time is not None else None,
        "value": point.text,
        "baseline": finding.baseline,
        "values": list(finding.values),
        "at": finding.at,
    }


def _event(event: Event, diagnosis: Diagnosis) -> dict[str, Any]:
    log = diagnosis.logs[event.file]
    first = diagnosis.initiating
    kind = (
        "survived" if event.survived else "initiating" if first is not None and event is first.event else "collateral"
    )
    return {
        "file": log.extract.name,
        "line": log.number(event.line),
        "rank": event.rank,
        "host": event.host,
        "us": event.time.us if event.time is not None and event.time.zone != "boot" else None,
        "kind": kind,
    }


def _similar(
    diagnosis: Diagnosis, about: Mapping[str, About], signatures: tuple[CompiledSignature, ...], address: str
) -> list[dict[str, Any]]:
    """Return the entries whose messages share the most words with a failure that the book does not know."""
    if diagnosis.verdict != "unrecognised" or diagnosis.initiating is None:
        return []
    words = {word.lower() for word in _WORD.findall(diagnosis.initiating.event.read.body[:2000])}
    scores: dict[str, int] = {}
    for signature in signatures:
        own = {word.lower() for line in signature.lines for text in line.literals for word in _WORD.findall(text)}
        scores[signature.entry] = max(scores.get(signature.entry, 0), len(words & own))
    ranked = sorted(
        (entry for entry, score in scores.items() if score >= _SHARED), key=lambda entry: (-scores[entry], entry)
    )
    return [
        {"slug": about[entry].slug, "title": about[entry].title, "url": f"{address}{about[entry].slug}/"}
        for entry in ranked[:_SIMILAR]
        if entry in about
    ]

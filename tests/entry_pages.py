"""What the tests of an entry's page build: its HTML, a signature, records, a proof of given output."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from builders import book, proof
from small_book import SLUG

from faultbook.entry import Entry, Signature
from faultbook.pages import Feedback, all_pages
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import read_parts
from faultbook.snippets.record import Record, now

__all__ = ["ADDRESS", "body", "ran", "record", "signature"]

ADDRESS = "https://faultbook.example/"


def body(*entries: Entry, feedback: Feedback | None = None) -> str:
    """The page of the first of *entries*."""
    proofs = {item.id: proof(item) for item in entries}
    pages = all_pages(book(*entries), proofs, address=ADDRESS, feedback=feedback)
    return next(page.body for page in pages if page.path == entries[0].slug)


def signature(text: str, *lines: str) -> Signature:
    sample = {"text": text, "origin": {"part": "reproduce"}}
    return Signature.model_validate({"role": "initiating", "strength": "likely", "lines": lines, "samples": [sample]})


def record(part: str, digest: str, printed: str, *, days: int = 0, **changes: Any) -> Record:
    given: dict[str, Any] = {
        "entry": SLUG,
        "part": part,
        "target": "cpu",
        "outcome": "passed",
        "diagnosed_as": None,
        "signatures": (),
        "captures": {},
        "measures": None,
        "seconds": 1.0,
        "output_tail": printed,
        "digest": digest,
        "device": "CPU",
        "gpu_memory": 0,
        "driver": None,
        "cuda": None,
        "python": "3.11.7",
        "packages": {"torch": "2.13.0"},
        "network": "cut",
        "commit": None,
        "time": now() - dt.timedelta(days=days),
    }
    return Record.model_validate(given | changes)


def ran(root: Path, item: Entry, printed: dict[str, str], **given: Any) -> Proof:
    """The proof of *item* when each part printed what *printed* says."""
    parts = read_parts(root, SLUG)[0]
    records = {
        (part.name, "cpu"): record(part.name, part.digest, printed[part.name], **given)
        for part in parts
        if part.name in printed
    }
    return Proof(item, (), parts, records, None)

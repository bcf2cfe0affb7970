"""The published entries of the book at hand, or those that the wheel carries."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterable
from pathlib import Path

from faultbook.book import load_book
from faultbook.exports.published import PublishedEntry, at, published
from faultbook.exports.text import json_text
from faultbook.history import read_history
from faultbook.snippets.gate import gate

__all__ = ["CARRIED", "carried_entries", "entries_of", "library_text"]

CARRIED = "published.json"
"""The entries as they are in the wheel, beside this package's modules."""
_FORMAT = 1


def entries_of(root: Path, address: str = "") -> tuple[PublishedEntry, ...]:
    """Return the entries of the book under *root*; those whose files cannot be read are not among them."""
    book, _ = load_book(root)
    return published(book, gate(book), address, read_history(root))


def carried_entries(address: str = "") -> tuple[PublishedEntry, ...] | None:
    """Return the entries that are part of the installation, or ``None`` where there are none."""
    file = importlib.resources.files("faultbook") / CARRIED
    if not file.is_file():
        return None
    content = json.loads(file.read_text("utf-8"))
    return tuple(at(PublishedEntry.model_validate(item), address) for item in content["entries"])


def library_text(entries: Iterable[PublishedEntry]) -> str:
    """Return what the wheel carries of *entries*."""
    content = {"format": _FORMAT, "entries": [entry.as_json() for entry in entries]}
    return json_text(content, separators=(",", ":"))

"""The part of a book that goes live."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from faultbook.book import Book
from faultbook.snippets.gate import Proof

__all__ = ["proven_only"]


def proven_only(book: Book, proofs: Mapping[str, Proof]) -> Book:
    """Return *book* with the entries that are proven; what the others say of them stays out too."""
    entries = {id_: entry for id_, entry in book.entries.items() if proofs[id_].proven}
    # Without its entry, a browser would not know what an incident's logs show.
    incidents = {id_: incident for id_, incident in book.incidents.items() if incident.entry_id in entries}
    return dataclasses.replace(book, entries=entries, incidents=incidents)

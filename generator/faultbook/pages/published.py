"""What the list of addresses must hold: all that would go live now, beside all that ever did."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from faultbook.addresses import ADDRESSES_FILE, addresses_text, gone, grown, read_addresses
from faultbook.book import Book
from faultbook.pages.anchors import anchors_of
from faultbook.pages.build import all_pages
from faultbook.pages.export import export_paths
from faultbook.pages.incidents import incident_logs
from faultbook.pages.kept import document_anchors, kept_files
from faultbook.pages.proven import proven_only
from faultbook.place import Problem
from faultbook.rules import RULES
from faultbook.snippets.gate import Proof

__all__ = ["addresses_of", "listed_now"]


def listed_now(book: Book, proofs: Mapping[str, Proof]) -> tuple[Path, str, tuple[Problem, ...]]:
    """Return the list's file, its text as it must be, and a Problem for each address that would vanish.

    *proofs* are the gate's. What is not proven is not published, so that its address is not promised yet.
    """
    listed, problems = read_addresses(book.root)
    now = addresses_of(proven_only(book, proofs), proofs)
    lost = tuple(gone(listed, now, book))
    if lost:  # it may be there, of entries that are not proven at present
        lost = tuple(gone(listed, addresses_of(book, proofs), book))
    return book.root / ADDRESSES_FILE, addresses_text(grown(listed, now)), (*problems, *lost)


def addresses_of(book: Book, proofs: Mapping[str, Proof]) -> dict[str, frozenset[str]]:
    """Return the anchors of every page of the site by path, and every file for machines, which has none."""
    pages = [page for page in all_pages(book, proofs, address="/", rules=RULES) if page.kind != "moved"]
    found = {page.address: anchors_of(page.body) for page in pages}
    found |= document_anchors(book.root / "docs")
    files = {*export_paths(book, proofs), *incident_logs(book)}
    kept = kept_files(book, files, "/")
    return found | dict.fromkeys((*files, *kept, "sitemap.xml"), frozenset())

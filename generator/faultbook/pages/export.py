"""Every file of the site that is for machines, by its path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from faultbook.book import Book
from faultbook.diagnosis.shared import engine_json
from faultbook.exports.alerts import RULES_FILE, TESTS_FILE, as_prometheus, as_tests
from faultbook.exports.published import PublishedEntry, entry_text, index_text, published
from faultbook.exports.schemas import schema_files
from faultbook.exports.sorted_json import sorted_json
from faultbook.history import NO_HISTORY, History
from faultbook.pages.feeds import feeds
from faultbook.pages.llms import llms_full_text, llms_text
from faultbook.pages.twin import twin
from faultbook.signatures.compiled import about_entries, compile_figures, compile_signatures, to_json
from faultbook.snippets.gate import Proof

__all__ = ["book_exports", "export_paths", "exports"]


def exports(book: Book, proofs: Mapping[str, Proof], address: str, history: History = NO_HISTORY) -> dict[str, str]:
    """Return the text of each export by its path in the site; *address* is the site's, with a slash at the end.

    *history* dates the entries.
    """
    entries = published(book, proofs, address, history)
    known = {entry.id: entry for entry in entries}
    twins = {f"{entry.slug}.md": twin(entry, known) for entry in entries}
    own = {f"{entry.slug}.json": entry_text(entry) for entry in entries} | twins
    return own | book_exports(book, proofs, address, history, entries, twins.values())


def book_exports(
    book: Book,
    proofs: Mapping[str, Proof],
    address: str,
    history: History,
    entries: Sequence[PublishedEntry],
    twins: Iterable[str],
) -> dict[str, str]:
    """Return the exports of the whole book; *twins* are the Markdown of its *entries*, in their order."""
    return {
        "index.json": index_text(entries, address),
        "signatures.json": signatures_text(book),
        RULES_FILE: as_prometheus(entries, address),
        TESTS_FILE: as_tests(entries, address),
        "llms.txt": llms_text(entries, address),
        "llms-full.txt": llms_full_text(twins),
        **schema_files(address),
        **feeds(book, proofs, history, address),
    }


def export_paths(book: Book, proofs: Mapping[str, Proof], history: History = NO_HISTORY) -> tuple[str, ...]:
    """Return the path of each export, without making it."""
    of_entries = (f"{entry.slug}{ending}" for entry in book.entries.values() for ending in (".json", ".md"))
    of_the_book = ("index.json", "signatures.json", RULES_FILE, TESTS_FILE, "llms.txt", "llms-full.txt")
    return (*of_entries, *of_the_book, *schema_files(""), *feeds(book, proofs, history, ""))


def signatures_text(book: Book) -> str:
    """Return ``signatures.json``: what the engines read."""
    entries = tuple(book.entries.values())
    compiled = to_json(compile_signatures(entries), about_entries(entries), compile_figures(entries))
    return sorted_json({**compiled, "engine": engine_json()})

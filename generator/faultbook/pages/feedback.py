"""The link by which a reader says that a fix did not work: an issue form, filled in with what the page knows."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

if TYPE_CHECKING:  # a site in which nothing changed needs neither
    from faultbook.entry import Entry
    from faultbook.snippets.gate import Proof

__all__ = ["FORM", "Feedback"]

FORM = "did-not-work.yml"  # in .github/ISSUE_TEMPLATE, whose fields have the names that the link fills in


@dataclasses.dataclass(frozen=True, slots=True)
class Feedback:
    """Where issues are opened, and which book the pages are of."""

    repository: str
    """Address of the repository, with a slash at the end."""
    book: str
    """Version and commit: ``0.1.0 (f6e201c)``."""

    def link(self, entry: Entry, proof: Proof, fix: str) -> str:
        """Return the address of the form for *fix*; it holds ids and versions, and nothing of a reader's log."""
        query = {
            "template": FORM,
            "title": f"Did not work: {entry.id}, {fix}",
            "entry": entry.slug,
            "fix": fix,
            "book": self.book,
            "proven-on": ", ".join(proof.targets) or "released texts",
        }
        said = "&".join(f"{name}={_quoted(value)}" for name, value in query.items())
        return f"{self.repository}issues/new?{said}"


_quoted = functools.lru_cache(maxsize=1024)(quote_plus)  # most of it is the same for all fixes of an entry

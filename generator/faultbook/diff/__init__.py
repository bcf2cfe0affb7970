"""What a change does to the book, held against a revision that git knows."""

from __future__ import annotations

from faultbook.diff.difference import Difference, compare_with
from faultbook.diff.revision import RevisionError

__all__ = ["Difference", "RevisionError", "compare_with"]

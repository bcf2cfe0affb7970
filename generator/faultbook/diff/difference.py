"""A book held against what it was at a revision: entries, pages, signatures, and logs that it tells differently."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from faultbook.book import load_book
from faultbook.diff.answers import Answers, compare_answers, development_set
from faultbook.diff.changes import Changes, compare_books
from faultbook.diff.revision import commit_of, tree_of

__all__ = ["Difference", "compare_with"]


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """What the working tree has that a revision has not."""

    base: str
    """The commit."""
    changes: Changes
    answers: tuple[Answers, ...]
    logs: int
    """How many sets of logs there are."""
    asked: int
    """How many of them a changed signature could touch, so that they were diagnosed by both books."""

    @property
    def differing(self) -> tuple[Answers, ...]:
        """The logs of which the diagnosis itself differs."""
        return tuple(item for item in self.answers if item.diagnosed_differently)


def compare_with(root: Path, revision: str, *, logs: bool = True) -> Difference:
    """Return what the book under *root* has that it had not at *revision*; both are read by the engine at hand.

    Without *logs*, none is diagnosed.

    Raises:
        RevisionError: when git does not know the revision, or cannot be asked.

    """
    commit = commit_of(root, revision)
    head, _ = load_book(root)
    with tree_of(root, commit) as folder:
        base, _ = load_book(folder)
        changes = compare_books(base, head)
    sets = development_set(root) if logs else ()
    answers, asked = compare_answers(base, head, sets, changes.renamed)
    return Difference(commit, changes, answers, len(sets), asked)

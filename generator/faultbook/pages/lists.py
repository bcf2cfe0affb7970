"""The lists of what is new, has changed, or no longer does what its page says: a page and a feed each."""

from __future__ import annotations

import dataclasses

__all__ = ["CHANGED", "LISTS", "NEW", "STOPPED", "List"]


@dataclasses.dataclass(frozen=True, slots=True)
class List:
    """One of the lists: its page, and its feed beside it."""

    path: str
    title: str
    words: str
    empty: str
    """What the page says when nothing is on the list."""

    @property
    def feed(self) -> str:
        """The path of the feed."""
        return f"{self.path}.atom"


NEW = List("new", "New failures", "The entries that came into the book last.", "No entry has a date.")
CHANGED = List(
    "changed",
    "Changed failures",
    "The entries whose text changed last, with what the change says of itself.",
    "No entry has changed since it came.",
)
STOPPED = List(
    "stopped-reproducing",
    "Stopped reproducing",
    "Parts whose newest run failed, is over a year old, or is of an earlier text of the part.",
    "Nothing has: each record of the book is of its part as it stands, passed, and is younger than a year.",
)
LISTS = (NEW, CHANGED, STOPPED)

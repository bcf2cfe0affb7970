"""Files that may break a rule for now. The list can only shrink: an exception that is not needed is a Problem."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from faultbook.book import Book
from faultbook.place import Place, Problem

__all__ = ["EXCEPTIONS", "Exemption", "without_exempted"]


@dataclasses.dataclass(frozen=True, slots=True)
class Exemption:
    """One file that may break one rule, and why."""

    rule: str
    path: str
    reason: str


EXCEPTIONS: tuple[Exemption, ...] = ()


def without_exempted(problems: Iterable[Problem], book: Book, exemptions: Iterable[Exemption]) -> Iterator[Problem]:
    """Yield *problems* that no exemption covers, and one for each exemption of a file of *book* that covers none."""
    covered = {(exemption.rule, exemption.path) for exemption in exemptions}
    used: set[tuple[str, str]] = set()
    for problem in problems:
        key = (problem.rule, problem.place.path)
        if key in covered:
            used.add(key)
        else:
            yield problem
    for rule, path in sorted(covered - used):
        if path in book.documents:
            sentence = f"the file does not break '{rule}', from which it is exempt"
            yield Problem(Place(path), "exception", sentence, "remove it from EXCEPTIONS")

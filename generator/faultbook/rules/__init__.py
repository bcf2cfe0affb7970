"""Rules: checks on a book, each with a page that explains it.

Faults of YAML (``document``), of the model (``schema``) and of paths (``identity``) are found on loading; their rules
have a page and find nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from faultbook.book import Book
from faultbook.place import Problem
from faultbook.rules import (
    addresses,
    alerts,
    identity,
    incidents,
    links,
    loading,
    proof,
    prose,
    risk,
    signatures,
    versions,
)
from faultbook.rules.exceptions import EXCEPTIONS, Exemption, without_exempted
from faultbook.rules.rule import Rule

__all__ = ["EXCEPTIONS", "RULES", "Exemption", "Rule", "check"]

RULES: tuple[Rule, ...] = (
    *loading.RULES,
    *identity.RULES,
    *addresses.RULES,
    *prose.RULES,
    *links.RULES,
    *versions.RULES,
    *signatures.RULES,
    *risk.RULES,
    *alerts.RULES,
    *proof.RULES,
    *incidents.RULES,
)


def check(
    book: Book, ids: Collection[str] | None = None, exceptions: Iterable[Exemption] = EXCEPTIONS
) -> tuple[Problem, ...]:
    """Return every Problem of *book* by place; with *ids*, only those of these entries and of their files."""
    every = dict.fromkeys(problem for rule in RULES for problem in rule.check(book))
    found = list(without_exempted(every, book, exceptions))
    if ids is not None:
        chosen = [entry for entry in book.entries.values() if entry.id in ids]
        paths = {entry.path for entry in chosen}
        folders = tuple(f"{kind}/{entry.slug}/" for entry in chosen for kind in ("snippets", "evidence"))
        found = [p for p in found if p.place.path in paths or p.place.path.startswith(folders)]
    return tuple(sorted(found, key=lambda p: (p.place.path, p.place.line, p.place.column, p.rule, p.sentence)))

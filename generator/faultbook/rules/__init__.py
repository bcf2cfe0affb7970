"""Rules: checks on a book, each with a page that explains it.

Faults of YAML (``document``), of the model (``schema``) and of paths (``identity``) are found on loading; their rules
have a page and find nothing more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from faultbook.book import Book
from faultbook.place import Problem
from faultbook.rules import (
    comparisons,
    identity,
    incidents,
    layout,
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

__all__ = ["EXCEPTIONS", "RULES", "Exemption", "Rule", "check", "finished"]

RULES: tuple[Rule, ...] = (
    *loading.RULES,
    *identity.RULES,
    *layout.RULES,
    *prose.RULES,
    *links.RULES,
    *versions.RULES,
    *signatures.RULES,
    *risk.RULES,
    *proof.RULES,
    *incidents.RULES,
    *comparisons.RULES,
)


def check(
    book: Book, ids: Collection[str] | None = None, exceptions: Iterable[Exemption] = EXCEPTIONS
) -> tuple[Problem, ...]:
    """Return every Problem of *book* by place; with *ids*, only those of these entries and of their files."""
    found = finished((problem for rule in RULES for problem in rule.check(book)), book, exceptions)
    if ids is None:
        return found
    chosen = [entry for entry in book.entries.values() if entry.id in ids]
    paths = {entry.path for entry in chosen}
    folders = tuple(f"{kind}/{entry.slug}/" for entry in chosen for kind in ("snippets", "evidence"))
    return tuple(p for p in found if p.place.path in paths or p.place.path.startswith(folders))


def finished(
    problems: Iterable[Problem], book: Book, exceptions: Iterable[Exemption] = EXCEPTIONS
) -> tuple[Problem, ...]:
    """Return what the rules found in *book*, each once, without what is exempt, by place."""
    found = without_exempted(dict.fromkeys(problems), book, exceptions)
    key = lambda p: (p.place.path, p.place.line, p.place.column, p.rule, p.sentence, p.hint or "")  # noqa: E731
    return tuple(sorted(found, key=key))

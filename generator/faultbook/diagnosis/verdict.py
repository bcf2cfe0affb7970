"""Matches to a Diagnosis.

The order so far: initiating before collateral, certain before likely before hint, more literal text before less, then
the earlier line. Ranks, hosts and time come with the full diagnosis; callers use nothing but this function.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Role, Strength

__all__ = ["Diagnosed", "Diagnosis", "diagnose"]

_ROLES = tuple(Role)
_STRENGTHS = tuple(Strength)


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosed:
    """One entry that a log shows, by its best signature."""

    entry: str
    signature: str
    role: Role
    strength: Strength
    line: int
    captures: Mapping[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to a log."""

    verdict: str
    """``diagnosed``, ``inconclusive`` (hints only) or ``no-match``: whether a log without a match shows a failure
    at all is not decided here yet."""
    diagnoses: tuple[Diagnosed, ...]
    """Best first, one an entry; empty unless diagnosed."""
    hints: tuple[Diagnosed, ...]
    """Entries that only a hint speaks for."""
    signatures: tuple[tuple[str, str], ...]
    """Every (entry, signature) that matched."""


def diagnose(data: bytes, matcher: Matcher) -> Diagnosis:
    """Return what *data*, a log as it was written, shows."""
    best: dict[str, Match] = {}
    matches = matcher.match(data)
    for match in sorted(matches, key=_rank):
        best.setdefault(match.entry, match)
    ranked = [
        Diagnosed(match.entry, match.signature, match.role, match.strength, match.line, match.captures)
        for match in best.values()
    ]
    sure = tuple(item for item in ranked if item.strength is not Strength.HINT)
    hints = tuple(item for item in ranked if item.strength is Strength.HINT)
    verdict = "diagnosed" if sure else "inconclusive" if hints else "no-match"
    signatures = tuple(dict.fromkeys((match.entry, match.signature) for match in matches))
    return Diagnosis(verdict, sure, hints, signatures)


def _rank(match: Match) -> tuple[int, int, int, int]:
    return _ROLES.index(match.role), _STRENGTHS.index(match.strength), -match.weight, match.line

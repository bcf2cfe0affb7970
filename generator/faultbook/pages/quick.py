"""The ten-second view: what a person needs first, on one screen."""

from __future__ import annotations

import ast
import dataclasses
import functools

from markupsafe import Markup

from faultbook.entry import Confirm, Entry, Fix, NearMiss
from faultbook.pages.samples import excerpt
from faultbook.vocabulary import Role, is_measured

__all__ = ["Quick", "command_language", "quick"]


@dataclasses.dataclass(frozen=True, slots=True)
class Quick:
    """The line that a log shows, what it is not, the first check and the first fix."""

    signature: str
    """Name of the signature that the line is of."""
    line: Markup
    measured: bool
    """Whether only the entry's own part prints it."""
    miss: NearMiss | None
    check: Confirm
    check_language: str
    fix_name: str
    fix: Fix


def quick(entry: Entry) -> Quick:
    """Return the ten-second view of *entry*; its line is what the failing process itself prints, where one does."""
    shown = list(entry.shown.items())
    name, signature = next((item for item in shown if item[1].role is Role.INITIATING), shown[0])
    misses = [miss for _, other in [(name, signature), *shown] for miss in other.near_misses]
    # Another failure is what a reader could take this one for; healthy output seldom wakes anybody.
    miss = next((miss for miss in misses if miss.is_ != "healthy"), misses[0] if misses else None)
    check = entry.confirm[0]
    fix_name, fix = next(iter(entry.fixes.items()))
    return Quick(
        name, excerpt(signature), is_measured(name), miss, check, command_language(check.run or ""), fix_name, fix
    )


@functools.lru_cache(maxsize=1024)
def command_language(command: str) -> str:
    """Return the language that colours a check's command: Python where it is an expression of it, else a shell's."""
    try:
        ast.parse(command)
    except (SyntaxError, ValueError):
        return "bash"
    return "python" if "(" in command or "[" in command else "bash"

"""What the engine knows beside the book, as plain data for the same engine in JavaScript."""

from __future__ import annotations

import dataclasses
from typing import Any

from faultbook.diagnosis.figures import COMPARED, FIGURES, STEP, USUAL
from faultbook.diagnosis.formats import FORMATS
from faultbook.diagnosis.landmarks import EXCEPTION, LANDMARKS

__all__ = ["engine_json"]


def engine_json() -> dict[str, Any]:
    """Return formats and landmarks, with patterns as JavaScript writes named groups."""
    return {
        "exception": _named(EXCEPTION),
        "figures": {name: [_named(pattern) for pattern in patterns] for name, patterns in FIGURES.items()},
        "step": _named(STEP),
        "usual": [dataclasses.asdict(figure) for figure in USUAL],
        "compared": [dataclasses.asdict(figure) for figure in COMPARED],
        "formats": [
            {"name": item.name, "pattern": _named(item.pattern), "record": item.record, "common": item.common}
            for item in FORMATS
        ],
        "landmarks": [
            {
                "name": item.name,
                "kind": item.kind.value,
                "quiet": item.quiet,
                "literals": list(item.literals),
                "pattern": _named(item.pattern),
                "few": item.few,
                "also": list(item.also),
                "anywhere": item.anywhere,
            }
            for item in LANDMARKS
        ],
    }


def _named(pattern: str) -> str:
    return pattern.replace("(?P<", "(?<")

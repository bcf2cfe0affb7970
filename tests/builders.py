"""The smallest entry that the model takes, and a book of entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.snippets.gate import Proof

__all__ = ["book", "entry", "proof", "values"]


def values(**changes: Any) -> dict[str, Any]:
    """Return the keys of the smallest entry's file, with *changes*; a change to None leaves the key out."""
    smallest: dict[str, Any] = {
        "title": "The widget stops at step 3",
        "status": "draft",
        "severity": "high",
        "layer": "configuration",
        "phase": ["training"],
        "stacks": ["pytorch"],
        "summary": "The widget has no oil. Oil it.",
        "affects": [{"package": "widget", "versions": ">=2.0"}],
        "symptoms": [{"see": "It squeaks.", "because": "Metal rubs on metal."}],
        "signatures": {
            "message": {
                "role": "initiating",
                "strength": "certain",
                "lines": ["widget stopped at step <step:int>"],
                "samples": [
                    {
                        "text": "ERROR widget stopped at step 3",
                        "captures": {"step": "3"},
                        "origin": {"part": "reproduce"},
                    }
                ],
            }
        },
        "confirm": [{"ask": "Is the tank dry?", "yes_when": "the gauge reads 0"}],
        "cause": "Friction *grows* without oil.",
        "scale": "Each widget has its own tank.",
        "fixes": {
            "oil": {
                "do": "Oil the widget.",
                "cost": "one drop",
                "risk": "restarts-process",
                "verify": "it is silent",
                "rollback": "wipe it off",
                "takes": "5 min",
                "unproven": "no oil in CI",
            }
        },
        "prevention": ["Watch the gauge."],
        "perspectives": {
            "executive": "A drop saves a day.",
            "engineer": "Refill by cron.",
            "on_call": "Oil it now.",
        },
        "sources": [{"url": "https://example.org/oil", "title": "The oil manual", "supports": ["cause"]}],
    }
    return {key: value for key, value in (smallest | changes).items() if value is not None}


def entry(slug: str = "memory/widget", **changes: Any) -> Entry:
    """Return the smallest entry with *changes*."""
    area, _, id_ = slug.partition("/")
    return Entry.model_validate({**values(**changes), "id": id_, "area": area, "path": f"entries/{slug}.yaml"})


def book(*entries: Entry, root: Path = Path("nowhere")) -> Book:
    """Return a book of *entries*."""
    return Book(root, {item.id: item for item in sorted(entries, key=lambda item: item.id)}, {}, {})


def proof(item: Entry, *lacks: str) -> Proof:
    """Return the proof of an entry without parts."""
    return Proof(item, lacks, (), {}, None)

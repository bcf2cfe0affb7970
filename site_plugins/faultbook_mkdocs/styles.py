"""The style sheet: files of a part of the site each, joined into the one that a page loads."""

from __future__ import annotations

from pathlib import Path

__all__ = ["STYLE_SHEET", "style_sheet"]

STYLE_SHEET = "assets/faultbook.css"
"""Its path in the site."""

#: In this order: what stands later wins, so the rules for narrow screens follow those that they change.
_PARTS = ("tokens", "shell", "entry", "search", "reading", "browse", "figures", "narrow", "data")
_FOLDER = Path(__file__).parent / "styles"


def style_sheet() -> str:
    """Return its text."""
    return "\n".join((_FOLDER / f"{part}.css").read_text("utf-8") for part in _PARTS)

"""``llms.txt`` and ``llms-full.txt``: what the book holds, and all of it, as language models read it."""

from __future__ import annotations

from collections.abc import Iterable

from faultbook.exports.escape import inline
from faultbook.exports.published import PublishedEntry
from faultbook.pages.twin import LICENCE

__all__ = ["llms_full_text", "llms_text"]

_ABOUT = "# Faultbook\n\n> An open encyclopedia of ML training and serving failures in which every claim runs."


def llms_text(entries: Iterable[PublishedEntry], address: str) -> str:
    """Return the list of *entries* by area, each with its quick answer and a link to its Markdown."""
    entries = tuple(entries)
    lines = [
        _ABOUT,
        "",
        "Each entry names one failure: how a log shows it, what it is not, how to confirm it, what repairs it, why it",
        "happens, the code that showed it, and the sources. Proven means that its code ran and its texts were found.",
        f"All entries in one text: {address}llms-full.txt. As JSON: {address}index.json, and an entry's address with",
        f".json in place of the slash at its end. Signatures for logs: {address}signatures.json.",
        f"What each file is: {address}as-data/. Licence: CC BY 4.0, {LICENCE}",
        "",
    ]
    for area in dict.fromkeys(sorted(entry.area for entry in entries)):
        lines += [f"## {area.label.capitalize()}", ""]
        lines += [
            f"- [{inline(entry.title)}]({address}{entry.slug}.md): {inline(entry.summary)}"
            for entry in entries
            if entry.area is area
        ]
        lines.append("")
    return "\n".join(lines)


def llms_full_text(twins: Iterable[str]) -> str:
    """Return the Markdown of entries, one below the other."""
    return "\n".join((f"{_ABOUT}\n", *twins))

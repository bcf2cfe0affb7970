"""A difference as text for a terminal, as Markdown for a pull request, and as plain data."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from faultbook.diff.answers import Answers
from faultbook.diff.changes import EntryChange
from faultbook.diff.difference import Difference

__all__ = ["FORMAT", "Style", "as_json", "as_markdown", "as_text"]

FORMAT = 1
Style = Callable[[str, str], str]
"""Gives a text ``bold``, ``red`` or ``green``."""
_SHORT = 12  # digits of a commit that a reader is shown
_ROWS = 60  # of a table; GitHub cuts a comment at 65,536 characters
_MARKUP = re.compile(r"([\\`*_\[\]|~])")


def as_json(found: Difference) -> dict[str, Any]:
    """Return *found* as plain data; ``format`` changes when a key changes its meaning."""
    return {
        "format": FORMAT,
        "base": found.base,
        "entries": {
            "added": found.changes.added,
            "removed": found.changes.removed,
            "renamed": found.changes.renamed,
            "changed": [dataclasses.asdict(change) for change in found.changes.changed],
            "unread": list(found.changes.unread),
        },
        "signatures": [dataclasses.asdict(change) for change in found.changes.signatures],
        "pages": found.changes.pages | found.changes.incidents,
        "logs": {
            "all": found.logs,
            "diagnosed_anew": found.asked,
            "differing": [_answers(item) for item in found.answers],
        },
    }


def _answers(item: Answers) -> dict[str, Any]:
    return {
        "path": item.logs.path,
        "expected": item.logs.expected,
        "turn": item.turn or None,
        "diagnosed_differently": item.diagnosed_differently,
        "before": dataclasses.asdict(item.before),
        "now": dataclasses.asdict(item.now),
    }


def as_text(found: Difference, style: Style) -> str:
    """Return *found* for a terminal, what needs a look last; the last line counts. *style* gives a text its colour."""
    changes = found.changes
    listed = {f"{item.slug}/" for item in changes.changed} | {f"{slug}/" for slug in changes.renamed.values()}
    beside = {page: how for page, how in changes.pages.items() if how == "changed" and page not in listed}
    blocks = [
        _block("added", [f"{slug}  {title}" for slug, title in changes.added.items()]),
        _block("removed", [f"{slug}  {title}" for slug, title in changes.removed.items()]),
        _block("renamed", [f"{before} -> {after}" for before, after in changes.renamed.items()]),
        _block("cannot be read", list(changes.unread)),
        _block("changed", [f"{item.slug}: {_what(item)}" for item in changes.changed]),
        _block("signatures", [f"{item.slug} {item.name}: {item.how}" for item in changes.signatures]),
        _block("incidents", [f"{page}: {how}" for page, how in changes.incidents.items()]),
        _block("pages that show another entry's change", list(beside)),
        _block("logs that other signatures match, diagnosed as before", [_match_line(i) for i in _beside(found)]),
        _block("logs that are diagnosed differently", [_answer_line(item, style) for item in found.differing]),
    ]
    shown = (f"{style(f'{title}:', 'bold')}\n{lines}\n" for title, lines in blocks if lines)
    return "".join(shown) + _count(found) + "\n"


def as_markdown(found: Difference) -> str:
    """Return *found* as GitHub shows it, for the comment on a pull request: what differs in diagnoses first."""
    changes = found.changes
    lines = ["### What this change does to the book", "", f"{_count(found)}", ""]
    if found.differing:
        lines += ["| logs | before | now | expected |", "|---|---|---|---|"]
        lines += [_row(item) for item in found.differing[:_ROWS]] + _more(len(found.differing)) + [""]
    lines += _fold(
        "logs that other signatures match, diagnosed as before", [_plain(_match_line(i)) for i in _beside(found)]
    )
    lines += [f"- **Added** `{slug}`: {_plain(title)}" for slug, title in changes.added.items()]
    lines += [f"- **Removed** `{slug}`: {_plain(title)}" for slug, title in changes.removed.items()]
    lines += [f"- **Renamed** `{before}` to `{after}`" for before, after in changes.renamed.items()]
    lines += [f"- **Cannot be read**: `{path}`" for path in changes.unread]
    lines += [""] if lines[-1] else []
    lines += _fold("changed entries", [f"`{item.slug}`: {_plain(_what(item))}" for item in changes.changed])
    lines += _fold("signatures", [f"`{item.slug}` `{item.name}`: {_plain(item.how)}" for item in changes.signatures])
    pages = changes.pages | changes.incidents
    lines += _fold("pages", [f"`{page}` {how}" for page, how in pages.items()])
    return "\n".join(lines).rstrip("\n") + "\n"


def _what(item: EntryChange) -> str:
    """Return in one line what of an entry changed: its keys, its parts, its records."""
    told = [", ".join(item.fields)] if item.fields else []
    told += [f"parts: {', '.join(item.parts)}"] if item.parts else []
    told += [f"records: {', '.join(item.records)}"] if item.records else []
    return "; ".join(told)


def _beside(found: Difference) -> list[Answers]:
    return [item for item in found.answers if not item.diagnosed_differently]


def _match_line(item: Answers) -> str:
    before, now = set(item.before.matches), set(item.now.matches)
    told = [f"+ {match}" for match in sorted(now - before)] + [f"- {match}" for match in sorted(before - now)]
    return f"{item.logs.path}: {'; '.join(told)}"


def _answer_line(item: Answers, style: Style) -> str:
    before, now = _said(item)
    line = f"{item.logs.path}: {before} -> {now}"
    if not item.turn:
        return line
    colour = "green" if item.turn == "better" else "red"
    return f"{style(f'{item.turn}:', colour)} {line}, expected {item.logs.expected}"


def _said(item: Answers) -> tuple[str, str]:
    """Return what was said before and what is now, with the line that failed first where that is what differs."""
    before, now = str(item.before), str(item.now)
    if before == now and item.before.verdict != item.now.verdict:
        return f"{before} ({item.before.verdict})", f"{now} ({item.now.verdict})"
    if before == now:
        return f"{before} at {item.before.first or 'no line'}", f"{now} at {item.now.first or 'no line'}"
    return before, now


def _row(item: Answers) -> str:
    before, now = _said(item)
    mark = {"better": "✅ ", "worse": "❌ ", "": ""}[item.turn]
    cells = (item.logs.path, before, f"{mark}{now}", item.logs.expected or "")
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _count(found: Difference) -> str:
    changes = found.changes
    counts = (
        ("added", changes.added),
        ("removed", changes.removed),
        ("renamed", changes.renamed),
        ("changed", changes.changed),
    )
    entries = ", ".join(f"{len(items)} {word}" for word, items in counts if items) or "none differs"
    return (
        f"since {found.base[:_SHORT]}: entries: {entries}; "
        f"logs diagnosed differently: {len(found.differing)} of {found.logs} ({found.asked} could be)"
    )


def _block(title: str, items: list[str]) -> tuple[str, str]:
    return title, "".join(f"  {item}\n" for item in items)


def _fold(title: str, items: list[str]) -> list[str]:
    """Return a list that opens on a click; GitHub needs the blank lines."""
    if not items:
        return []
    rows = [f"- {item}" for item in items[:_ROWS]] + _more(len(items))
    return [f"<details><summary>{len(items)} {title}</summary>", "", *rows, "", "</details>", ""]


def _more(count: int) -> list[str]:
    return ["", f"... and {count - _ROWS} more"] if count > _ROWS else []


def _plain(text: str) -> str:
    """Return *text* of an entry so that GitHub shows it as it is: no markup, no element, nobody called."""
    one_line = " ".join(text.split())
    escaped = one_line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")
    return _MARKUP.sub(r"\\\1", escaped)

"""What a check keeps for the next one, in a file for each book, of three parts: each is longer, and less often needed.

The first line is the answer, with a digest of all that it rests on. The second says a few words on each entry, and what
rules of the whole book rested on. Then follows a line for each entry, which is read only when a rule asks for it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from faultbook.disk import cache_dir, write_whole

__all__ = ["FORMAT", "Known", "keep", "known", "memory_file", "read_answer"]

FORMAT = 3
_BOOKS = 32  # whose last check is kept


class Known(NamedTuple):
    """What is kept beside the answer."""

    entries: Mapping[str, Any]
    """By path, plain data on each entry."""
    told: Mapping[str, str]
    """By path, what else is kept of it."""
    rules: Mapping[str, str]
    """By name, a digest of what a rule rested on that found nothing."""


_NOTHING = Known({}, {}, {})


def memory_file(root: Path) -> Path:
    """Return the file in which is kept what was found of the book at *root*."""
    return cache_dir() / "checks" / f"{hashlib.blake2b(str(root.resolve()).encode(), digest_size=16).hexdigest()}.json"


def read_answer(file: Path, tool: str) -> tuple[dict[str, Any], str]:
    """Return the answer of the last check by the same *tool*, and what else it kept, not taken apart yet.

    Nothing when there is none, or *file* is broken.
    """
    try:
        with file.open(encoding="utf-8", newline="\n") as opened:
            content = json.loads(opened.readline())
            same = isinstance(content, dict) and (content.get("format"), content.get("tool")) == (FORMAT, tool)
            return (content, opened.read()) if same else ({}, "")
    except (OSError, ValueError):
        return {}, ""


def known(rest: str, tool: str) -> Known:
    """Return what *rest*, of :func:`read_answer`, says."""
    head, _, lines = rest.partition("\n")
    try:
        content = json.loads(head)
        if content["tool"] != tool or content["sum"] != _sum(lines):
            return _NOTHING
        entries = content["entries"]
        return Known(entries, dict(zip(entries, lines.splitlines(), strict=True)), dict(content["rules"]))
    except (AttributeError, KeyError, TypeError, ValueError):
        return _NOTHING


def keep(file: Path, tool: str, answer: Mapping[str, Any], found: Known) -> None:
    """Write what the next check may use; without a place to write, that one starts anew."""
    lines = "".join(f"{found.told[path]}\n" for path in found.entries)
    head = {"tool": tool, "sum": _sum(lines), "entries": found.entries, "rules": found.rules}
    try:
        write_whole(file, "\n".join([json.dumps({"format": FORMAT, "tool": tool, **answer}), json.dumps(head), lines]))
        others = sorted(file.parent.glob("*.json"), key=lambda other: other.stat().st_mtime, reverse=True)
        for other in others[_BOOKS:]:
            other.unlink(missing_ok=True)
    except OSError:
        return


def _sum(lines: str) -> Sequence[int]:
    """Return what tells a text that was cut off or overwritten from the whole one."""
    content = lines.encode()
    return [len(content), zlib.crc32(content)]

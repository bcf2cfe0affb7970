"""When a file of the book came and when it last changed, as git tells; nothing where git does not know."""

from __future__ import annotations

import dataclasses
import datetime as dt
import subprocess
import types
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["NO_HISTORY", "Dates", "History", "read_history"]

_SECONDS = 60  # that git may take: a history of 100,000 commits takes about ten
_COMMIT = "\x01"  # begins the line of a commit; no path holds it unquoted


@dataclasses.dataclass(frozen=True, slots=True)
class Dates:
    """The first and the last commit of a file, in UTC."""

    first: dt.datetime
    last: dt.datetime
    subject: str
    """First line of the last commit's message: what changed. Anybody's text: escape it."""
    commits: int


#: By path under the book's root, with forward slashes: ``entries/memory/cuda-oom-capacity.yaml``.
History = Mapping[str, Dates]
NO_HISTORY: History = types.MappingProxyType({})


def read_history(root: Path, under: tuple[str, ...] = ("entries", "snippets", "incidents", "docs")) -> History:
    """Return the dates of the committed files below the folders *under* of *root*, by one ``git log``.

    A file keeps its dates when git sees that it was renamed. Empty where *root* is in no repository, where there is no
    git, and in a shallow clone, whose oldest commit would seem to have made every file.
    """
    if _git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return NO_HISTORY
    flags = ("--name-status", "--find-renames", "--relative", "--no-color", "--no-ext-diff", "--no-show-signature")
    log = _git(root, "log", f"--format={_COMMIT}%ct %s", *flags, "--", *under)
    return types.MappingProxyType(dict(_dates(log)))


def _git(root: Path, *arguments: str) -> str:
    """Return what git prints in *root*; nothing when it is missing, fails, or takes too long."""
    command = ("git", "-c", "core.quotePath=false", "-C", str(root), *arguments)
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=_SECONDS, check=True, encoding="utf-8", errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _dates(log: str) -> Iterator[tuple[str, Dates]]:
    """Yield path and dates of each file that still is there after the newest commit of *log*, which comes first."""
    found: dict[str, Dates] = {}
    became: dict[str, str] = {}  # by what it was called before: the path that it has now; an empty text when it is gone
    for time, subject, changes in _commits(log):
        before: dict[str, str] = {}
        for status, old, new in changes:
            path = became.get(new or old, new or old)
            if status == "D" and path not in found:
                before[old] = ""
            elif path and status != "D":
                seen = found.get(path) or Dates(time, time, subject, 0)
                found[path] = dataclasses.replace(seen, first=min(time, seen.first), commits=seen.commits + 1)
            if new:
                before[old] = path
            elif status == "A":
                before[old] = ""  # what had this path earlier was another file
        became |= before
    yield from sorted(found.items())


def _commits(log: str) -> Iterator[tuple[dt.datetime, str, list[tuple[str, str, str]]]]:
    """Yield time, subject and changes (status, path, new path) of each commit."""
    for block in log.split(_COMMIT)[1:]:
        head, *lines = block.split("\n")
        seconds, _, subject = head.partition(" ")
        changes = []
        for line in lines:
            status, *paths = line.split("\t")
            if paths:
                changes.append((status[0], paths[0], paths[1] if len(paths) > 1 else ""))
        yield dt.datetime.fromtimestamp(int(seconds), dt.UTC), subject, changes

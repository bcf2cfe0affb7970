"""When a file of the book came and when it last changed, as git tells; nothing where git does not know."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
import subprocess
import types
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from faultbook.disk import cache_dir, write_whole

__all__ = ["NO_HISTORY", "Dates", "History", "read_history"]

_SECONDS = 60  # that git may take: a history of 100,000 commits takes about ten
_COMMIT = "\x01"  # begins the line of a commit; no path holds it unquoted
_FORMAT = 1  # of what is kept between two readings


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

#: What is known of a file: seconds of its first and last commit, subject of the last, how many there are.
_Row = tuple[int, int, str, int]
#: A commit: its seconds, its subject, and its changes as status, path and new path.
_Commit = tuple[int, str, list[tuple[str, str, str]]]


class _Files(Mapping[str, Dates]):
    """The history of files, each made when it is asked for: a book of thousands has more than a build looks at."""

    def __init__(self, rows: Mapping[str, _Row]) -> None:
        self._rows = rows

    def __getitem__(self, path: str) -> Dates:
        first, last, subject, commits = self._rows[path]
        return Dates(
            dt.datetime.fromtimestamp(first, dt.UTC), dt.datetime.fromtimestamp(last, dt.UTC), subject, commits
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def read_history(root: Path, under: tuple[str, ...] = ("entries", "snippets", "incidents", "docs")) -> History:
    """Return the dates of the committed files below the folders *under* of *root*, by one ``git log``.

    A file keeps its dates when git sees that it was renamed. Empty where *root* is in no repository, where there is no
    git, and in a shallow clone, whose oldest commit would seem to have made every file.

    What was read is kept in the cache folder, so that the next reading asks git for the commits since then alone.
    """
    told = _git(root, "rev-parse", "--is-shallow-repository", "HEAD", "--show-prefix") or ""
    shallow, commit, prefix = (*told.split("\n"), "", "", "")[:3]
    if shallow != "false" or not commit:
        return NO_HISTORY
    name = hashlib.sha256(json.dumps([_FORMAT, str(root.resolve()), prefix, under]).encode()).hexdigest()[:32]
    kept = cache_dir() / "history" / f"{name}.json"
    known, rows = _kept(kept)
    if known == commit:
        return _Files(rows)
    newer = _since(root, known, commit, under) if known else None
    if newer is not None:
        rows = _rows(newer, rows)
    elif (commits := _log(root, commit, under)) is not None:
        rows = _rows(commits)
    else:
        return NO_HISTORY
    _keep(kept, commit, rows)
    return _Files(rows)


def _kept(file: Path) -> tuple[str, dict[str, _Row]]:
    """Return the commit up to which *file* tells and what it tells; nothing when it is not there or is damaged."""
    try:
        content = json.loads(file.read_text("utf-8"))
        return content["commit"], {path: (row[0], row[1], row[2], row[3]) for path, row in content["files"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return "", {}


def _keep(file: Path, commit: str, rows: Mapping[str, _Row]) -> None:
    text = json.dumps({"commit": commit, "files": rows}, ensure_ascii=False, separators=(",", ":"))
    try:
        write_whole(file, text)
    except (OSError, UnicodeEncodeError):  # a full or read-only disk: the next reading asks git again
        return


def _since(root: Path, known: str, commit: str, under: tuple[str, ...]) -> list[_Commit] | None:
    """Return the commits after *known* up to *commit*; ``None`` where what is known cannot just be continued.

    That is where *known* is no ancestor, where branches were merged, whose commits stand between older ones, and where
    a file was renamed.
    """
    expected = commit
    listed = _git(root, "rev-list", "--topo-order", "--parents", f"{known}..{commit}") or ""
    for line in listed.splitlines():
        this, *parents = line.split()
        if this != expected or len(parents) != 1:
            return None
        expected = parents[0]
    if expected != known:
        return None
    found = _log(root, f"{known}..{commit}", under)
    return None if found is None or any(new for _, _, changes in found for _, _, new in changes) else found


def _log(root: Path, revisions: str, under: tuple[str, ...]) -> list[_Commit] | None:
    """Return the commits of *revisions* that change a file below *under*, newest first; ``None`` when git fails."""
    flags = ("--name-status", "--find-renames", "--relative", "--no-color", "--no-ext-diff", "--no-show-signature")
    log = _git(root, "log", f"--format={_COMMIT}%ct %s", *flags, revisions, "--", *under)
    return None if log is None else list(_commits(log))


def _git(root: Path, *arguments: str) -> str | None:
    """Return what git prints in *root*; ``None`` when it is missing, fails, or takes too long."""
    command = ("git", "-c", "core.quotePath=false", "-C", str(root), *arguments)
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=_SECONDS, check=True, encoding="utf-8", errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _rows(commits: Iterable[_Commit], before: Mapping[str, _Row] = types.MappingProxyType({})) -> dict[str, _Row]:
    """Return what is known of each file that is there after *commits*, the newest of which comes first.

    *before* is what was known before the oldest of them.
    """
    found: dict[str, _Row] = {}
    became: dict[str, str] = {}  # by what it was called before: the path that it has now; an empty text when it is gone
    for time, subject, changes in commits:
        renamed: dict[str, str] = {}
        for status, old, new in changes:
            path = became.get(new or old, new or old)
            if status == "D" and path not in found:
                renamed[old] = ""
            elif path and status != "D":
                first, last, said, count = found.get(path, (time, time, subject, 0))
                found[path] = (min(time, first), last, said, count + 1)
            if new:
                renamed[old] = path
            elif status == "A":
                renamed[old] = ""  # what had this path earlier was another file
        became |= renamed
    for path, row in before.items():
        if now := became.get(path, path):
            first, last, said, count = found.get(now, (row[0], row[1], row[2], 0))
            found[now] = (min(first, row[0]), last, said, count + row[3])
    return dict(sorted(found.items()))


def _commits(log: str) -> Iterator[_Commit]:
    """Yield time, subject and changes of each commit."""
    for block in log.split(_COMMIT)[1:]:
        head, *lines = block.split("\n")
        seconds, _, subject = head.partition(" ")
        changes = []
        for line in lines:
            status, *paths = line.split("\t")
            if paths:
                changes.append((status[0], paths[0], paths[1] if len(paths) > 1 else ""))
        yield int(seconds), subject, changes

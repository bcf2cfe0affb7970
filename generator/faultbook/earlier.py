"""What the last check of a book found, kept for the next one: the answer, and what it rests on, entry by entry.

The answer is a file of one line, which a check reads when nothing has changed. The rest is a database beside it, since
a book of ten thousand has fifty megabytes of it, of which a check after an edit reads a few hundred kilobytes. Both may
be deleted, broken, or written by another check at any time: every row says which content it is of, and a reader that
does not find what it was promised begins anew.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faultbook.disk import write_whole

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Earlier", "Kept"]

_BOOKS = 32  # whose last check is kept
_WAIT = 10  # seconds until another check lets go of the file
_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, content TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
    path TEXT PRIMARY KEY, digest TEXT NOT NULL, rests TEXT NOT NULL, found TEXT, abridged TEXT);
CREATE TABLE IF NOT EXISTS facts (name TEXT, path TEXT, digest TEXT NOT NULL, content TEXT, PRIMARY KEY (name, path))
    WITHOUT ROWID;
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one entry, but for what few checks read."""

    digest: str
    """Of its files."""
    rests: Mapping[str, str]
    """Digests of what rules over the book read of it, by what they rest on."""
    found: list[Any] | None
    """What is wrong with it, as JSON can say it; mostly nothing."""
    whole: bool
    """Whether it could be read, so that the rest is kept too."""


class Earlier:
    """What a check of one book has kept in *file* and beside it, if the same *tool* has."""

    def __init__(self, file: Path, tool: str) -> None:
        self._file, self._tool = file, tool
        self._database = file.with_suffix(".sqlite")
        self._open: sqlite3.Connection | None = None

    def answer(self) -> dict[str, Any]:
        """Return the last answer; nothing when there is none."""
        try:
            content = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) and content.get("tool") == self._tool else {}

    def entries(self) -> dict[str, Kept]:
        """Return what is kept of each entry, by path."""
        if not self._is_known():
            return {}
        rows = self._rows("SELECT path, digest, rests, found, abridged IS NOT NULL FROM entries")
        return {
            path: Kept(digest, json.loads(rests), json.loads(found) if found else None, bool(whole))
            for path, digest, rests, found, whole in rows
        }

    def rules(self) -> dict[str, str]:
        """Return what each rule rested on that found nothing, by its name and reach."""
        return json.loads(self._about("rules")) if self._is_known() else {}

    def abridged(self, path: str, digest: str) -> Any:
        """Return the entry at *path*, of this *digest*, without its prose.

        Raises:
            KeyError: when another check has written meanwhile.

        """
        for (content,) in self._rows("SELECT abridged FROM entries WHERE path = ? AND digest = ?", (path, digest)):
            return json.loads(content)
        raise KeyError(path)

    def facts(self, name: str, digests: Mapping[str, str]) -> dict[str, list[Any]]:
        """Return the fact *name* of the entries of *digests*, by path.

        Raises:
            KeyError: when another check has written meanwhile.

        """
        rows = self._rows("SELECT path, digest, content FROM facts WHERE name = ?", (name,))
        found = {path: content for path, digest, content in rows if digests.get(path) == digest}
        return {path: json.loads(found[path]) for path in digests}

    def close(self) -> None:
        """Let go of the database."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def keep(
        self,
        answer: Mapping[str, Any],
        rules: Mapping[str, str],
        paths: Iterable[str],
        fresh: Mapping[str, tuple[Kept, Any, Mapping[str, list[Any]]]],
    ) -> None:
        """Keep the *answer*, and of the entries at *paths* what is new: what to keep, the entry abridged, its facts.

        Without a place to write, the next check starts anew.
        """
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._write(rules, set(paths), fresh)
            write_whole(self._file, json.dumps({"tool": self._tool, **answer}) + "\n")
            others = sorted(self._file.parent.glob("*.json"), key=lambda other: other.stat().st_mtime, reverse=True)
            for other in others[_BOOKS:]:
                other.with_suffix(".sqlite").unlink(missing_ok=True)
                other.unlink(missing_ok=True)

    def _write(
        self, rules: Mapping[str, str], paths: set[str], fresh: Mapping[str, tuple[Kept, Any, Mapping[str, list[Any]]]]
    ) -> None:
        import sqlite3  # noqa: PLC0415 -- a check of what has not changed needs none

        self.close()
        try:
            with contextlib.closing(sqlite3.connect(self._database, timeout=_WAIT, isolation_level=None)) as database:
                # A loss of power can break the file so, no kill; it costs one check its gain.
                database.execute("PRAGMA synchronous = OFF")
                database.executescript(_TABLES)
                database.execute("BEGIN IMMEDIATE")
                _replace(database, self._tool, rules, paths, fresh)
                database.execute("COMMIT")
        except sqlite3.OperationalError:  # locked for too long, no room, a folder without leave to write
            return
        except sqlite3.DatabaseError:  # broken
            self._database.unlink(missing_ok=True)

    def _is_known(self) -> bool:
        return self._database.is_file() and self._about("tool") == self._tool

    def _about(self, name: str) -> str:
        return next((content for (content,) in self._rows("SELECT content FROM about WHERE name = ?", (name,))), "")

    def _rows(self, statement: str, values: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
        import sqlite3  # noqa: PLC0415 -- as above

        try:
            if self._open is None:
                self._open = sqlite3.connect(self._database, timeout=_WAIT, isolation_level=None)
            yield from self._open.execute(statement, values)
        except sqlite3.Error as error:
            raise KeyError(statement) from error


def _replace(
    database: sqlite3.Connection,
    tool: str,
    rules: Mapping[str, str],
    paths: set[str],
    fresh: Mapping[str, tuple[Kept, Any, Mapping[str, list[Any]]]],
) -> None:
    """Make the tables hold what is kept of *paths*: what is there, and in its place what is *fresh*."""
    known = database.execute("SELECT content FROM about WHERE name = 'tool'").fetchone()
    if known != (tool,):
        database.execute("DELETE FROM entries")
        database.execute("DELETE FROM facts")
    database.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", [("tool", tool), ("rules", json.dumps(rules))])
    there = {path for (path,) in database.execute("SELECT path FROM entries")}
    gone = [(path,) for path in (there - paths) | fresh.keys()]
    database.executemany("DELETE FROM entries WHERE path = ?", gone)
    names = [name for (name,) in database.execute("SELECT DISTINCT name FROM facts")]
    database.executemany(
        "DELETE FROM facts WHERE name = ? AND path = ?", [(name, path) for name in names for (path,) in gone]
    )
    database.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
        (
            (path, kept.digest, json.dumps(kept.rests), _said(kept.found), _said(short))
            for path, (kept, short, _) in fresh.items()
        ),
    )
    database.executemany(
        "INSERT INTO facts VALUES (?, ?, ?, ?)",
        (
            (name, path, kept.digest, json.dumps(content))
            for path, (kept, _, facts) in fresh.items()
            for name, content in facts.items()
        ),
    )


def _said(content: Any) -> str | None:
    return json.dumps(content, ensure_ascii=False) if content is not None else None

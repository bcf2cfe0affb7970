"""What earlier builds made, by key: a file that may be deleted, broken or shared by builds at any time.

A key names all that its content rests on, so what is found is right and nothing is ever changed in place. What a build
cannot read it makes anew, and what it cannot write it does without.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import zstandard

__all__ = ["Store", "squeezed"]

_FORMAT = 1
_WAIT = 10  # seconds until another build lets go of the file
_LEVEL = 1  # of compression: a body takes a twentieth of a millisecond, and a ninth of its length
_MOST = 512 * 2**20  # bytes kept; what was used longest ago goes first
_AT_ONCE = 16 * 2**20  # bytes that wait in memory at most
_DAY = 24 * 3600
_TABLE = "CREATE TABLE IF NOT EXISTS made (key TEXT PRIMARY KEY, content BLOB NOT NULL, used INTEGER NOT NULL)"

_T = TypeVar("_T")


class Store:
    """Contents by key, in the file *path*; without a path, or where it cannot be used, in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path.with_name(f"{path.stem}-{_FORMAT}{path.suffix}") if path else None
        self._new: dict[str, bytes] = {}
        self._used: set[str] = set()
        self._waiting = 0  # bytes that are new

    def get(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the contents of those of *keys* that are kept."""
        wanted = list(dict.fromkeys(keys))
        squeezed = {key: self._new[key] for key in wanted if key in self._new}
        missing = [key for key in wanted if key not in squeezed]
        if missing and self._path is not None and self._path.is_file():
            squeezed |= self._do(lambda database: dict(_rows(database, missing))) or {}
        found: dict[str, Any] = {}
        for key, content in squeezed.items():
            with contextlib.suppress(zstandard.ZstdError, ValueError):
                found[key] = json.loads(zstandard.decompress(content))
        self._used.update(found)
        return found

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those of *keys* whose contents are kept."""
        wanted = set(keys)
        found = wanted & self._new.keys()
        if (missing := [*(wanted - found)]) and self._path is not None and self._path.is_file():
            found |= self._do(lambda database: {key for (key,) in _rows(database, missing, "key")}) or set()
        self._used.update(found)
        return found

    def put(self, contents: Mapping[str, Any]) -> None:
        """Keep *contents*, which JSON can say, until :meth:`write` puts them into the file."""
        self.take({key: squeezed(content) for key, content in contents.items()})

    def take(self, contents: Mapping[str, bytes]) -> None:
        """Keep *contents*, as :func:`squeezed` makes them."""
        self._new.update(contents)
        self._waiting += sum(map(len, contents.values()))
        if self._path is not None and self._waiting > _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write what is new, in one transaction: a build that is killed meanwhile leaves the file as it was."""
        if self._path is None or not (self._new or self._used):
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._do(self._write)
        self._new.clear()
        self._used.clear()
        self._waiting = 0

    def _write(self, database: sqlite3.Connection) -> None:
        now = int(time.time())
        database.execute("BEGIN IMMEDIATE")
        rows = [(key, content, now) for key, content in self._new.items()]
        database.executemany("INSERT OR REPLACE INTO made VALUES (?, ?, ?)", rows)
        old = [(now, key, now - _DAY) for key in self._used]
        database.executemany("UPDATE made SET used = ? WHERE key = ? AND used < ?", old)
        if self._new:
            _shrink(database)
        database.execute("COMMIT")

    def _do(self, action: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Return what *action* does with the file; ``None`` when it cannot be used. One that is broken is deleted."""
        assert self._path is not None  # noqa: S101 -- its callers asked
        try:
            with contextlib.closing(sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)) as database:
                # No kill and no other build can break the file so; a loss of power can, which costs one build its gain.
                database.execute("PRAGMA synchronous = OFF")
                database.execute(_TABLE)
                return action(database)
        except sqlite3.OperationalError:  # locked for too long, no room, a folder without leave to write
            return None
        except sqlite3.DatabaseError:
            with contextlib.suppress(OSError):
                self._path.unlink()
            return None


def squeezed(content: Any) -> bytes:
    """Return *content*, which JSON can say, as it is kept."""
    squeeze = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    return squeeze.compress(json.dumps(content, ensure_ascii=True).encode())


def _rows(database: sqlite3.Connection, keys: list[str], what: str = "key, content") -> Iterator[tuple[Any, ...]]:
    step = 500  # the names that one statement may hold
    for start in range(0, len(keys), step):
        some = keys[start : start + step]
        marks = ",".join("?" * len(some))
        yield from database.execute(f"SELECT {what} FROM made WHERE key IN ({marks})", some)  # noqa: S608 -- marks


def _shrink(database: sqlite3.Connection) -> None:
    (size,) = database.execute("SELECT COALESCE(SUM(LENGTH(content)), 0) FROM made").fetchone()
    if size <= _MOST:
        return
    for key, length in database.execute("SELECT key, LENGTH(content) FROM made ORDER BY used").fetchall():
        if size <= _MOST * 3 // 4:
            break
        database.execute("DELETE FROM made WHERE key = ?", (key,))
        size -= length

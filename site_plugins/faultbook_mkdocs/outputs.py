"""The files of a site that the book gives, kept over a build: what is as it must be is not written again.

MkDocs empties the site's folder, except for hidden names, so the files hide meanwhile. What a build left is listed
beside the other caches, and the list is gone while a build writes: after one that was killed everything is written
anew. A file counts as left untouched when its size, its number on the disk and its time are exactly what they were
after it was written; which text it must have, digests say.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from filelock import FileLock, Timeout

from faultbook.disk import cache_dir, write_whole

__all__ = ["Outputs", "Stamp"]

_FORMAT = 1
_HIDDEN = ".faultbook-kept."
_SITES = 64  # whose lists are kept

Stamp = tuple[str, int, int, int]
"""Of what a file is made, and its size, time and number on the disk."""


class Outputs:
    """What the book gives to the site in the folder *site*; without *kept* nothing of an earlier build is used."""

    def __init__(self, site: Path, *, kept: bool = True) -> None:
        self._site = site.resolve()
        name = hashlib.blake2b(str(self._site).encode(), digest_size=16).hexdigest()
        self._list = cache_dir() / "sites" / f"{name}.json"
        self._lock: FileLock | None = None
        self._kept = kept
        self._before: dict[str, Stamp] = {}
        self._now: dict[str, Stamp] = {}
        self._folders: set[str] = set()

    def hide(self, seconds: float = -1) -> None:
        """Begin a build: hide what the last one left. Wait for another build into the same folder, but so long only.

        Raises:
            TimeoutError: when the other build takes longer.

        """
        self._begin(seconds)
        self._before, self._now, self._folders = self._left() if self._kept else {}, {}, set()
        with contextlib.suppress(OSError):
            self._list.unlink(missing_ok=True)
        if not self._site.is_dir():
            self._before = {}
            return
        self._remove_hidden()  # a build was killed
        for name in {path.partition("/")[0] for path in self._before}:
            with contextlib.suppress(OSError):
                (self._site / name).rename(self._site / f"{_HIDDEN}{name}")

    def settle(self, wanted: Mapping[str, str]) -> set[str]:
        """Bring back what was hidden; return the paths of *wanted*, digests by path, that must be written.

        What is not wanted any more, or is not as it was left, is removed.
        """
        for name in {path.partition("/")[0] for path in self._before}:
            hidden, shown = self._site / f"{_HIDDEN}{name}", self._site / name
            if os.path.lexists(shown):  # somebody else wrote there meanwhile
                _remove(hidden)
            elif hidden.exists():
                hidden.rename(shown)
                self._sift(name, wanted)
        return set(wanted) - set(self._now)

    def write(self, path: str, digest: str, content: bytes) -> None:
        """Write the file at *path* of the site; *digest* is of what it is made from."""
        file = f"{self._site}/{path}"
        folder = file.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103 -- pathlib takes twice the time, ten thousand times
            self._folders.add(folder)
        with open(file, "wb", buffering=0) as opened:  # noqa: PTH123 -- as above
            opened.write(content)
            self._now[path] = _stamp(digest, os.fstat(opened.fileno()))

    def join(self, path: str, digest: str, head: str, files: Iterable[str]) -> None:
        """Write the file at *path*: *head*, and the texts of *files* of the site, each after an end of line."""
        file = self._site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{file.name}.new")
        with new.open("wb") as opened:
            opened.write(head.encode())
            for each in files:
                opened.write(b"\n" + (self._site / each).read_bytes())
        new.replace(file)
        self._now[path] = _stamp(digest, file.stat())

    def replace(self, path: str, digest: str, content: bytes) -> None:
        """Write the file at *path* whole or not at all: somebody may be reading it."""
        file = self._site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{file.name}.new")
        new.write_bytes(content)
        new.replace(file)
        self._now[path] = _stamp(digest, file.stat())

    def stamp(self, path: str) -> Stamp:
        """Return the stamp of the file at *path*, which was written or kept."""
        return self._now[path]

    def note(self, stamps: Mapping[str, Stamp]) -> None:
        """Take in what another process wrote: the stamps of files, by their paths."""
        self._now.update(stamps)

    def digest(self, path: str) -> str | None:
        """Return of what the file at *path* is made, if it was written or kept."""
        stamp = self._now.get(path)
        return stamp[0] if stamp else None

    def paths(self) -> set[str]:
        """Return the paths of what was written or kept."""
        return set(self._now)

    def remove(self, path: str) -> None:
        """Remove the file at *path*, and its folder if that is empty then."""
        del self._now[path]
        with contextlib.suppress(OSError):
            (self._site / path).unlink()
            (self._site / path).parent.rmdir()

    def end(self) -> None:
        """End a build that succeeded: the next one may keep what this one left."""
        with contextlib.suppress(OSError):
            write_whole(self._list, json.dumps({"format": _FORMAT, "site": str(self._site), "files": self._now}))
            others = sorted(self._list.parent.glob("*.json"), key=lambda other: other.stat().st_mtime, reverse=True)
            for other in others[_SITES:]:
                other.unlink(missing_ok=True)
        self._release()

    def fail(self) -> None:
        """End a build that failed: nothing of it is kept."""
        if self._lock is None:
            return
        if self._site.is_dir():
            self._remove_hidden()
        self._release()

    def _remove_hidden(self) -> None:
        for hidden in self._site.glob(f"{_HIDDEN}*"):
            _remove(hidden)

    def _begin(self, seconds: float) -> None:
        lock = FileLock(f"{self._list.with_suffix('')}.lock")
        try:
            self._list.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=seconds)
        except Timeout:
            raise TimeoutError(f"another build writes into {self._site}") from None
        except OSError:  # no place to lock, and so none to keep a list
            self._kept = False
            return
        self._lock = lock

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _left(self) -> dict[str, Stamp]:
        try:
            content = json.loads(self._list.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict) or (content.get("format"), content.get("site")) != (_FORMAT, str(self._site)):
            return {}
        return {path: tuple(stamp) for path, stamp in content["files"].items()}

    def _sift(self, name: str, wanted: Mapping[str, str]) -> None:
        """Note what of the file or folder *name* of the site is as it must be, and remove the rest."""
        top = self._site / name
        if top.is_dir():
            self._sift_folder(str(top), name, wanted)
        else:
            self._look(str(top), name, top.stat(), wanted)

    def _sift_folder(self, folder: str, path: str, wanted: Mapping[str, str]) -> bool:
        """Sift the *folder* at *path* of the site; return whether anything is left of it."""
        left = False
        with os.scandir(folder) as found:
            entries = list(found)
        for entry in entries:
            below = f"{path}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                left |= self._sift_folder(entry.path, below, wanted)
            else:
                left |= self._look(entry.path, below, entry.stat(follow_symlinks=False), wanted)
        if not left:
            with contextlib.suppress(OSError):
                os.rmdir(folder)  # noqa: PTH106 -- pathlib takes twice the time, ten thousand times
        return left

    def _look(self, file: str, path: str, found: os.stat_result, wanted: Mapping[str, str]) -> bool:
        digest = wanted.get(path)
        if digest is not None and self._before.get(path) == _stamp(digest, found):
            self._now[path] = self._before[path]
            return True
        Path(file).unlink()
        return False


def _stamp(digest: str, found: os.stat_result) -> Stamp:
    return digest, found.st_size, found.st_mtime_ns, found.st_ino


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)

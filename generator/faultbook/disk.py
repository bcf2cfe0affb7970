"""Files that are written whole or not at all, the folder of a book, and that of what may be deleted at any time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["cache_dir", "find_root", "write_whole"]


def cache_dir() -> Path:
    """Return the folder that holds environments, downloaded wheels and checks; it may be deleted at any time."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "faultbook"


def find_root(start: Path) -> Path | None:
    """Return the nearest folder from *start* upwards that holds ``entries/``, or ``None``."""
    for folder in (start, *start.parents):
        if (folder / "entries").is_dir():
            return folder
    return None


def write_whole(path: Path, text: str) -> None:
    """Write *text* over what *path* holds, whole or not at all; its mode stays, and a link stays a link."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

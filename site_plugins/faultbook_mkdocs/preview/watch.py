"""Watches the folders that an entry's page is made from."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

__all__ = ["watching"]

_FOLDERS = ("entries", "snippets", "evidence")
_SUFFIXES = {".yaml", ".py", ".json"}
_DEBOUNCE, _STEP = 200, 20  # milliseconds: at most until files that are written together are told, and between looks


class _Written(DefaultFilter):
    """Lets through what a page is made from, and none of an editor's own files."""

    def __call__(self, change: Change, path: str) -> bool:
        return Path(path).suffix in _SUFFIXES and super().__call__(change, path)


@contextlib.contextmanager
def watching(root: Path, tell: Callable[[set[str]], None]) -> Iterator[None]:
    """Call *tell* with the paths under *root* that are written or removed, until the end of the block."""
    root = root.resolve()
    stop = threading.Event()
    folders = [root / name for name in _FOLDERS if (root / name).is_dir()]

    def run() -> None:
        changes = watch(
            *folders, watch_filter=_Written(), debounce=_DEBOUNCE, step=_STEP, stop_event=stop, rust_timeout=500
        )
        for found in changes:
            tell({Path(path).relative_to(root).as_posix() for _, path in found})

    thread = threading.Thread(target=run, name="faultbook-watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()

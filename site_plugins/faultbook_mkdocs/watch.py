"""What `mkdocs serve` watches: the book's folders by the system's own events, all else as MkDocs does, by looking.

MkDocs looks at each file twice a second, which takes longer than a page for a book of a thousand entries, and says only
that something was written. Which files it was says what must be made again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from watchdog.events import FileModifiedEvent, FileSystemEventHandler
from watchfiles import DefaultFilter, watch

__all__ = ["Watcher"]

_DEBOUNCE, _STEP = 200, 15  # milliseconds: at most until files that are written together are told, and between looks


class _Forwarded(FileSystemEventHandler):
    """Notes that something beside the book was written, and lets MkDocs know."""

    def __init__(self, watcher: Watcher, handler: FileSystemEventHandler) -> None:
        self._watcher, self._handler = watcher, handler

    def dispatch(self, event: Any) -> None:
        if not event.is_directory:
            self._watcher.other()
        self._handler.dispatch(event)


class Watcher:
    """Stands in for the observer of MkDocs' server, *looking*; takes from it the *folders* of the book under *root*."""

    def __init__(self, looking: Any, root: Path, folders: Iterable[Path]) -> None:
        self._looking, self._root = looking, root.resolve()
        self._folders = {str(folder.resolve()) for folder in folders}
        self._handler: FileSystemEventHandler | None = None
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._written: set[str] = set()
        self._other = False
        self._thread = threading.Thread(target=self._run, name="faultbook-watch", daemon=True)

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool = False) -> Any:
        """Watch *path* for *handler*."""
        if str(Path(path).resolve()) in self._folders:
            self._handler = handler
            return path
        return self._looking.schedule(_Forwarded(self, handler), path, recursive=recursive)

    def unschedule(self, watched: Any) -> None:
        """Watch no longer what :meth:`schedule` returned this for."""
        if isinstance(watched, str):
            self._folders.discard(str(Path(watched).resolve()))
        else:
            self._looking.unschedule(watched)

    def start(self) -> None:
        """Begin."""
        self._looking.start()
        if self._handler is not None:
            self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._looking.stop()

    def join(self) -> None:
        """Return when nothing is watched any more."""
        self._looking.join()
        if self._thread.is_alive():
            self._thread.join()

    def other(self) -> None:
        """Note that something beside the book was written."""
        with self._lock:
            self._other = True

    def take(self) -> tuple[set[str], bool]:
        """Return the paths under the root that were written since the last call, and whether anything else was."""
        with self._lock:
            taken = self._written, self._other
            self._written, self._other = set(), False
        return taken

    def wake(self) -> None:
        """Have MkDocs ask for a build, though nothing was written."""
        if self._handler is not None:
            self._handler.dispatch(FileModifiedEvent(str(self._root)))

    def _run(self) -> None:
        changes = watch(
            *sorted(self._folders),
            watch_filter=DefaultFilter(),
            debounce=_DEBOUNCE,
            step=_STEP,
            stop_event=self._stop,
            rust_timeout=500,
        )
        for found in changes:
            with self._lock:
                self._written |= {Path(path).relative_to(self._root).as_posix() for _, path in found}
            self.wake()

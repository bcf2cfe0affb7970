"""`mkdocs serve`, past a build: what was saved is on its page at once, and the rest of the site follows.

A reader never gets what is old: a request for a page that may have changed and is not made yet waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger

from faultbook_mkdocs.inputs import read_inputs
from faultbook_mkdocs.lane import FastLane
from faultbook_mkdocs.outline import Outline, Summary
from faultbook_mkdocs.press import Press
from faultbook_mkdocs.reading import is_entrys
from faultbook_mkdocs.watch import Watcher

__all__ = ["Live"]

log = get_plugin_logger(__name__)

_REST = 0.3  # seconds in which the browser fetches the page, before the rest of the site is made
_PATIENCE = 120  # seconds that a request waits for a page that is being made


class Live:
    """The builds of a running *server*; *build* is MkDocs' own, which takes longer, and is asked when much changed."""

    def __init__(
        self, server: LiveReloadServer, build: Callable[[], None], root: Path, folders: Iterable[Path]
    ) -> None:
        self._server, self._build, self._root = server, build, root
        self._watcher = Watcher(server.observer, root, folders)
        self._lock = threading.RLock()
        self._made: tuple[Press, FastLane, Outline, Summary] | None = None
        self._places: list[tuple[str, str]] = []
        self._turn = 0  # counts what was saved
        self._settled = threading.Event()
        self._settled.set()
        self._reload = False
        self._ask = server.serve_request

    def begin(self, watched: Iterable[str]) -> None:
        """Take the place of what the server has; *watched* is what it watches already."""
        server: Any = self._server
        watched = list(watched)
        for path in watched:
            server.unwatch(path)
        server.observer = self._watcher
        for path in watched:
            server.watch(path)
        server.builder = self._rebuild
        server.build_delay = 0.01  # the watcher waits until files that are written together are all there
        server.set_app(self._serve)

    def take(self, press: Press, lane: FastLane, outline: Outline, summary: Summary) -> None:
        """Go on from a build of MkDocs' own."""
        with self._lock:
            self._made = (press, lane, outline, summary)
            self._places = _places(outline)
            self._turn += 1
            self._settled.set()
            turn = self._turn
        # The first save should not wait until the book is read.
        threading.Thread(target=self._warm, args=(turn,), name="faultbook-read", daemon=True).start()

    def end(self) -> None:
        """Write nothing any more: the folder is about to go."""
        with self._lock:
            self._made = None
            self._turn += 1
            self._settled.set()

    def _rebuild(self) -> None:
        written, other = self._watcher.take()
        written = {path for path in written if not path.startswith("entries/") or not path.endswith(".json")}
        if self._reload and not written and not other:
            self._reload = False
            return
        start = time.monotonic()
        if written and not other and self._made is not None and all(map(is_entrys, written)):
            paths = self._edit(written)
            took = time.monotonic() - start
            log.info("%s: %d files written in %.2f seconds; the rest follows", _named(written), len(paths), took)
            return
        self._turn += 1  # what is being made for the last turn is of no use any more
        with self._lock:
            self._build()

    def _edit(self, written: set[str]) -> list[str]:
        with self._lock:
            if self._made is None:
                raise RuntimeError("nothing was built yet")
            press, lane, outline, summary = self._made
            self._turn += 1
            self._settled.clear()
            new, edited = press.edited(written, outline)
            paths = lane.update(new, edited)
            self._made = (new, lane, edited, summary)
            threading.Thread(target=self._settle, args=(self._turn,), name="faultbook-settle", daemon=True).start()
            return paths

    def _settle(self, turn: int) -> None:
        """Make what else changed, unless something is saved meanwhile; then that turn does it."""
        time.sleep(_REST)
        made = self._made
        if turn != self._turn or made is None:
            return
        try:
            press, lane, _, summary = made
            inputs = read_inputs(self._root)
            if inputs is None:
                self._wake()
                return
            new, outline, now = press.settled(inputs)
            with self._lock:
                if turn != self._turn:
                    return
                if _places(outline) != self._places or now.nav != summary.nav:
                    self._watcher.other()  # the navigation, the map of the site: MkDocs makes these
                    self._wake()
                    return
                paths = lane.update(new, outline)
                self._made = (new, lane, outline, now)
                self._settled.set()
            new.store.write()
        except Exception:  # noqa: BLE001 -- whatever it is, MkDocs' own build meets it too, and tells it
            self._watcher.other()
            self._wake()
            return
        for problem in now.problems:
            if problem not in summary.problems:
                log.warning("%s", problem)
        if any(lane.is_of_entry(path) for path in paths):
            self._reload = True
            self._wake()
        log.info("the site is up to date: %d more files written", len(paths))

    def _wake(self) -> None:
        self._watcher.wake()

    def _warm(self, turn: int) -> None:
        made = self._made
        if turn == self._turn and made is not None:
            made[0].warm(made[2])

    def _serve(self, environ: Any, start_response: Any) -> Any:
        path = environ["PATH_INFO"].removeprefix(self._server.mount_path.rstrip("/")).lstrip("/")
        path = f"{path}index.html" if path.endswith("/") or not path else path
        made = self._made
        if made is not None and made[1].is_own(path) and not made[1].is_of_entry(path):
            self._settled.wait(_PATIENCE)
        return self._ask(environ, start_response)


def _named(written: set[str]) -> str:
    first, *more = sorted(written)
    return f"{first} and {len(more)} more" if more else first


def _places(outline: Outline) -> list[tuple[str, str]]:
    """Return what MkDocs' own files show of *outline*: the addresses of pages, and the titles of those in its lists."""
    titles = (
        "" if n < outline.entries else each.page.label or each.page.title for n, each in enumerate(outline.sheets)
    )
    return [(sheet.page.path, title) for sheet, title in zip(outline.sheets, titles, strict=True)]

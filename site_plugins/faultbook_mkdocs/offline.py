"""The service worker of a built site: which files it keeps for a reader without a network."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

__all__ = ["WORKER", "service_worker"]

WORKER = "service-worker.js"

_SOURCE = Path(__file__).parent / "assets" / WORKER
#: Pages that a reader without a network begins at; what else was visited the worker keeps as it comes by.
_PAGES = ("index.html", "diagnose/index.html", "failures/index.html", "search/index.html")
_LOST = "404.html"
#: What the engine and the search read; of a large book's search the parts are kept that a reader has used.
_DATA = ("signatures.json", "search.json")
#: Bytes of a file from which on it is kept when a reader has used it, not before: the signatures of a large book.
_LARGE = 4_000_000
#: The theme's own search, if it is there, is not what the site searches with.
_LEFT_OUT = re.compile(r"assets/javascripts/(?:lunr|workers)/|search/search_index\.json$|\.map$")
#: A file of the theme, which has its digest in its name.
_THEME = re.compile(r"\.[0-9a-f]{8}\.min\.(?:css|js)$")


def service_worker(site: Path) -> str:
    """Return the text of the worker for the files that were built into *site*.

    Two builds with the same files have the same worker, so a browser does not take it anew.
    """
    assets = (file for file in (site / "assets").rglob("*") if file.suffix in {".css", ".js"})
    data = (site / path for path in _DATA if (site / path).is_file() and (site / path).stat().st_size < _LARGE)
    pages = [site / path for path in (*_PAGES, _LOST) if (site / path).is_file()]
    found = sorted({file.relative_to(site).as_posix() for file in (*assets, *data, *pages)})
    digests = {
        path.removesuffix("index.html"): hashlib.sha256((site / path).read_bytes()).hexdigest()
        for path in found
        if not _LEFT_OUT.search(path) and path != f"assets/{WORKER}"
    }
    build = {
        "version": _short(json.dumps(digests)),
        "look": _short(json.dumps([path for path in digests if _THEME.search(path)])),
        "files": digests,
        "lost": _LOST,
    }
    return f"self.FAULTBOOK = {json.dumps(build, indent=1)};\n{_SOURCE.read_text(encoding='utf-8')}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]

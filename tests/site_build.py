"""The site, built as a reader of the README builds it, and served."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

__all__ = ["BROWSER_FLAGS", "CHROMIUM", "REPO", "ROOT", "build", "kinds", "serve"]

ROOT = Path(__file__).parent.parent
REPO = "https://git.example/faultbook"

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

#: To keep pages alive behind the one that is shown costs a tenth of a walk through the site.
BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-features=BackForwardCache"]


def kinds(site: Path) -> dict[str, str]:
    """Return the address under *site* of one page of each kind, of the largest where there are several."""

    def largest(pattern: str) -> str:
        return max(site.glob(pattern), key=lambda file: file.stat().st_size).parent.relative_to(site).as_posix() + "/"

    found = {
        "home": "",
        "diagnose": "diagnose/",
        "failures": "failures/",
        "facet": largest("failures/*/*/index.html"),
        "map": "map/",
        "new": "new/",
        "compare": "compare/",
        "comparison": largest("compare/*/index.html"),
        "search": "search/",
        "area": largest("distributed/index.html"),
        "entry": largest("training/*/index.html"),
        "stacks": "stacks/",
        "stack": largest("stacks/*/index.html"),
        "incidents": "incidents/",
        "incident": largest("incidents/*/index.html"),
        "rules": "rules/",
        "rule": largest("rules/*/index.html"),
        "about": "about/",
        "accuracy": "accuracy/",
        "authoring": "authoring/",
        "lost": "404.html",
    }
    return {kind: path for kind, path in found.items() if (site / path).exists()}


def build(root: Path, to: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build the site of the book under *root* into *to*; a warning is a fault."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(root / "mkdocs.yml"),
        "--site-dir",
        str(to),
    ]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
    )


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve *folder* and give its address, with a slash at the end."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()

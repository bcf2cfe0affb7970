"""`mkdocs serve`: what is saved is on its page at once, and no request gets what is old."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from building import ENTRIES, build_site, few_entries
from site_build import ROOT

SHOWN = f"entries/{ENTRIES[0]}.yaml"
OTHER = "entries/training/weight-decay-on-norms.yaml"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "book"
    folder.mkdir()
    return few_entries(folder)


@contextlib.contextmanager
def serving(root, tmp_path):
    """Serve the site as an author does; give its address, and the file that its output goes to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    told = tmp_path / "told.txt"
    with told.open("w") as output:
        command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=output, stderr=output)
        try:
            wait_for(lambda: "Serving on" in told.read_text() or process.poll() is not None)
            yield f"http://127.0.0.1:{port}/", told
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
    assert "Traceback" not in told.read_text()


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def get(address, path):
    try:
        with urllib.request.urlopen(address + path, timeout=60) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return str(error.code)


def page(text):
    """Return a page without what the server adds for reloading."""
    return text.partition("<script>\nvar livereload")[0]


def replaced(root, old, new):
    text = (root / SHOWN).read_text("utf-8")
    assert text.count(old) >= 1
    (root / SHOWN).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_saved_is_shown_and_all_that_follows_from_it_is_as_a_build_makes_it(root, tmp_path):
    with serving(root, tmp_path) as (address, told):
        title = next(line for line in (root / SHOWN).read_text("utf-8").splitlines() if line.startswith("title: "))
        replaced(root, title, "title: CUDA out of memory, told anew")
        wait_for(lambda: "told anew" in get(address, f"{ENTRIES[0]}/"))
        # The list waits until it is made, and so does not show what is old.
        assert "told anew" in get(address, "memory/")
        assert "told anew" in get(address, "index.json")
        wait_for(lambda: "the site is up to date" in told.read_text())
        found = {path: get(address, path) for path in ("failures/", f"{ENTRIES[1]}/", "search.json", "llms-full.txt")}
        build_site(root, tmp_path / "built", SITE_URL=address)
        for path, text in found.items():
            file = tmp_path / "built" / (f"{path}index.html" if path.endswith("/") else path)
            assert page(text).strip() == file.read_text("utf-8").partition("</body>")[
                0
            ].strip() or text == file.read_text("utf-8")
        assert "Building documentation" not in told.read_text().partition("Serving on")[2]


def test_a_file_that_cannot_be_read_shows_why_until_it_is_repaired(root, tmp_path):
    with serving(root, tmp_path) as (address, _):
        whole = (root / SHOWN).read_text("utf-8")
        (root / SHOWN).write_text("title: <b>: [\n", encoding="utf-8")
        wait_for(lambda: "document: not YAML" in get(address, f"{ENTRIES[0]}/"))
        assert get(address, f"{ENTRIES[0]}.json") == "404"
        (root / SHOWN).write_text(whole, encoding="utf-8")
        wait_for(lambda: 'id="signature"' in get(address, f"{ENTRIES[0]}/"))
        assert "cuda-oom-capacity" in get(address, "index.json")


def test_an_entry_that_comes_is_on_its_page_in_the_lists_and_in_the_map_of_the_site(root, tmp_path):
    with serving(root, tmp_path) as (address, _):
        shutil.copy(ROOT / OTHER, root / OTHER)
        wait_for(lambda: 'id="signature"' in get(address, "training/weight-decay-on-norms/"))
        assert "weight-decay-on-norms" in get(address, "failures/")
        wait_for(lambda: "weight-decay-on-norms" in get(address, "sitemap.xml"))
        (root / OTHER).unlink()
        wait_for(lambda: get(address, "training/weight-decay-on-norms/") == "404")
        assert "weight-decay-on-norms" not in get(address, "failures/")

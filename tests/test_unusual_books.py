"""Pages of a book that nobody planned for: no entry, text from right to left, words wider than the screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from site_build import CHROMIUM, ROOT, serve
from small_book import SLUG, write_book

from faultbook.book import load_book

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]

HUBS = ("", "failures/", "stacks/", "incidents/", "diagnose/", "search/", "rules/", "404.html")


# As `mkdocs serve` builds it: a book with problems, too.
PREVIEW = """
from mkdocs.commands.build import build
from mkdocs.config import load_config
config = load_config("mkdocs.yml", site_dir="site")
config.plugins.on_startup(command="serve", dirty=False)
build(config)
"""


def preview(root: Path) -> Path:
    """Build the site of the book under *root* as an author sees it."""
    for name in ("docs", "site_plugins/faultbook_mkdocs/overrides"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    done = subprocess.run([sys.executable, "-c", PREVIEW], capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr
    return root / "site"


def sideways(browser: Browser, site: Path, paths: tuple[str, ...]) -> list[str]:
    """Return the pages that scroll sideways or log an error, at both widths."""
    faults = []
    with serve(site) as address:
        for width in (390, 1280):
            context = browser.new_context(viewport={"width": width, "height": 844})
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda m: m.type == "error" and faults.append(m.text))
            for path in paths:
                page.goto(address + path)
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    faults.append(f"/{path} at {width}")
            context.close()
    return faults


def test_a_book_without_entries_has_pages_that_say_so(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "entries").mkdir()
    site = preview(tmp_path)
    assert "No entry is published yet." in (site / "index.html").read_text("utf-8")
    assert "No entry is published yet." in (site / "failures/index.html").read_text("utf-8")
    assert sideways(browser, site, HUBS) == []


def test_a_preview_keeps_nothing_for_a_reader_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "entries").mkdir()
    site = preview(tmp_path)
    assert not (site / "service-worker.js").exists()
    assert "data-offline" not in (site / "index.html").read_text("utf-8")


def test_long_words_and_text_from_right_to_left_keep_the_layout(browser: Browser, tmp_path: Path) -> None:
    word = "cudaErrorIllegalAddress" * 8
    write_book(
        tmp_path,
        title=f"נכשל بعد {word[:90]}",
        summary=f"الذاكرة {word} נגמרה.",
        aliases=[f"{word[:90]} שגיאה"],
        cause=f"`{word}` {word} لا توجد ذاكرة, and then: | a | b |.",
    )
    assert load_book(tmp_path)[1] == ()
    site = preview(tmp_path)
    assert word in (site / SLUG / "index.html").read_text("utf-8")
    assert sideways(browser, site, ("", f"{SLUG}/", "memory/", "failures/", "stacks/")) == []

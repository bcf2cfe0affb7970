from __future__ import annotations

import os
import posixpath
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import sync_playwright
from site_build import CHROMIUM, REPO, ROOT, build

from faultbook.book import Book, load_book
from faultbook.rules import check
from faultbook.snippets.gate import gate


class Document(HTMLParser):
    """What a page refers to, and the anchors that it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.resources: set[str] = set()
        self.edit: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
            if "data-edit" in found:
                self.edit.append(found["href"])
        elif tag == "link" and found.get("rel", "").strip() not in {"canonical", "alternate", "prev", "next"}:
            self.resources.add(found.get("href", ""))
        elif tag in {"script", "img", "iframe", "source", "video", "audio", "object", "embed"}:
            self.resources |= {found[name] for name in ("src", "data") if found.get(name)}


@pytest.fixture(scope="module")
def the_book() -> Book:
    return load_book(ROOT)[0]


@pytest.fixture(scope="module")
def documents(site: Path) -> dict[str, Document]:
    return {
        file.relative_to(site).as_posix(): Document(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))
    }


def test_every_entry_has_its_page_and_every_page_of_an_area_is_an_entry(site: Path, the_book: Book) -> None:
    areas = {entry.area.value for entry in the_book.entries.values()}
    built = {file.parent.relative_to(site).as_posix() for file in site.glob("*/*/index.html")}
    assert {slug for slug in built if slug.partition("/")[0] in areas} == {e.slug for e in the_book.entries.values()}
    assert the_book.entries


def test_every_internal_link_and_anchor_leads_somewhere(site: Path, documents: dict[str, Document]) -> None:
    broken = []
    for name, document in documents.items():
        here = posixpath.dirname(name)
        for link in document.links | document.resources:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = name
            if path:
                target = path.lstrip("/") if path.startswith("/") else posixpath.normpath(posixpath.join(here, path))
                if target in {".", ""} or path.endswith("/") or (site / target).is_dir():
                    target = posixpath.normpath(posixpath.join(target, "index.html"))
            if not (site / target).is_file():
                broken.append(f"{name}: {link}")
            elif parts.fragment and unquote(parts.fragment) not in documents[target].ids:
                broken.append(f"{name}: {link} (no such anchor)")
    assert broken == []


def test_no_page_loads_anything_from_another_host(documents: dict[str, Document], site: Path) -> None:
    foreign = {
        f"{name}: {url}"
        for name, page in documents.items()
        for url in page.resources
        if "//" in url and not url.startswith("data:")
    }
    assert foreign == set()
    css = (site / "assets/faultbook.css").read_text("utf-8")
    assert "url(" not in css
    assert "@import" not in css


def test_edit_link_opens_the_yaml_file(documents: dict[str, Document], the_book: Book) -> None:
    for entry in the_book.entries.values():
        assert documents[f"{entry.slug}/index.html"].edit == [f"{REPO}/edit/main/{entry.path}"]
    assert documents["about/index.html"].edit == [f"{REPO}/edit/main/docs/about.md"]


def test_page_says_per_target_what_was_run_and_what_was_not(site: Path, the_book: Book) -> None:
    for proof in gate(the_book, check(the_book)).values():
        html = (site / proof.entry.slug / "index.html").read_text("utf-8")
        missing = [
            (part.name, target)
            for part in proof.parts
            for target in part.header.targets
            if (part.name, target) not in proof.records
        ]
        assert html.count('<tr class="fb-row-none">') == len(missing)
        assert ('id="unproven"' in html) == (not proof.proven)


def test_published_site_holds_the_proven_entries_only(tmp_path: Path, the_book: Book) -> None:
    done = build(ROOT, tmp_path / "site", FAULTBOOK_PUBLISH="proven")
    assert done.returncode == 0, done.stdout + done.stderr
    for proof in gate(the_book, check(the_book)).values():
        page = tmp_path / "site" / proof.entry.slug / "index.html"
        assert page.is_file() == proof.proven
        assert (f"left out {proof.entry.slug}: " in done.stderr) != proof.proven


def test_a_book_with_problems_stops_the_build_and_leaves_no_site(tmp_path: Path) -> None:
    for name in ("docs", "site_plugins/faultbook_mkdocs/overrides"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    faulty = tmp_path / "entries/memory/faulty.yaml"
    faulty.parent.mkdir(parents=True)
    faulty.write_text("title: short\n")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode == 1
    assert "entries/memory/faulty.yaml:1:" in done.stderr
    assert "no site is built" in done.stderr
    assert not (tmp_path / "site").exists()


def test_a_preview_shows_in_place_of_an_entry_that_cannot_be_read_what_is_wrong_with_it(tmp_path: Path) -> None:
    for name in ("docs", "site_plugins/faultbook_mkdocs/overrides"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    (tmp_path / "entries/memory").mkdir(parents=True)
    for name in ("capacity", "fragmentation"):
        shutil.copy(ROOT / f"entries/memory/cuda-oom-{name}.yaml", tmp_path / "entries/memory")
    faulty = tmp_path / "entries/memory/cuda-oom-capacity.yaml"
    faulty.write_text("title: <b>: [\n")
    preview = "from mkdocs.config import load_config; from mkdocs.commands.build import build; "
    preview += "c = load_config('mkdocs.yml', site_dir='site'); "
    preview += "c.plugins.on_startup(command='serve', dirty=False); build(c)"
    command = [sys.executable, "-c", preview]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr

    page = (tmp_path / "site/memory/cuda-oom-capacity/index.html").read_text("utf-8")
    assert "entries/memory/cuda-oom-capacity.yaml:1:11: document: not YAML:" in page
    assert "title: &lt;b&gt;: [" in page
    assert (tmp_path / "site/memory/cuda-oom-fragmentation/index.html").is_file()
    assert "cannot be read yet" not in (tmp_path / "site/memory/index.html").read_text("utf-8")


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed")
def test_page_reads_without_javascript(address: str, the_book: Book) -> None:
    entry = next(iter(the_book.entries.values()))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_context(java_script_enabled=False).new_page()
        page.goto(f"{address}{entry.slug}/")
        for anchor in ("signature", "confirm", "fix", "mechanism", "evidence", "sources"):
            assert page.locator(f"#{anchor}").is_visible()
        page.locator("details.fb-question summary").first.click()
        assert page.locator("details.fb-question[open] ul").first.is_visible()
        chromium.close()

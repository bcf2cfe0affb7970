"""The site without a network: what a reader has after one visit, and that a copy never passes for the newest."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import http.server
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from large_search import write_large
from page_driver import LOG, paste, verdict
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_build import CHROMIUM

from faultbook_mkdocs.offline import service_worker

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]

ENTRY = "memory/cuda-oom-capacity/"
TODAY = dt.datetime.now(dt.UTC).date().isoformat()


class Host:
    """A web server whose site stands in a folder of it, and which can stop to answer or answer late."""

    def __init__(self, folder: Path) -> None:
        host = self
        self.late = 0.0
        self.asked: list[str] = []
        self.site = folder / "book"

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(self.path)
                time.sleep(host.late)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    super().do_GET()

            def log_message(self, *args: object) -> None:
                pass

        self._handler = functools.partial(Handler, directory=str(folder))
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/book/"

    def start(self) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """The site below a path of a host: its first pages, and what they load."""
    copy = tmp_path / "book"
    for name in ("assets", "diagnose", "failures", "memory", "about"):
        shutil.copytree(site / name, copy / name)
    for name in ("index.html", "404.html", "signatures.json"):
        shutil.copy(site / name, copy)
    lost = copy / "404.html"  # its links are absolute, and the site was built for the top of a host
    lost.write_text(re.sub(r'(href|src|data-offline)="/', r'\1="/book/', lost.read_text("utf-8")), "utf-8")
    (copy / "service-worker.js").write_text(service_worker(copy), "utf-8")
    made = Host(tmp_path)
    yield made
    made.late = 0
    made.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(service_workers="allow")
    yield made
    made.close()


def installed(page: Page) -> None:
    """Wait until a worker answers for the page."""
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def caches(page: Page) -> list[str]:
    return sorted(page.evaluate("caches.keys()"))


def rebuild(host: Host, title: str) -> None:
    """Change the first page, as another build would."""
    first = host.site / "index.html"
    first.write_text(
        re.sub(r"<h1 id=\"top\">.*?</h1>", f'<h1 id="top">{title}</h1>', first.read_text("utf-8")), "utf-8"
    )
    (host.site / "service-worker.js").write_text(service_worker(host.site), "utf-8")


def test_after_a_first_visit_home_entry_and_diagnosis_work_without_a_network_and_say_so(
    host: Host, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(host.address + ENTRY)  # before there is a worker
    installed(page)
    assert page.locator("#fb-copy").count() == 0
    host.stop()
    for path, heading in (
        (ENTRY, "CUDA out of memory"),
        ("", "Something failed"),
        ("diagnose/", "What does the log say?"),
    ):
        page.goto(host.address + path)
        expect(page.locator("h1")).to_contain_text(heading)
        expect(page.locator("#fb-copy")).to_have_text(f"Offline copy of {TODAY}: the network does not answer.")
    paste(page, LOG)
    assert "ddp" in verdict(page).lower() or page.locator(".fb-first").count() == 1
    page.goto(f"{host.address}about/")
    expect(page.locator(".fb-lost-offline h1")).to_have_text("This page is not in your offline copy")
    expect(page.locator(".fb-lost-missing")).to_be_hidden()
    host.start()
    for _ in range(5):  # on a busy machine the first answer may come after the worker's patience
        page.goto(host.address + ENTRY)
        if page.locator("#fb-copy").count() == 0:
            break
    assert page.locator("#fb-copy").count() == 0


def test_a_new_build_is_shown_at_once_and_replaces_the_copy(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.address)
    installed(page)
    before = caches(page)
    page.evaluate("caches.open('another site of this host')")
    rebuild(host, "A newer book")
    page.goto(host.address)
    expect(page.locator("h1")).to_have_text("A newer book")
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    version = json.loads(re.search(r"\{.*?\n\}", service_worker(host.site), re.DOTALL)[0])["version"]
    deadline = time.monotonic() + 30
    while [name for name in caches(page) if " shell " in name] != [f"faultbook /book/ shell {version}"]:
        assert time.monotonic() < deadline, caches(page)
        page.wait_for_timeout(100)
    after = caches(page)
    assert [name for name in before if name not in after] == [name for name in before if " shell " in name]
    assert "another site of this host" in after
    host.stop()
    page.goto(host.address)
    expect(page.locator("h1")).to_have_text("A newer book")
    host.start()


def test_an_update_with_a_file_of_another_build_is_left_and_the_site_goes_on(
    host: Host, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(host.address)
    installed(page)
    before = caches(page)
    signatures = (host.site / "signatures.json").read_bytes()
    (host.site / "signatures.json").write_text("{}", "utf-8")
    rebuild(host, "Half of a newer book")
    (host.site / "signatures.json").write_bytes(signatures)  # not what the new worker's list says
    failed = page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          const end = new Promise((resolve) => (registration.onupdatefound = () => {
            const coming = registration.installing;  // here still: it may have failed when update() is answered
            coming.onstatechange = () => resolve(coming.state);
          }));
          await registration.update();
          return await end;
        }"""
    )
    assert failed == "redundant"
    assert caches(page) == before
    page.goto(host.address)
    expect(page.locator("h1")).to_have_text("Half of a newer book")
    assert page.locator("#fb-copy").count() == 0


def test_a_page_that_does_not_come_is_shown_from_the_copy_which_says_so(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.address)
    installed(page)
    host.late = 30
    page.goto(host.address, wait_until="commit")
    expect(page.locator("h1")).to_contain_text("Something failed")
    assert page.evaluate("document.documentElement.dataset.copy") == TODAY


def test_a_worker_names_what_the_site_needs_and_is_the_same_for_the_same_files(site: Path) -> None:
    text = (site / "service-worker.js").read_text("utf-8")
    build = json.loads(re.search(r"\{.*?\n\}", text, re.DOTALL)[0])
    assert {"", "diagnose/", "failures/", "404.html", "signatures.json"} <= build["files"].keys()
    assert {"assets/faultbook.css", "assets/shell.js", "assets/diagnose-worker.js", "assets/engine/engine.js"} <= build[
        "files"
    ].keys()
    assert not [path for path in build["files"] if re.search(r"lunr|search_index|\.map$|service-worker", path)]
    assert service_worker(site) == text


def test_a_worker_lets_the_signatures_of_a_large_book_wait_until_they_are_used(site: Path, tmp_path: Path) -> None:
    for name, size in (("signatures.json", 4_000_000), ("search.json", 200_000), ("index.html", 10)):
        (tmp_path / name).write_text("x" * size, "utf-8")
    build = json.loads(re.search(r"\{.*?\n\}", service_worker(tmp_path), re.DOTALL)[0])
    assert build["files"].keys() == {"", "search.json"}


def test_parts_of_a_large_book_that_a_search_has_read_are_not_asked_for_again_and_answer_without_a_network(
    host: Host, context: BrowserContext, site: Path
) -> None:
    documents = json.loads((site / "search.json").read_text("utf-8"))["documents"]
    write_large(host.site, documents, json.loads((site / "signatures.json").read_text("utf-8")))
    (host.site / "service-worker.js").write_text(service_worker(host.site), "utf-8")
    page = context.new_page()

    def found() -> str:
        page.goto(host.address)
        page.fill("#fb-search-input", "loss jumps after resume")
        expect(page.locator("#fb-search-0")).to_be_visible()
        return page.locator("#fb-search-0 .fb-hit-title").inner_text()

    page.goto(host.address)
    installed(page)
    first = found()
    read = {path for path in host.asked if "/search/" in path}
    assert {path.rpartition("/")[2][0] for path in read} >= {"d", "t"}
    # The worker puts a part away after it has passed it on.
    page.wait_for_function(
        """async (paths) => {
          const kept = await Promise.all(paths.map((path) => caches.match(new URL(path, location.href).href)));
          return kept.every(Boolean);
        }""",
        arg=sorted(read),
    )
    host.asked.clear()
    assert found() == first
    assert not read & set(host.asked)
    host.stop()
    assert found() == first
    host.start()

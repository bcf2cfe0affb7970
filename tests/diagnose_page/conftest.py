"""The site of the whole book, served, and a page in Chromium whose errors fail the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page_driver import ROOT, watched
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from site_build import CHROMIUM, build, serve


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    to = tmp_path_factory.mktemp("site")
    done = build(ROOT, to, FAULTBOOK_PUBLISH="all")
    assert done.returncode == 0, done.stdout + done.stderr
    with serve(to) as at:
        yield at


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 844})
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    yield made
    made.close()


@pytest.fixture
def errors() -> list[str]:
    return []


@pytest.fixture
def page(context: BrowserContext, address: str, errors: list[str]) -> Iterator[Page]:
    made = watched(context, errors)
    made.goto(f"{address}diagnose/")
    yield made
    assert errors == []

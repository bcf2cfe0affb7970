"""A page in Chromium whose errors fail the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page_driver import watched
from playwright.sync_api import Browser, BrowserContext, Page


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

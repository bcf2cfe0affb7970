"""What a reader's first view of a page costs: cold, compressed, from this host alone."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from site_build import CHROMIUM, kinds

MOST_BYTES = 120_000  # compressed
MOST_REQUESTS = 12

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


def test_first_view_of_every_kind_of_page_is_small_and_asks_this_host_only(
    browser: Browser, site: Path, address: str
) -> None:
    faults = []
    for kind, path in kinds(site).items():
        context = browser.new_context(viewport={"width": 1280, "height": 844})
        page = context.new_page()
        urls: list[str] = []
        page.on("request", lambda request, urls=urls: urls.append(request.url))
        page.goto(address + path, wait_until="networkidle")
        context.close()
        asked = [url for url in urls if not url.startswith(("data:", "blob:"))]
        faults += [f"{kind}: asks {url}" for url in asked if not url.startswith(address)]
        files = [site / url.removeprefix(address).split("?")[0] for url in asked if url.startswith(address)]
        sizes = {
            file: len(gzip.compress((file / "index.html" if file.is_dir() else file).read_bytes())) for file in files
        }
        if (size := sum(sizes.values())) > MOST_BYTES:
            faults.append(f"{kind}: {size} bytes")
        if len(asked) > MOST_REQUESTS:
            faults.append(f"{kind}: {len(asked)} requests")
        assert len(sizes) >= 5
    assert faults == []

"""Every page of the site in a browser, once: what it asks for, what it logs, how wide it is, what its head and ids say."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from playwright.async_api import Browser, Page, async_playwright
from site_build import BROWSER_FLAGS, CHROMIUM


class View(NamedTuple):
    """A window: how many pixels wide, and in which colours."""

    width: int
    scheme: Literal["light", "dark"]


DESK = View(1280, "light")
TELEPHONE = View(390, "dark")
SHARDS = 2  # of pages, for as many workers
TABS = 3  # at once in each
# Reads the page as it stands after its scripts. The theme's script names blocks of code by their section, so two in one
# section get one name, which nothing refers to.
LOOK = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id).filter((id) => !id.startsWith("__code_"));
  const head = (selector, name) => document.head.querySelector(selector)?.[name]?.trim() || "";
  return {
    twice: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
    headings: document.querySelectorAll("h1").length,
    language: document.documentElement.lang,
    title: document.title,
    description: head("meta[name=description]", "content"),
    canonical: head("link[rel=canonical]", "href"),
    unsized: [...document.images].filter((image) => !image.width || !image.height).length,
  };
}"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_page_asks_no_other_host_logs_no_error_needs_no_side_scroll_and_says_what_it_is(
    shard: int, site: Path, address: str
) -> None:
    pages = [file.parent.relative_to(site).as_posix() for file in sorted(site.rglob("index.html"))]
    paths = ["" if path == "." else f"{path}/" for path in pages][shard::SHARDS]
    assert len(paths) > 100
    assert asyncio.run(_faults(address, paths)) == []


async def _faults(address: str, paths: list[str]) -> list[str]:
    faults: list[str] = []
    left = iter(paths)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        await asyncio.gather(*(_tab(chromium, address, left, faults) for _ in range(TABS)))
        await chromium.close()
    return faults


async def _tab(chromium: Browser, address: str, left: object, faults: list[str]) -> None:
    context = await chromium.new_context(viewport={"width": DESK.width, "height": 844}, color_scheme=DESK.scheme)
    await context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page = await context.new_page()
    here = ""
    page.on("request", lambda r: r.url.startswith((address, "data:", "blob:")) or faults.append(f"{here} asks {r.url}"))
    page.on("requestfailed", lambda r: faults.append(f"{here}: {r.url} failed"))
    page.on("console", lambda m: m.type in {"error", "warning"} and faults.append(f"{here} logs {m.text}"))
    page.on("pageerror", lambda error: faults.append(f"{here} throws {error}"))
    views = [DESK, TELEPHONE]
    for path in left:  # type: ignore[attr-defined]
        here = f"/{path}"
        faults.extend([f"{here}: {fault}" for fault in await _look(page, address + path, views[1])])
        views.reverse()  # the next page is loaded as this one was left: to change takes as long as to load
    await context.close()


async def _look(page: Page, url: str, other: View) -> list[str]:
    """Return what is wrong with the page at *url*, as the window is and in the *other* view, in which it is left."""
    faults = []
    await page.goto(url, wait_until="load")
    seen = await page.evaluate(LOOK)
    faults += await _wide(page)
    await page.set_viewport_size({"width": other.width, "height": 844})
    await page.emulate_media(color_scheme=other.scheme)
    faults += await _wide(page)
    if seen["headings"] != 1:
        faults.append(f"{seen['headings']} first headings")
    if seen["language"] != "en":
        faults.append(f"its language is '{seen['language']}'")
    if seen["twice"]:
        faults.append(f"ids that stand twice: {seen['twice']}")
    faults += [f"no {name}" for name in ("title", "description", "canonical") if not seen[name]]
    if seen["unsized"]:
        faults.append("an image without its size")
    return faults


async def _wide(page: Page) -> list[str]:
    width, needed = await page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    return [f"scrolls sideways at {width}"] if needed > width else []

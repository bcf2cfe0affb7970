"""For everyone: axe finds nothing serious, the keyboard reaches everything and leaves it again, the HTML is valid."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_driver import LOG, paste, verdict
from playwright.sync_api import Browser, BrowserContext, Page
from site_build import CHROMIUM, ROOT, kinds

from faultbook.book import load_book

AXE = ROOT / "build/node/node_modules/axe-core/axe.min.js"
VIEWS = {
    "light at 1280": {"viewport": {"width": 1280, "height": 844}, "color_scheme": "light"},
    "dark at 1280": {"viewport": {"width": 1280, "height": 844}, "color_scheme": "dark"},
    "light at 390": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "dark at 390": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
SERIOUS = """async () => (await axe.run(document, { resultTypes: ["violations"], selectors: false })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")}`)"""
#: Whether what has the focus is on the screen and looks different from what has not.
FOCUSED = """() => {
  const element = document.activeElement;
  const seen = element.matches(".md-option") ? element.nextElementSibling : element.id === "fb-files" ? document.querySelector(".fb-choose") : element;
  const box = seen.getBoundingClientRect();
  const style = getComputedStyle(seen);
  return {
    name: `${element.tagName.toLowerCase()} ${element.id || element.getAttribute("href") || element.className}`,
    body: element === document.body,
    visible: box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
    marked: style.outlineStyle !== "none" || style.boxShadow !== "none",
    inMain: element.closest("main") !== null,
  };
}"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 844})
    yield made
    made.close()


@pytest.mark.slow
def test_axe_finds_nothing_serious_on_any_kind_of_page(browser: Browser, site: Path, address: str) -> None:
    assert AXE.is_file(), "run: make build/node/.done"
    contexts = {name: browser.new_context(**options, reduced_motion="reduce") for name, options in VIEWS.items()}
    pages = {name: context.new_page() for name, context in contexts.items()}
    axe = AXE.read_text("utf-8")
    faults = []
    # Colours do not depend on the width: two views show what four would, and the three kinds with most on them have all.
    for kind, path in kinds(site).items():
        names = list(VIEWS) if kind in {"home", "entry", "diagnose"} else ["light at 1280", "dark at 390"]
        for name in names:
            page = pages[name]
            page.goto(address + path)
            if kind == "diagnose":
                paste(page, LOG)
                verdict(page)
            page.evaluate(axe)
            faults += [f"{kind}, {name}: {fault}" for fault in page.evaluate(SERIOUS)]
    for context in contexts.values():
        context.close()
    assert faults == []


def walk(page: Page, steps: int) -> list[dict[str, object]]:
    """Press Tab *steps* times or until the focus leaves the page; return where it was."""
    seen: list[dict[str, object]] = []
    for _ in range(steps):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at["body"]:
            break
        seen.append(at)
    return seen


@pytest.mark.parametrize("kind", ["home", "incidents", "lost"])
def test_a_page_is_walked_by_tab_with_the_focus_seen_and_no_trap(
    kind: str, context: BrowserContext, site: Path, address: str
) -> None:
    page = context.new_page()
    page.goto(address + kinds(site)[kind])
    links = page.evaluate(
        "[...document.querySelectorAll('main a[href], footer a[href]')].filter((link) => link.checkVisibility()).length"
    )
    seen = walk(page, 200)
    assert len(seen) < 200, "the focus never left the page"
    assert len(seen) > links
    assert [at["name"] for at in seen if not at["visible"]] == []
    assert [at["name"] for at in seen if not at["marked"]] == []


def test_skip_link_is_the_first_stop_and_leads_past_the_header(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}about/")
    assert not page.locator("button.fb-menu").is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["inMain"]


def test_on_a_narrow_screen_the_menu_opens_by_key_and_gives_the_focus_back(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}about/")
    menu = page.locator("button.fb-menu")
    assert menu.is_visible()
    menu.focus()
    assert menu.get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    assert menu.get_attribute("aria-expanded") == "true"
    assert page.evaluate("document.activeElement.closest('.md-sidebar--primary') !== null")
    page.keyboard.press("Escape")
    assert menu.get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.matches('.fb-menu')")
    context.close()


def test_a_line_pasted_on_the_first_page_is_diagnosed_and_stands_in_no_address(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(address)
    page.fill("#fb-line", "RuntimeError: DataLoader worker (pid 4711) is killed by signal: Bus error.")
    page.press("#fb-line", "Enter")
    page.wait_for_selector("#fb-verdict")
    assert page.url == f"{address}diagnose/"
    assert page.input_value("#fb-text").startswith("RuntimeError: DataLoader")
    assert page.evaluate("sessionStorage.length") == 0
    assert [url for url in urls if "4711" in url] == []


def test_nothing_moves_for_a_reader_who_asked_for_less_motion(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}diagnose/")
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      return /[1-9]/.test(transitionDuration) || animationName !== "none" || scrollBehavior === "smooth";
    }).length"""
    assert page.evaluate(moving) == 0
    context.close()


@pytest.mark.slow
def test_html_of_every_entry_and_every_kind_of_page_is_valid(site: Path) -> None:
    entries = [site / slug / "index.html" for slug in (e.slug for e in load_book(ROOT)[0].entries.values())]
    others = [site / path for path in kinds(site).values()]
    files = {*entries, *(file / "index.html" if file.is_dir() else file for file in others)}
    done = subprocess.run(
        ["node", str(ROOT / "tests/node/validate.mjs")],
        input="\n".join(map(str, sorted(files))),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == []

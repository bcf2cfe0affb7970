"""The box in the header and the page of results, in Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from page_driver import watched
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_build import CHROMIUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]

BUS_ERROR = "RuntimeError: DataLoader worker (pid 30417) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory."


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 844})
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    yield made
    made.close()


@pytest.fixture
def errors() -> Iterator[list[str]]:
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def page(context: BrowserContext, errors: list[str]) -> Page:
    return watched(context, errors)


def hits(page: Page, text: str) -> None:
    """Wait until a result of the box has *text*."""
    expect(page.locator(".fb-search-panel .fb-hit").first).to_contain_text(text)


def test_box_loads_nothing_before_use_and_works_by_keyboard_alone(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    page.goto(f"{address}about/", wait_until="networkidle")
    assert [path for path in asked if "search" in path] == ["assets/search.js"]
    assert not {"search.json", "signatures.json"} & set(asked)
    page.keyboard.press("/")
    field = page.locator("#fb-search-input")
    expect(field).to_be_focused()
    page.keyboard.type("loss jumps after resume")
    hits(page, "The loss jumps after a resume")
    assert {"search.json", "signatures.json"} <= set(asked)
    assert all(path.startswith(("assets/", "about/", "search.json", "signatures.json", "blob:")) for path in asked)
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(field).to_have_attribute("aria-activedescendant", "fb-search-0")
    expect(page.locator("#fb-search-0")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "fb-search-1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator(".fb-search-panel")).to_be_hidden()
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    hits(page, "The loss jumps after a resume")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}checkpoints/optimizer-state-not-restored/")


def test_several_pasted_lines_stay_lines_and_the_signature_answers(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("(text) => navigator.clipboard.writeText(text)", f"epoch 3 starts\n{BUS_ERROR}\n")
    page.locator("#fb-search-input").click()
    page.wait_for_function("performance.getEntriesByName(new URL('assets/search-box.js', location).href).length > 0")
    page.wait_for_timeout(300)
    page.keyboard.press("Control+v")
    hits(page, "DataLoader runs out of /dev/shm")
    expect(page.locator("#fb-search-input")).to_have_value(f"epoch 3 starts ⏎ {BUS_ERROR}")
    first = page.locator("#fb-search-0")
    expect(first).to_contain_text("Line 2 matches its signature:")
    expect(first.locator(".fb-badge")).to_have_text(["data", "medium"])


def test_first_page_takes_a_query_from_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}?q=gpu+fallen+of+the+buss")
    expect(page.locator("#fb-search-input")).to_have_value("gpu fallen of the buss")
    hits(page, "GPU has fallen off the bus")


def test_page_of_results_takes_a_query_from_a_link_and_keeps_what_is_typed_to_itself(page: Page, address: str) -> None:
    page.goto(f"{address}search/?q=nccl%20watchdog%20tiemout")
    first = page.locator(".fb-search-results .fb-hit").first
    expect(first).to_contain_text("NCCL watchdog ends the job")
    expect(page.locator("#fb-search-status")).to_contain_text("results")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.fill("#fb-search-text", BUS_ERROR)
    expect(first).to_contain_text("DataLoader runs out of /dev/shm")
    page.wait_for_function("location.hash.startsWith('#q=RuntimeError') && !location.search")
    assert asked == []
    page.reload()
    expect(first).to_contain_text("DataLoader runs out of /dev/shm")


def test_without_a_result_the_text_goes_on_to_the_diagnose_page_and_none_of_it_becomes_html(
    page: Page, address: str
) -> None:
    text = "<u>zzqx</u> wobblefrob"
    page.goto(f"{address}diagnose/")
    page.keyboard.press("s")
    expect(page.locator("#fb-search-input")).to_be_focused()
    page.keyboard.insert_text(text)
    panel = page.locator(".fb-search-panel")
    expect(panel).to_contain_text(f"Nothing in the book fits “{text}”.")
    assert panel.locator("u").count() == 0
    expect(panel.get_by_role("link", name="ask for an entry")).to_have_attribute(
        "href", "https://git.example/faultbook/issues/new?template=entry-request.yml"
    )
    panel.get_by_role("link", name="Diagnose it as a log").click()
    expect(page.locator("#fb-text")).to_have_value(text)
    expect(page.locator("#fb-verdict")).to_be_visible()
    assert page.url == f"{address}diagnose/"


def test_on_a_phone_the_box_covers_the_page_while_it_is_used(browser: Browser, address: str, errors: list[str]) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    page = watched(context, errors)
    page.goto(f"{address}about/")
    expect(page.locator("#fb-search-input")).to_be_hidden()
    page.get_by_role("search").get_by_role("link", name="Search").tap()
    expect(page.locator("#fb-search-input")).to_be_focused()
    page.keyboard.type("out of memory but memory free")
    hits(page, "holds more idle memory than the request")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".fb-search-panel").bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 390)
    page.get_by_role("button", name="Close the search").tap()
    expect(page.locator(".fb-search-panel")).to_be_hidden()
    expect(page.locator("#fb-search-input")).to_be_hidden()
    context.close()


def test_without_javascript_the_form_leads_to_a_page_that_says_where_to_look(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}about/")
    page.fill("#fb-search-input", "nan")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}search/?q=nan")
    said = page.locator(".fb-search-page noscript")
    expect(said).to_be_visible()
    expect(said).to_contain_text("The search needs JavaScript, which is off.", use_inner_text=True)
    said.locator('a[href="../failures/"]').click()
    page.wait_for_url(f"{address}failures/")
    context.close()


def test_every_page_names_the_opensearch_description(page: Page, address: str) -> None:
    page.goto(f"{address}memory/cuda-oom-capacity/")
    link = page.locator('link[rel="search"]')
    assert link.get_attribute("type") == "application/opensearchdescription+xml"
    found = page.evaluate("fetch(document.querySelector('link[rel=search]').href).then((reply) => reply.text())")
    assert "search/?q={searchTerms}" in found
